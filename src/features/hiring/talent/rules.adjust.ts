import { DAY } from '#core/contract/time.ts'
import { FORMATS, type Format } from '#features/services/contract.ts'
import type { Adjustment, AdjustOption } from './contract.ts'

/** How many days before and after the event's own day are tried. */
export const DAYS_AROUND = 14
/** Days offered at most. */
export const DAYS_OFFERED = 3

/** A day moved from the event's own, with how many fit its scarcest required slot. */
export interface DayCount {
  /** Days from the event's own, never 0. */
  shift: number
  count: number
}

/** Shifts to look at: every day within two weeks that is still far enough ahead for anybody to answer. */
export function shiftsAround(starts_at: string, now: Date): number[] {
  const first = new Date(starts_at).getTime()
  return Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, i) => i - DAYS_AROUND).filter(
    (shift) => shift !== 0 && first + shift * DAY > now.getTime() + 2 * DAY,
  )
}

/** The days worth offering: somebody for every slot, most first, then the nearest, then the later one. */
export function bestDays(days: readonly DayCount[]): DayCount[] {
  return days
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || Math.abs(a.shift) - Math.abs(b.shift) || b.shift - a.shift)
    .slice(0, DAYS_OFFERED)
}

/** Line-ups smaller than one, the next smaller first. */
export const smallerFormats = (format: Format): Format[] =>
  FORMATS.slice(0, FORMATS.indexOf(format)).reverse()

/** A maximum as people say it: up to the next ten. */
export const roundedUp = (minor: number): number => Math.ceil(minor / 1000) * 1000

/** Others for a slot, before anybody has looked whom there is. */
export const askOthers = ({ slot_id, intent }: Adjustment['slots'][number]): AdjustOption => ({
  id: `ask_others:${slot_id}`,
  kind: 'ask_others',
  slot_id,
  intent,
  day: null,
  format: null,
  genre: null,
  amount: null,
  count: 0,
  solves: false,
})

/** Options in the order in which they are shown: what solves it first, then what changes least. */
export function sortedOptions(options: readonly AdjustOption[]): AdjustOption[] {
  const order = ['keep', 'ask_others', 'date', 'format', 'genre', 'budget', 'drop_slot']
  return [...options].sort(
    (a, b) =>
      Number(b.solves) - Number(a.solves) ||
      order.indexOf(a.kind) - order.indexOf(b.kind) ||
      b.count - a.count ||
      a.id.localeCompare(b.id),
  )
}
