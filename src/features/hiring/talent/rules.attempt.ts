import type { Reach } from '#features/directory/rules.ts'
import type { Format, Genre } from '#features/services/contract.ts'
import type { Brief } from '../brief/contract.ts'
import type { AdjustOption } from './contract.ts'

/** A moment that somebody is hired for, as far as the matcher reads it. */
export interface LiveMoment {
  slot_id: number
  from: string
  to: string
  genre: Genre
  format: Format
  /** What is planned for the slot, minor units. */
  cost: number
  required: boolean
}

/** What the matcher works on; adjustments try it with other days, formats and money. */
export interface Attempt {
  brief: Brief
  /** Every live moment of the plan. */
  moments: readonly LiveMoment[]
  /** Slots that somebody holds already, with what they take of the budget, minor units. */
  covered: ReadonlyMap<number, number>
  /** Projects that said no, by slot. */
  declined: ReadonlyMap<number, readonly number[]>
  /** The project from whose profile the order was started. */
  preferred: number | null
  /** How far those who could play travel, by cell. */
  reach: readonly Reach[]
}

/**
 * A slot's share of the money: the most that somebody may ask for it to be a candidate at all. A planned cost is what half
 * of those who play it ask at most, and slots share the budget: so a slot may take as much again, which others save, or the
 * whole reserve where that is more. What all slots cost together is the line-up's to keep.
 * @param reserve what the plan leaves free, minor units
 */
export const shareOf = ({ cost }: { cost: number }, max: number, reserve: number): number =>
  Math.max(cost, Math.min(max, cost + Math.max(cost, reserve)))

/** What a plan leaves free of the budget, minor units: slots that are held count with what they take. */
export const leftOf = ({ brief, moments, covered }: Pick<Attempt, 'brief' | 'moments' | 'covered'>): number =>
  Math.max(
    0,
    brief.budget.max - moments.reduce((sum, { slot_id, cost }) => sum + (covered.get(slot_id) ?? cost), 0),
  )

/** With another maximum, minor units. */
export const withBudget = (attempt: Attempt, max: number): Attempt => ({
  ...attempt,
  brief: { ...attempt.brief, budget: { ...attempt.brief.budget, max } },
})

/** With one moment changed: whoever holds it now is asked anew. */
export const withMoment = (attempt: Attempt, slot_id: number, change: Partial<LiveMoment>): Attempt => ({
  ...attempt,
  moments: attempt.moments.map((moment) => (moment.slot_id === slot_id ? { ...moment, ...change } : moment)),
  covered: new Map([...attempt.covered].filter(([one]) => one !== slot_id)),
})

/** Without one moment. */
export const withoutMoment = (attempt: Attempt, slot_id: number): Attempt => ({
  ...attempt,
  moments: attempt.moments.filter((moment) => moment.slot_id !== slot_id),
})

/** On another day: everybody is asked anew. */
export const onDay = (attempt: Attempt, moments: readonly LiveMoment[]): Attempt => ({
  ...attempt,
  moments,
  covered: new Map(),
  declined: new Map(),
})

/** As the order will be with an option; other days are `onDay`. */
export function attemptWith(
  attempt: Attempt,
  { kind, slot_id, format, genre, amount }: AdjustOption,
): Attempt {
  switch (kind) {
    case 'budget':
      return withBudget(attempt, amount ?? attempt.brief.budget.max)
    case 'format':
    case 'genre':
      return withMoment(attempt, slot_id ?? 0, {
        ...(format ? { format } : {}),
        ...(genre ? { genre } : {}),
        ...(amount === null ? {} : { cost: amount }),
      })
    case 'drop_slot':
      return withoutMoment(attempt, slot_id ?? 0)
    default:
      return attempt
  }
}
