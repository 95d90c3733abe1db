import { MINUTE } from '#core/contract/time.ts'
import { byFit } from './rules.fit.ts'

/* ---------------------------------------------------------------- the line-up over all slots */

export interface LineUpCandidate {
  project_id: number
  price: number
  fit: number
  /** Who would be on stage. */
  user_ids: readonly number[]
  preferred: boolean
}

export interface LineUpSlot {
  slot_id: number
  from: string
  to: string
  required: boolean
  candidates: readonly LineUpCandidate[]
}

/** Between two different projects that share somebody: time to change over, which calendars also leave around a gig. */
export const TRAVEL_BUFFER = 120 * MINUTE
/** Candidates of a slot that the optimiser sees: the best by fit, and the cheapest so that tight budgets work out. */
const BEST = 30
const CHEAPEST = 10
const FILLED_REQUIRED = 1000
const FILLED = 100
const PREFERENCE = 15

/** The candidates of a slot that are worth trying, best first. */
export function shortened<C extends LineUpCandidate>(candidates: readonly C[]): C[] {
  const sorted = [...candidates].sort(byFit)
  const cheap = [...candidates].sort((a, b) => a.price - b.price || byFit(a, b)).slice(0, CHEAPEST)
  const worthTrying = new Set([
    ...sorted.slice(0, BEST),
    ...cheap,
    ...sorted.filter(({ preferred }) => preferred),
  ])
  return sorted.filter((one) => worthTrying.has(one))
}

/** What taking somebody for a slot is worth; whole, so that two line-ups never differ by a rounding. */
export function worthOf(slot: LineUpSlot, candidate: LineUpCandidate): number {
  return (slot.required ? FILLED_REQUIRED : FILLED) + candidate.fit + (candidate.preferred ? PREFERENCE : 0)
}

/** Whether two choices put somebody in two places: overlapping, or another project of theirs too soon after. */
export function collide(
  slot: LineUpSlot,
  one: LineUpCandidate,
  other_slot: LineUpSlot,
  other: LineUpCandidate,
): boolean {
  const shared =
    one.project_id === other.project_id || one.user_ids.some((user) => other.user_ids.includes(user))
  if (!shared) return false
  const buffer = one.project_id === other.project_id ? 0 : TRAVEL_BUFFER
  return (
    Date.parse(slot.from) < Date.parse(other_slot.to) + buffer &&
    Date.parse(other_slot.from) < Date.parse(slot.to) + buffer
  )
}

/** A mixed-integer problem in the LP text format, and what its variables stand for. */
export interface LineUpProblem {
  lp: string
  /** Variable name → slot and candidate. */
  variables: Map<string, { slot_id: number; project_id: number }>
}

interface Try {
  candidate: LineUpCandidate
  name: string
  /** In what makes no other difference, the lower rank wins. */
  rank: number
  worth: number
  /** Choices in other slots that exclude this one. */
  excludes: Set<Try>
}

/** Each slot's candidates worth trying, with what they exclude in the other slots. */
function triesOf(slots: readonly LineUpSlot[]): { slot: LineUpSlot; tries: Try[] }[] {
  const all = [...slots]
    .sort((a, b) => Date.parse(a.from) - Date.parse(b.from) || a.slot_id - b.slot_id)
    .map((slot, s) => ({
      slot,
      tries: shortened(slot.candidates).map(
        (candidate, rank): Try => ({
          candidate,
          name: `x${s}_${rank}`,
          rank,
          worth: worthOf(slot, candidate),
          excludes: new Set(),
        }),
      ),
    }))
  for (const [i, a] of all.entries())
    for (const b of all.slice(i + 1)) {
      const near =
        Date.parse(a.slot.from) < Date.parse(b.slot.to) + TRAVEL_BUFFER &&
        Date.parse(b.slot.from) < Date.parse(a.slot.to) + TRAVEL_BUFFER
      if (!near) continue
      for (const one of a.tries)
        for (const other of b.tries)
          if (collide(a.slot, one.candidate, b.slot, other.candidate)) {
            one.excludes.add(other)
            other.excludes.add(one)
          }
    }
  return all
}

/** Whether a line-up with one is never worse with the other instead: worth more, costs no more, excludes no more. */
function dominates(other: Try, one: Try): boolean {
  if (other.worth < one.worth || other.candidate.price > one.candidate.price) return false
  if (other.worth === one.worth && other.rank > one.rank) return false
  return other !== one && [...other.excludes].every((each) => one.excludes.has(each))
}

/**
 * The line-up as a problem for the optimiser: most worth, at most one per slot, total within the budget, nobody
 * in two places at once. An empty slot is always allowed, so the problem always has an answer: a required
 * slot is left only when it can't be filled. Candidates that another one beats in every way are left out: mostly a
 * handful remains.
 * @returns null when there is nobody to choose
 */
export function lineUpProblem(slots: readonly LineUpSlot[], budget: number): LineUpProblem | null {
  const chosen = triesOf(slots).map(({ slot, tries }) => ({
    slot,
    tries: tries.filter((one) => !tries.some((other) => dominates(other, one))),
  }))
  const variables: LineUpProblem['variables'] = new Map()
  const worth: string[] = []
  const prices: string[] = []
  const rules: string[] = []
  const add = (names: readonly string[]) => rules.push(`${names.join('\n + ')} <= 1`)
  for (const { slot, tries } of chosen) {
    if (tries.length === 0) continue
    for (const { candidate, name, rank, worth: points } of tries) {
      variables.set(name, { slot_id: slot.slot_id, project_id: candidate.project_id })
      // The rank only decides between line-ups of the same worth: all of them count less than one point.
      worth.push(`${points * 1024 - rank} ${name}`)
      if (candidate.price > 0) prices.push(`${candidate.price} ${name}`)
    }
    add(tries.map(({ name }) => name))
  }
  if (worth.length === 0) return null
  if (prices.length > 0) rules.push(`${prices.join('\n + ')} <= ${budget}`)
  for (const [i, a] of chosen.entries())
    for (const b of chosen.slice(i + 1)) {
      // Choices here that exclude the same ones there make one rule: only one of each slot is taken anyway.
      const groups = new Map<string, string[]>()
      for (const one of a.tries) {
        const there = b.tries.filter((other) => one.excludes.has(other)).map(({ name }) => name)
        if (there.length === 0) continue
        const key = there.join('\n + ')
        groups.set(key, [...(groups.get(key) ?? []), one.name])
      }
      for (const [there, here] of groups) add([...here, there])
    }
  const lp = [
    'Maximize',
    ` obj: ${worth.join('\n + ')}`,
    'Subject To',
    ...rules.map((rule, i) => ` r${i}: ${rule}`),
    'Binary',
    ` ${[...variables.keys()].join('\n ')}`,
    'End',
  ].join('\n')
  return { lp, variables }
}
