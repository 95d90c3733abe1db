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
/**
 * Candidates of a slot that the optimiser sees whatever they cost or how well they fit: the best and the cheapest, so
 * that there is somebody else where people exclude each other.
 */
const BEST = 30
export const CHEAPEST = 10
/** What it is worth, in points of fit, that the hunter asked for somebody. */
const PREFERENCE = 15

/** The candidates of a slot that are worth trying, best first: also each whom nobody cheaper fits as well as. */
export function shortened<C extends LineUpCandidate>(candidates: readonly C[]): C[] {
  const sorted = [...candidates].sort(byFit)
  const cheap = [...candidates].sort((a, b) => a.price - b.price || byFit(a, b)).slice(0, CHEAPEST)
  let least = Number.POSITIVE_INFINITY
  const unmatched = sorted.filter(({ price }) => {
    const isCheaper = price < least
    if (isCheaper) least = price
    return isCheaper
  })
  const worthTrying = new Set([
    ...sorted.slice(0, BEST),
    ...cheap,
    ...unmatched,
    ...sorted.filter(({ preferred }) => preferred),
  ])
  return sorted.filter((one) => worthTrying.has(one))
}

/** How well somebody suits a slot, with the wish of the hunter. */
export const suitOf = ({ fit, preferred }: LineUpCandidate): number => fit + (preferred ? PREFERENCE : 0)

/**
 * What taking somebody for a slot is worth, as a function: one more required slot filled is worth more than all fit
 * together. Whole, so that two line-ups never differ by a rounding.
 */
function worthIn(slots: readonly LineUpSlot[]): (slot: LineUpSlot, candidate: LineUpCandidate) => number {
  const all = slots.reduce((sum, { candidates }) => sum + Math.max(0, ...candidates.map(suitOf)), 0)
  return ({ required }, candidate) => (required ? all + 1 : 0) + suitOf(candidate)
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

/** A candidate who may be taken for a slot. */
export interface Try {
  candidate: LineUpCandidate
  name: string
  /** Of two who make no difference at all, the lower rank wins. */
  rank: number
  /** The more the better: required slots first, then fit. */
  worth: number
  /** Choices in other slots that exclude this one. */
  excludes: Set<Try>
}

/** A slot with those of its candidates who may be part of the best line-up. */
export interface Choice {
  slot: LineUpSlot
  tries: Try[]
}

const overlap = (a: LineUpSlot, b: LineUpSlot, buffer: number) =>
  Date.parse(a.from) < Date.parse(b.to) + buffer && Date.parse(b.from) < Date.parse(a.to) + buffer

/** Notes which choices of two slots exclude each other, as `collide` says; each pair of slots is compared once. */
function exclude(a: Choice, b: Choice) {
  if (!overlap(a.slot, b.slot, TRAVEL_BUFFER)) return
  const at_once = overlap(a.slot, b.slot, 0)
  const byUser = new Map<number, Try[]>()
  for (const other of b.tries)
    for (const user of other.candidate.user_ids) byUser.set(user, [...(byUser.get(user) ?? []), other])
  const byProject = new Map(b.tries.map((other) => [other.candidate.project_id, other]))
  for (const one of a.tries) {
    const same = byProject.get(one.candidate.project_id)
    const shared = one.candidate.user_ids.flatMap((user) => byUser.get(user) ?? [])
    for (const other of same ? [same, ...shared] : shared) {
      if (!at_once && other === same) continue
      one.excludes.add(other)
      other.excludes.add(one)
    }
  }
}

/** Whether a line-up with one is never worse with the other instead: worth more, costs no more, excludes no more. */
function dominates(other: Try, one: Try): boolean {
  if (other.worth < one.worth || other.candidate.price > one.candidate.price) return false
  const isSame = other.worth === one.worth && other.candidate.price === one.candidate.price
  if (isSame && other.rank >= one.rank) return false
  return [...other.excludes].every((each) => one.excludes.has(each))
}

/**
 * Each slot's candidates worth trying, in the order of time, with what they exclude in the other slots. Candidates that
 * another one beats in every way are left out: mostly a handful remains. So are slots that nobody is left for.
 */
export function choicesOf(slots: readonly LineUpSlot[]): Choice[] {
  const worthOf = worthIn(slots)
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
  for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) exclude(a, b)
  const kept = all.map(({ slot, tries }) => ({
    slot,
    tries: tries.filter((one) => !tries.some((other) => dominates(other, one))),
  }))
  const left = new Set(kept.flatMap(({ tries }) => tries))
  for (const one of left) one.excludes = new Set([...one.excludes].filter((other) => left.has(other)))
  return kept.filter(({ tries }) => tries.length > 0)
}

/** Choices that have nothing to do with each other: nobody of one excludes anybody of another. */
export function apart(choices: readonly Choice[]): Choice[][] {
  const slotOf = new Map(choices.flatMap((choice) => choice.tries.map((one) => [one, choice] as const)))
  const seen = new Set<Choice>()
  const groups: Choice[][] = []
  for (const first of choices) {
    if (seen.has(first)) continue
    const group = new Set([first])
    for (const choice of group)
      for (const one of choice.tries)
        for (const other of one.excludes) {
          const its = slotOf.get(other)
          if (its) group.add(its)
        }
    for (const choice of group) seen.add(choice)
    groups.push(choices.filter((choice) => group.has(choice)))
  }
  return groups
}

/** Whether nobody in a line-up excludes anybody else in it. */
export const isPossible = (taken: readonly Try[]): boolean =>
  taken.every((one) => !taken.some((other) => one.excludes.has(other)))

export const priceOf = (taken: readonly Try[]): number =>
  taken.reduce((sum, { candidate }) => sum + candidate.price, 0)

export const worthOf = (taken: readonly Try[]): number => taken.reduce((sum, { worth }) => sum + worth, 0)

/** The better line-up first: more required slots filled, then more fit, then more money left. */
export const byWorth = (a: readonly Try[], b: readonly Try[]): number =>
  worthOf(b) - worthOf(a) || priceOf(a) - priceOf(b)

/** The better of two for a slot first. */
export const byBest = (a: Try, b: Try): number => byWorth([a], [b]) || a.rank - b.rank

/** The best of each slot, whatever it costs and whomever it excludes; nobody where nobody is worth anything. */
export const bestOfEach = (choices: readonly Choice[]): Try[] =>
  choices.flatMap(({ tries }) =>
    [...tries]
      .sort(byBest)
      .filter(({ worth }) => worth > 0)
      .slice(0, 1),
  )

/**
 * The line-up of most worth that the budget pays, and of those the cheapest, as if nobody excluded anybody: the cheapest
 * way to each worth, slot by slot (the multiple-choice knapsack problem, by dynamic programming over the worth).
 */
export function bestForMoney(choices: readonly Choice[], budget: number): Try[] {
  let cheapest = Float64Array.of(0)
  const picks = choices.map(({ tries }) => {
    const most = Math.max(...tries.map(({ worth }) => worth))
    const next = new Float64Array(cheapest.length + most).fill(Number.POSITIVE_INFINITY)
    next.set(cheapest)
    const pick = new Int16Array(next.length).fill(-1)
    for (const [t, { worth, candidate }] of tries.entries())
      for (let before = 0; before < cheapest.length; before++) {
        const cost = (cheapest[before] as number) + candidate.price
        if (cost > budget || cost >= (next[before + worth] as number)) continue
        next[before + worth] = cost
        pick[before + worth] = t
      }
    cheapest = next
    return pick
  })
  let worth = cheapest.findLastIndex(Number.isFinite)
  const taken: Try[] = []
  for (let at = choices.length - 1; at >= 0; at--) {
    const one = choices[at]?.tries[picks[at]?.[worth] ?? -1]
    if (!one) continue
    taken.push(one)
    worth -= one.worth
  }
  return taken
}

/** The better of two that exclude each other in a line-up, if there are any: what a search has to decide on. */
function clash(taken: readonly Try[]): Try | undefined {
  return [...taken].sort(byBest).find((one) => taken.some((other) => one.excludes.has(other)))
}

/**
 * The best line-up by branch and bound: the best for the money, as if nobody excluded anybody, is as good as it can
 * get. Where two exclude each other it goes on with one of them and without all that it excludes, and without it.
 * @param start a line-up that is known: what it answers is never worse
 * @param isOver says when to give up
 * @returns the best that was found, and whether there is no better one
 */
export function byBranches(
  choices: readonly Choice[],
  budget: number,
  start: readonly Try[],
  isOver: () => boolean,
): { taken: Try[]; best: boolean } {
  let taken = [...start]
  const open: ReadonlySet<Try>[] = [new Set()]
  for (let out = open.pop(); out; out = open.pop()) {
    if (isOver()) return { taken, best: false }
    const left = choices.flatMap(({ slot, tries }) => {
      const rest = tries.filter((one) => !out?.has(one))
      return rest.length > 0 ? [{ slot, tries: rest }] : []
    })
    const most = bestForMoney(left, budget)
    if (byWorth(most, taken) >= 0) continue
    const one = clash(most)
    if (one) open.push(new Set([...out, one]), new Set([...out, ...one.excludes]))
    else taken = most
  }
  return { taken, best: true }
}

/** Project by slot. */
export function projectsBySlot(choices: readonly Choice[], taken: readonly Try[]): Map<number, number> {
  const all = new Set(taken)
  return new Map(
    choices.flatMap(({ slot, tries }) => {
      const one = tries.find((each) => all.has(each))
      return one ? [[slot.slot_id, one.candidate.project_id] as const] : []
    }),
  )
}

/** What a line-up as a problem has to keep to, besides that nobody is in two places at once. */
export interface Limits {
  /** The most that it may cost; none where there is money enough. */
  budget?: number | undefined
  /** The least that it has to be worth: then the cheapest of those is looked for, else the one of most worth. */
  worth?: number | undefined
}

/**
 * A line-up as a mixed-integer problem in the LP text format: at most one per slot, within the limits. Without a least
 * worth an empty slot is always allowed, so the problem always has an answer: a required slot is left only when it
 * can't be filled.
 */
export function lineUpProblem(choices: readonly Choice[], { budget, worth }: Limits): string {
  const worths: string[] = []
  const prices: string[] = []
  const rules: string[] = []
  const add = (names: readonly string[]) => rules.push(`${names.join('\n + ')} <= 1`)
  for (const { tries } of choices) {
    for (const one of tries) {
      worths.push(`${one.worth} ${one.name}`)
      prices.push(`${one.candidate.price} ${one.name}`)
    }
    add(tries.map(({ name }) => name))
  }
  if (budget !== undefined) rules.push(`${prices.join('\n + ')} <= ${budget}`)
  if (worth !== undefined) rules.push(`${worths.join('\n + ')} >= ${worth}`)
  for (const [i, a] of choices.entries())
    for (const b of choices.slice(i + 1)) {
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
  const [goal, terms] =
    worth === undefined ? (['Maximize', worths] as const) : (['Minimize', prices] as const)
  return [
    goal,
    ` obj: ${terms.join('\n + ')}`,
    'Subject To',
    ...rules.map((rule, i) => ` r${i}: ${rule}`),
    'Binary',
    ` ${choices.flatMap(({ tries }) => tries.map(({ name }) => name)).join('\n ')}`,
    'End',
  ].join('\n')
}
