import { setTimeout } from 'node:timers/promises'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Effort, Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import { instantOf, together } from '#core/server/together.ts'
import { TooLong, workerTask } from '#core/server/workers.ts'
import { candidatesIn, type MatchCandidate, searchesFor } from '#features/directory/queries.match.ts'
import { type MatchSlot, reachOf } from '#features/directory/queries.parts.ts'
import { nearTo } from '#features/directory/rules.genres.ts'
import type { Brief } from '../brief/contract.ts'
import type { OrderRow } from '../journey/queries.ts'
import { momentsIn, wholeBrief } from '../plan/queries.ts'
import { genresOf, isLive } from '../plan/rules.ts'
import { plan_moments, request_moments } from '../table.ts'
import type { FitPart } from './contract.ts'
import type { OpenMoment } from './queries.ts'
import { type Attempt, type LiveMoment, leftOf, shareOf } from './rules.attempt.ts'
import { byFit, fitOf } from './rules.fit.ts'
import { CHEAPEST, type LineUpSlot, shortened } from './rules.lineUp.ts'
import { DECLINED, heldSlots } from './rules.ts'
import type { LineUp, LineUpTask } from './worker.ts'

/* ---------------------------------------------------------------- who can play */

/** A moment as the directory is asked about it. */
export function matchSlot(
  moment: LiveMoment,
  brief: Brief,
  more: { left: number; declined?: readonly number[] },
): MatchSlot {
  return {
    slot_id: moment.slot_id,
    starts_at: moment.from,
    ends_at: moment.to,
    genre: moment.genre,
    near: nearTo(moment.genre),
    cost: moment.cost,
    genres: genresOf(moment.genre, brief),
    forbidden: brief.sound.genres_forbidden,
    format: moment.format,
    price_max: shareOf(moment, brief.budget.max, more.left),
    currency: brief.budget.currency,
    lat: brief.event.lat,
    lng: brief.event.lng,
    declined: more.declined ?? [],
    event_type: brief.event.type,
  }
}

/* ---------------------------------------------------------------- matching an order */

/** A required slot that nobody fills, and why. */
export interface Unfilled {
  slot_id: number
  reason: 'no_talent' | 'over_budget'
}
/** Candidates of a slot by fit: twice what the optimiser reads, and all that are shown. */
const PER_SLOT = 60

/** Who said no to a slot of a plan, and to which time. A select, to be read with others. */
const declinesOf = (db: Db, plan_id: number) =>
  db
    .select({
      slot_id: request_moments.slot_id,
      project_id: request_moments.project_id,
      from: instantOf(sql<string>`lower(${request_moments.during})`),
      to: instantOf(sql<string>`upper(${request_moments.during})`),
    })
    .from(request_moments)
    .where(
      and(
        inArray(
          request_moments.slot_id,
          db
            .select({ slot_id: plan_moments.slot_id })
            .from(plan_moments)
            .where(eq(plan_moments.plan_id, plan_id)),
        ),
        inArray(request_moments.status, DECLINED),
      ),
    )

/** Projects that said no to a slot at its present time, by slot. */
function declinedNow(
  moments: readonly LiveMoment[],
  declines: Awaited<ReturnType<typeof declinesOf>>,
): Map<number, number[]> {
  const by = new Map<number, number[]>()
  for (const { slot_id, project_id, from, to } of declines) {
    const moment = moments.find((one) => one.slot_id === slot_id)
    if (moment && Date.parse(moment.from) === Date.parse(from) && Date.parse(moment.to) === Date.parse(to))
      by.set(slot_id, [...(by.get(slot_id) ?? []), project_id])
  }
  return by
}

/** Somebody with their fit for a slot. */
export type Ranked = MatchCandidate & { fit: number; parts: FitPart[]; preferred: boolean }

export interface Tried {
  slots: { moment: LiveMoment; ranked: Ranked[] }[]
  /** Project by slot. */
  chosen: Map<number, number>
  unfilled: Unfilled[]
  /** No line-up is better; false where there was no time to find the best one. */
  best: boolean
}

/** The optimiser, run in a thread of its own. */
const lineUp = workerTask<LineUpTask, LineUp>(new URL('./worker.ts', import.meta.url), 'chooseLineUp')

/**
 * After each slot, for everybody else: one turn of the event loop takes one new connection, and reading two hundred
 * candidates makes a turn long.
 */
const BREAK_MS = 5

/** What a calculation has found for a slot it doesn't look for again: ways on change one slot and try them all. */
const found = new WeakMap<Effort, Map<string, Ranked[]>>()

function foundBy(effort: Effort): Map<string, Ranked[]> {
  const known = found.get(effort) ?? new Map<string, Ranked[]>()
  found.set(effort, known)
  return known
}

/** The optimiser's time for one line-up, ms; it hardly ever needs a tenth of it. */
const LINE_UP_MS = 300

/**
 * One run of the matcher: hard rules, fit of everybody who passes, line-up over all open slots. Nothing is stored.
 * Call it without a transaction, as it takes its time.
 * @param effort of the calculation it is a step of: no search begins once that is over, and choosing takes what is left
 * @throws Refusal 499 when whoever asked for it has left, 503 `common.busy` (a `TooLong` when there is no time)
 */
export async function tryMatch({ app, db, now }: Reading, attempt: Attempt, effort: Effort): Promise<Tried> {
  effort.check()
  const { brief, moments, covered, declined, preferred } = attempt
  const open = moments.filter(({ slot_id }) => !covered.has(slot_id))
  const { max, currency } = brief.budget
  const left = leftOf(attempt)
  const held = moments.reduce((sum, { slot_id }) => sum + (covered.get(slot_id) ?? 0), 0)
  const also = preferred === null ? [] : [preferred]
  const asked = open.map((moment) => {
    const slot = matchSlot(moment, brief, { left, declined: declined.get(moment.slot_id) ?? [] })
    return { moment, slot, key: JSON.stringify([slot, moment.cost, currency, preferred]) }
  })
  const known = foundBy(effort)
  const fresh = asked.filter(({ key }) => !known.has(key))
  const searches = await searchesFor(
    db,
    fresh.map(({ slot }) => slot),
    attempt.reach,
  )
  // Slot by slot, so that everybody else is answered in between.
  for (const [at, search] of searches.entries()) {
    effort.check()
    // With some slots searched and others not, it would say of these that nobody plays there.
    if (effort.left() === 0) throw new TooLong()
    const { moment, key } = fresh[at] as (typeof fresh)[number]
    const candidates = await candidatesIn(db, search, { now, per_slot: PER_SLOT, cheapest: CHEAPEST, also })
    known.set(
      key,
      candidates
        .map((one) => ({
          ...one,
          ...fitOf(one, { ...moment, currency }, now),
          preferred: one.project_id === preferred,
        }))
        .sort(byFit),
    )
    await setTimeout(BREAK_MS)
  }
  const tried = asked.map(({ moment, key }) => ({ moment, ranked: known.get(key) ?? [] }))
  effort.check()
  const { chosen, best } = await app.workers.run(lineUp, {
    slots: tried.map(({ moment, ranked }) => lineUpSlot(moment, ranked)),
    budget: Math.max(0, max - held),
    limit_ms: Math.min(LINE_UP_MS, effort.left()),
  })
  const unfilled = tried
    .filter(({ moment }) => moment.required && !chosen.has(moment.slot_id))
    .map(({ moment, ranked }) => ({
      slot_id: moment.slot_id,
      reason: ranked.length > 0 ? ('over_budget' as const) : ('no_talent' as const),
    }))
  return { slots: tried, chosen, unfilled, best }
}

/** No more than the optimiser reads, and nobody whom it doesn't look at, crosses over to its thread. */
const lineUpSlot = ({ slot_id, from, to, required }: LiveMoment, ranked: readonly Ranked[]): LineUpSlot => ({
  slot_id,
  from,
  to,
  required,
  candidates: shortened(ranked).map(({ project_id, price, fit, user_ids, preferred }) => ({
    project_id,
    price,
    fit,
    user_ids,
    preferred,
  })),
})

/** What those who hold a slot ask for it, minor units: each feature that knows answers. */
export const heldPrices = extensionPoint<{ order_id: number }, { slot_id: number; price: number }>(
  'order.held_prices',
)

/** What the matcher works on for an order as it stands, with what is open of its requests. */
export async function attemptOf(
  reading: Reading,
  order: OrderRow,
  plan_id: number,
  open: readonly OpenMoment[],
): Promise<Attempt> {
  const { db } = reading
  const { all, declines, reach } = await together(db, {
    all: momentsIn(db, [plan_id]),
    declines: declinesOf(db, plan_id),
    reach: reachOf(db),
  })
  const moments = all.filter(isLive)
  const held = heldSlots(open)
  const asked = held.size > 0 ? await gather(reading, heldPrices, { order_id: order.id }) : []
  const prices = new Map(asked.map(({ slot_id, price }) => [slot_id, price]))
  // Until they say what they ask, what was planned counts.
  const priced = moments.map(({ slot_id, cost }) => [slot_id, prices.get(slot_id) ?? cost] as const)
  return {
    brief: wholeBrief(order),
    moments,
    covered: new Map(priced.filter(([slot_id]) => held.has(slot_id))),
    declined: declinedNow(moments, declines),
    preferred: order.preferred_project_id,
    reach,
  }
}
