import { CURRENCIES, DEFAULT_CURRENCY, MINOR_UNITS } from '#core/contract/money.ts'
import { INSTRUMENTS, SPOKEN_LANGUAGES } from '#features/services/contract.ts'
import type { TeacherQuery } from '../contract.ts'

const one = <V extends string>(of: readonly V[], value: string | null): V | undefined =>
  of.find((known) => known === value)

/** What the address of the finder asks for, prices in minor units; what it doesn't know is left out. */
export function askedOf(params: URLSearchParams): Omit<TeacherQuery, 'cursor' | 'limit'> {
  const price = Number(params.get('max'))
  return {
    q: params.get('q')?.slice(0, 100) || undefined,
    instrument: one(INSTRUMENTS, params.get('instrument')),
    level: one(['beginner', 'intermediate', 'advanced'] as const, params.get('level')),
    modality: one(['online', 'in_person'] as const, params.get('modality')),
    city: params.get('city')?.slice(0, 80) || undefined,
    language: one(SPOKEN_LANGUAGES, params.get('language')),
    max_price: price > 0 && price < 100_000 ? Math.round(price * MINOR_UNITS) : undefined,
    currency: one(CURRENCIES, params.get('currency')) ?? DEFAULT_CURRENCY,
    trial: params.get('trial') ? 'true' : undefined,
    at_my_times: params.get('times') ? 'true' : undefined,
  }
}

/** How many pages without anybody are looked through before somebody is asked whether to go on. */
const LOOKED_THROUGH = 8

/** Whether the search for somebody who is free goes on by itself, or once it is asked to; null where it needn't. */
export type LooksOn = 'by itself' | 'when asked' | null

/** How a search goes on of whose pages so many were found in each, and which isn't at its end. */
export function looksOnBehind(found: readonly number[]): LooksOn {
  const without = found.length - 1 - found.findLastIndex((count) => count > 0)
  if (without === 0) return null
  return without % LOOKED_THROUGH === 0 ? 'when asked' : 'by itself'
}
