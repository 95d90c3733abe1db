import * as z from 'zod/mini'
import { formatNumber } from './intl.ts'

/** Currencies offered (ISO 4217); all have two decimals. USD is the default. */
export const CURRENCIES = ['USD', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'MXN', 'EUR'] as const
export const Currency = z.enum(CURRENCIES)
export type Currency = z.output<typeof Currency>
export const DEFAULT_CURRENCY: Currency = 'USD'
/** How many minor units make a major one, in every currency offered. */
export const MINOR_UNITS = 100

/** An amount in minor units (cents), never negative. */
export const Amount = z.int().check(z.minimum(0), z.maximum(100_000_000_000))

/** An amount in minor units as a language writes it; whole amounts are written without decimals. */
export function formatMoney(minor: number, currency: string, language: string): string {
  return formatNumber(minor / MINOR_UNITS, language === 'es' ? 'es-US' : 'en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: minor % MINOR_UNITS === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  })
}

/**
 * Takes a sum apart by weights, evenly where none weighs anything; the parts add up to it. Rounded where each part ends, so that
 * none is less than nothing.
 */
export function apportioned(sum: number, weights: readonly number[]): number[] {
  const all = weights.reduce((total, weight) => total + weight, 0)
  let [weight, given] = [0, 0]
  return weights.map((own) => {
    weight += all > 0 ? own : 1
    const part = Math.round((sum * weight) / (all || weights.length)) - given
    given += part
    return part
  })
}
