import { eq } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { addDays, DAY } from '#core/contract/time.ts'
import type { Effort, Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { TooLong } from '#core/server/workers.ts'
import { candidatesFor, candidatesIn, searchesFor } from '#features/directory/queries.match.ts'
import type { Genre } from '#features/services/contract.ts'
import type { OrderRow } from '../journey/queries.ts'
import { pricesOf } from '../plan/queries.prices.ts'
import { liveMoments } from '../plan/queries.ts'
import { costOf, type Rates, rateKey, type Wish, wishAt } from '../plan/rules.prices.ts'
import { request_moments, requests } from '../table.ts'
import type { Adjustment, AdjustOption } from './contract.ts'
import { attemptOf, matchSlot, type Tried, tryMatch } from './queries.match.ts'
import { openMomentsOf } from './queries.ts'
import { bestDays, roundedUp, shiftsAround, smallerFormats, sortedOptions } from './rules.adjust.ts'
import {
  type Attempt,
  type LiveMoment,
  leftOf,
  onDay,
  withBudget,
  withMoment,
  withoutMoment,
} from './rules.attempt.ts'
import { slotCoverage } from './rules.ts'

const EVERYBODY = 100_000_000_000
const NOTHING = {
  slot_id: null,
  intent: null,
  day: null,
  format: null,
  genre: null,
  amount: null,
}

/** The same moment some days later (or earlier). The wall time stays where clocks don't change there. */
const shifted = (moment: LiveMoment, days: number): LiveMoment => ({
  ...moment,
  from: new Date(Date.parse(moment.from) + days * DAY).toISOString(),
  to: new Date(Date.parse(moment.to) + days * DAY).toISOString(),
})

/** How many fit a slot in a try. */
const countIn = ({ slots }: Tried, slot_id: number): number =>
  slots.find(({ moment }) => moment.slot_id === slot_id)?.ranked.length ?? 0

/** The ways on that were found; `partial` where there was no time to look at all of them. */
export type Options = Pick<Adjustment, 'options' | 'partial'>

/** What a search for ways on reads, and may still take. */
interface Search extends Reading {
  readonly effort: Effort
}

const isOver = ({ effort }: Search): boolean => effort.left() === 0

/** One run of the matcher; null where there is no time for it, or not enough. */
async function tryIn(reading: Search, attempt: Attempt): Promise<Tried | null> {
  if (isOver(reading)) return null
  try {
    return await tryMatch(reading, attempt, reading.effort)
  } catch (error) {
    if (error instanceof TooLong) return null
    throw error
  }
}

/**
 * The ways on for slots that nobody fills, each counted by running the match as it would be: other days within two
 * weeks, a smaller line-up, another genre, more money, the slot dropped, or others asked. It takes many runs of the
 * matcher: call it without a transaction.
 */
export async function optionsFor(
  reading: Search,
  order: OrderRow,
  { reason, slots }: Pick<Adjustment, 'reason' | 'slots'>,
): Promise<Options> {
  if (!order.plan_id) return { options: [] }
  const live = await liveMoments(reading.db, order.plan_id)
  const failing = live.filter(({ slot_id }) => slots.some((one) => one.slot_id === slot_id))
  if (failing.length === 0) return { options: [] }
  const open = await openMomentsOf(reading.db, order.id)
  const attempt = await attemptOf(reading, order, order.plan_id, open)
  const rates = await pricesOf(reading.db, attempt.brief, failing.flatMap(smallerWishes), reading.now)
  // In the order in which they are looked for: first what holds for all slots, then slot by slot.
  const ways: (() => Promise<AdjustOption[]>)[] = [
    ...(reason === 'hunter' ? [() => asItIs(reading.db, order, live)] : []),
    () => otherPeople(reading, order, attempt, failing),
    () => otherDays(reading, order, attempt),
    () => moreMoney(reading, attempt, failing),
    ...failing.flatMap((moment) => [
      () => smallerLineUp(reading, attempt, moment, rates),
      () => otherGenre(reading, attempt, moment),
    ]),
    ...droppable(attempt, failing).map((moment) => () => without(reading, attempt, moment, failing)),
  ]
  const options: AdjustOption[] = []
  for (const way of ways) {
    if (isOver(reading)) break
    options.push(...(await way()))
  }
  return {
    options: sortedOptions(options).map((option) => ({
      ...option,
      intent: live.find(({ slot_id }) => slot_id === option.slot_id)?.intent ?? null,
    })),
    ...(isOver(reading) ? { partial: true } : {}),
  }
}

/** Going on unchanged, where somebody may still say yes for every required slot. */
async function asItIs(db: Db, order: OrderRow, live: readonly LiveMoment[]): Promise<AdjustOption[]> {
  const open = await openMomentsOf(db, order.id)
  const { empty } = slotCoverage(live, open)
  return empty.length === 0
    ? [{ ...NOTHING, id: 'keep', kind: 'keep', count: open.length, solves: false }]
    : []
}

/** Talent that fits and is free now, and wasn't asked yet. */
async function otherPeople(
  reading: Search,
  order: OrderRow,
  attempt: Attempt,
  failing: readonly LiveMoment[],
): Promise<AdjustOption[]> {
  const asked = await reading.db
    .select({ slot_id: request_moments.slot_id, project_id: requests.project_id })
    .from(requests)
    .innerJoin(request_moments, eq(request_moments.request_id, requests.id))
    .where(eq(requests.order_id, order.id))
  if (asked.length === 0) return []
  const tried = await tryIn(reading, attempt)
  if (!tried) return []
  const left = failing.flatMap(({ slot_id }) => {
    const count = (tried.slots.find(({ moment }) => moment.slot_id === slot_id)?.ranked ?? []).filter(
      ({ project_id }) => !asked.some((one) => one.slot_id === slot_id && one.project_id === project_id),
    ).length
    return count > 0 ? [{ slot_id, count }] : []
  })
  return left.map(({ slot_id, count }) => ({
    ...NOTHING,
    id: `ask_others:${slot_id}`,
    kind: 'ask_others',
    slot_id,
    count,
    solves: left.length === failing.length,
  }))
}

/** Other days: everybody is asked anew, so every required slot counts. */
async function otherDays(reading: Search, order: OrderRow, attempt: Attempt): Promise<AdjustOption[]> {
  const { brief, moments } = attempt
  const needed = moments.filter(({ required }) => required)
  if (!order.starts_at || needed.length === 0) return []
  const left = leftOf(onDay(attempt, moments))
  const days = new Map<number, number>()
  // The nearest first, one by one: everybody else is answered in between, and what there is no time for is far away.
  const shifts = shiftsAround(order.starts_at, reading.now).sort((a, b) => Math.abs(a) - Math.abs(b))
  for (const shift of shifts) {
    const slots = needed.map((moment) => matchSlot(shifted(moment, shift), brief, { left }))
    const counts: number[] = []
    for (const search of isOver(reading) ? [] : await searchesFor(reading.db, slots, attempt.reach)) {
      if (isOver(reading)) break
      reading.effort.check()
      const found = await candidatesIn(reading.db, search, { now: reading.now, per_slot: 25 })
      counts.push(found.length)
    }
    // Of a day that was looked at in part nothing is known.
    if (counts.length < slots.length) break
    days.set(shift, Math.min(...counts))
  }
  const options: AdjustOption[] = []
  for (const { shift, count } of bestDays([...days].map(([shift, count]) => ({ shift, count })))) {
    const there = moments.map((moment) => shifted(moment, shift))
    const tried = await tryIn(reading, onDay(attempt, there))
    if (!tried) break
    const day = addDays(brief.event.day, shift)
    options.push({
      ...NOTHING,
      id: `date:${day}`,
      kind: 'date',
      day,
      count,
      solves: tried.unfilled.length === 0,
    })
  }
  return options
}

/** A moment's smaller line-ups, to be priced. */
const smallerWishes = (moment: LiveMoment): Wish[] =>
  smallerFormats(moment.format).map((format) => wishAt({ ...moment, format }))

/** The next smaller line-up that somebody plays, for what it costs there, which is no more than what was planned. */
async function smallerLineUp(
  reading: Search,
  attempt: Attempt,
  moment: LiveMoment,
  rates: Rates,
): Promise<AdjustOption[]> {
  for (const format of smallerFormats(moment.format)) {
    const usual = costOf(rates.get(rateKey(wishAt({ ...moment, format }))))
    const cost = Math.min(moment.cost, usual ?? moment.cost)
    const tried = await tryIn(reading, withMoment(attempt, moment.slot_id, { format, cost }))
    if (!tried) break
    const count = countIn(tried, moment.slot_id)
    if (count === 0) continue
    return [
      {
        ...NOTHING,
        id: `format:${moment.slot_id}:${format}`,
        kind: 'format',
        slot_id: moment.slot_id,
        format,
        amount: cost,
        count,
        solves: tried.unfilled.length === 0,
      },
    ]
  }
  return []
}

/** The genre, not forbidden, that most of those play who would otherwise fit, for what it costs there and no more than planned. */
async function otherGenre(reading: Search, attempt: Attempt, moment: LiveMoment): Promise<AdjustOption[]> {
  const { brief } = attempt
  const left = leftOf(attempt)
  const liked = new Set<Genre>([moment.genre, ...brief.sound.genres_liked])
  const forbidden = new Set(brief.sound.genres_forbidden)
  const found = await candidatesFor(reading.db, [{ ...matchSlot(moment, brief, { left }), genres: [] }], {
    now: reading.now,
    per_slot: 200,
  })
  const counts = new Map<Genre, number>()
  for (const { genres } of found)
    for (const genre of genres)
      if (!liked.has(genre) && !forbidden.has(genre)) counts.set(genre, (counts.get(genre) ?? 0) + 1)
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
  if (!best) return []
  const [genre] = best
  const wish = wishAt({ ...moment, genre })
  const rates = await pricesOf(reading.db, brief, [wish], reading.now)
  const cost = Math.min(moment.cost, costOf(rates.get(rateKey(wish))) ?? moment.cost)
  const tried = await tryIn(reading, withMoment(attempt, moment.slot_id, { genre, cost }))
  const count = tried ? countIn(tried, moment.slot_id) : 0
  // Only where it brings anybody at all.
  if (!tried || count === 0) return []
  return [
    {
      ...NOTHING,
      id: `genre:${moment.slot_id}:${genre}`,
      kind: 'genre',
      slot_id: moment.slot_id,
      genre,
      amount: cost,
      count,
      solves: tried.unfilled.length === 0,
    },
  ]
}

/** The smallest maximum with which everything required can be filled, found by matching without a limit. */
async function moreMoney(
  reading: Search,
  attempt: Attempt,
  failing: readonly LiveMoment[],
): Promise<AdjustOption[]> {
  const { brief, moments, covered } = attempt
  const free = await tryIn(reading, withBudget(attempt, EVERYBODY))
  if (!free) return []
  const cheapest = new Map(
    free.slots.map(({ moment, ranked }) => [moment.slot_id, Math.min(...ranked.map(({ price }) => price))]),
  )
  const isFailing = ({ slot_id }: LiveMoment) => failing.some((one) => one.slot_id === slot_id)
  const costing = (costOf: (moment: LiveMoment) => number) =>
    moments.reduce((sum, one) => sum + (covered.get(one.slot_id) ?? costOf(one)), 0)
  const cheapestOf = ({ slot_id }: LiveMoment) => cheapest.get(slot_id) ?? Number.POSITIVE_INFINITY
  // The others may cost less than planned, or just that.
  const least = costing((one) => (isFailing(one) || one.required ? cheapestOf(one) : 0))
  const planned = costing((one) => (isFailing(one) ? cheapestOf(one) : one.cost))
  if (!Number.isFinite(planned)) return []
  // A little above the cheapest, so that there is a choice; what is really enough is tried.
  const sums = [least * 1.1, planned * 1.1, planned * 1.25, planned * 1.5].filter(Number.isFinite)
  const amounts = sums.map((sum) => roundedUp(Math.max(sum, brief.budget.max * 1.05)))
  const most = Math.max(...amounts)
  for (const amount of [...new Set(amounts)].sort((a, b) => a - b)) {
    const tried = await tryIn(reading, withBudget(attempt, amount))
    if (!tried) break
    const count = Math.min(...failing.map(({ slot_id }) => countIn(tried, slot_id)))
    if (count === 0 || (tried.unfilled.length > 0 && amount < most)) continue
    return [
      {
        ...NOTHING,
        id: `budget:${amount}`,
        kind: 'budget',
        amount,
        count,
        solves: tried.unfilled.length === 0,
      },
    ]
  }
  return []
}

/** Slots that there could be one less of: the dearest optional one, whose money goes to the others, or a failing one. */
const droppable = ({ moments, covered }: Attempt, failing: readonly LiveMoment[]): LiveMoment[] => [
  ...moments
    .filter(({ required, slot_id }) => !required && !covered.has(slot_id))
    .sort((a, b) => b.cost - a.cost)
    .slice(0, 1),
  ...failing,
]

/** A slot less. */
async function without(
  reading: Search,
  attempt: Attempt,
  moment: LiveMoment,
  failing: readonly LiveMoment[],
): Promise<AdjustOption[]> {
  const rest = withoutMoment(attempt, moment.slot_id)
  if (!rest.moments.some(({ required }) => required)) return []
  const tried = await tryIn(reading, rest)
  if (!tried) return []
  const solves = tried.unfilled.length === 0
  // Dropping an optional slot is only a way on when it solves something.
  if (!solves && !failing.some(({ slot_id }) => slot_id === moment.slot_id)) return []
  const waiting = tried.slots.filter(({ moment }) => moment.required)
  return [
    {
      ...NOTHING,
      id: `drop_slot:${moment.slot_id}`,
      kind: 'drop_slot',
      slot_id: moment.slot_id,
      amount: moment.cost,
      // With everything else held, as many as are held.
      count:
        waiting.length > 0 ? Math.min(...waiting.map(({ ranked }) => ranked.length)) : attempt.covered.size,
      solves,
    },
  ]
}

/** The option of the order's adjustment that the hunter takes. @throws Refusal 409 when it isn't there any more */
export function optionOf(order: OrderRow, id: string): AdjustOption {
  const option = order.adjustment?.options.find((one) => one.id === id)
  if (!option) throw new Refusal(409, 'hiring.option_gone')
  return option
}

/** The required slots that a change concerns: those that nobody holds yet, else all of them. */
export async function openSlotsOf(db: Db, order: OrderRow): Promise<number[]> {
  if (!order.plan_id) return []
  const live = await liveMoments(db, order.plan_id)
  const { bare } = slotCoverage(live, await openMomentsOf(db, order.id))
  return (bare.length > 0 ? bare : live.filter(({ required }) => required)).map(({ slot_id }) => slot_id)
}
