import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import highs from 'highs'
import { Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { candidatesFor, type MatchCandidate, type MatchSlot } from '#features/directory/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { FORMAT_SIZES, type Format, type Genre } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import type { Brief, Candidate, CandidateSlot, FitPart } from './contract.ts'
import { type MomentRow, mediansOf, momentsOf, ratesOf, wholeBrief } from './queries.plans.ts'
import { type OrderRow, type OrderScope, orderRow } from './queries.ts'
import { spanOfBrief } from './rules.brief.ts'
import {
  byFit,
  collide,
  fitOf,
  type LineUpCandidate,
  type LineUpSlot,
  lineUpProblem,
  shortened,
  worthOf,
} from './rules.match.ts'
import { type DrawnMoment, drawVariant, isLive, USUAL } from './rules.plan.ts'
import { DECLINED, heldSlots, OPEN } from './rules.requests.ts'
import type { ScoreFacts } from './rules.score.ts'
import { candidates, requests, slots } from './table.ts'

/* ---------------------------------------------------------------- the optimiser */

/** The package is typed as CommonJS and loaded as a module, so its loader is where the types don't see it. */
const load = highs as unknown as typeof highs.default
let solver: ReturnType<typeof load> | undefined

/**
 * The line-up of most worth over all slots, within the budget and with nobody in two places. The same slots always
 * give the same line-up.
 * @returns project by slot; a slot that stays empty isn't in it
 */
export async function chooseLineUp(
  line_up: readonly LineUpSlot[],
  budget: number,
): Promise<Map<number, number>> {
  const chosen = new Map<number, number>()
  const problem = lineUpProblem(line_up, budget)
  if (!problem) return chosen
  solver ??= load()
  const solution = (await solver).solve(problem.lp, {
    output_flag: false,
    mip_rel_gap: 0,
    mip_abs_gap: 0.5,
    // The problem comes pruned and is small: what prepares big ones costs several times the search itself.
    presolve: 'off',
    mip_heuristic_effort: 0,
    mip_detect_symmetry: false,
    // Far beyond what it takes, so that a busy machine chooses like an idle one.
    time_limit: 10,
  })
  if (solution.Status !== 'Optimal') return byTurns(line_up, budget)
  for (const [name, column] of Object.entries(solution.Columns)) {
    const variable = problem.variables.get(name)
    if (variable && (column as { Primal?: number }).Primal && (column as { Primal: number }).Primal > 0.5)
      chosen.set(variable.slot_id, variable.project_id)
  }
  return chosen
}

/** Where the optimiser runs out of time: required slots first, each its best that still fits. */
function byTurns(line_up: readonly LineUpSlot[], budget: number): Map<number, number> {
  const taken: { slot: LineUpSlot; candidate: LineUpCandidate }[] = []
  let left = budget
  const order = [...line_up].sort(
    (a, b) => Number(b.required) - Number(a.required) || a.candidates.length - b.candidates.length,
  )
  for (const slot of order) {
    const best = shortened(slot.candidates)
      .sort((a, b) => worthOf(slot, b) - worthOf(slot, a))
      .find(
        (one) => one.price <= left && !taken.some((other) => collide(slot, one, other.slot, other.candidate)),
      )
    if (!best) continue
    taken.push({ slot, candidate: best })
    left -= best.price
  }
  return new Map(taken.map(({ slot, candidate }) => [slot.slot_id, candidate.project_id]))
}

/* ---------------------------------------------------------------- who can play */

/** What the matcher needs of a moment. */
export type LiveMoment = Pick<MomentRow, 'slot_id' | 'from' | 'to' | 'genre' | 'cost' | 'required'> & {
  format: Format
}

/** Genres that may fill a slot: its own first, then the other liked ones. */
function genresOf(moment: { genre: Genre }, brief: Brief): Genre[] {
  const forbidden = new Set(brief.sound.genres_forbidden)
  return [...new Set([moment.genre, ...brief.sound.genres_liked])].filter((genre) => !forbidden.has(genre))
}

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
    genres: genresOf(moment, brief),
    forbidden: brief.sound.genres_forbidden,
    format: moment.format,
    // The slot's share, and what the plan leaves free.
    price_max: moment.cost + more.left,
    currency: brief.budget.currency,
    lat: brief.event.lat,
    lng: brief.event.lng,
    declined: more.declined ?? [],
    event_type: brief.event.type,
  }
}

/** How many projects of each slot there are, by slot. */
export function countBySlot(found: readonly MatchCandidate[]): Map<number, number> {
  const by = new Map<number, number>()
  for (const { slot_id } of found) by.set(slot_id, (by.get(slot_id) ?? 0) + 1)
  return by
}

/** What the score reads from the database: medians for the smallest plan, and who could really play it. */
export async function scoreFactsOf(db: Db, brief: Brief, now: Date): Promise<ScoreFacts> {
  const rates = await ratesOf(db, brief)
  const drawn = drawVariant(brief, 'essential', rates).filter(isLive)
  const asked = drawn.map(({ format, from, to }) => ({
    format,
    minutes: (Date.parse(to) - Date.parse(from)) / MINUTE,
  }))
  const medians = await mediansOf(db, asked, { ...brief.event, currency: brief.budget.currency })
  const live = liveOf(drawn)
  const left = brief.budget.max - live.reduce((sum, { cost }) => sum + cost, 0)
  const asks = live.filter(({ required }) => required).map((moment) => matchSlot(moment, brief, { left }))
  const free = countBySlot(await candidatesFor(db, asks, { now }))
  const any = countBySlot(await candidatesFor(db, asks, { now, free: false }))
  const scarcest = asks.reduce<MatchSlot | null>(
    (least, slot) =>
      least === null || (free.get(slot.slot_id) ?? 0) < (free.get(least.slot_id) ?? 0) ? slot : least,
    null,
  )
  const starts_at = spanOfBrief(brief)?.starts_at ?? now
  return {
    median_price: totalMedian(asked, medians),
    comparable_services: medians.reduce((sum, { count }) => sum + count, 0),
    free_talent: scarcest ? (free.get(scarcest.slot_id) ?? 0) : 0,
    matching_talent: scarcest ? (any.get(scarcest.slot_id) ?? 0) : 0,
    lead_days: Math.max(0, Math.floor((starts_at.getTime() - now.getTime()) / DAY)),
    people_on_stage: Math.max(1, ...drawn.map(({ format }) => FORMAT_SIZES[format])),
  }
}

/** What the whole plan asks there; where a line-up has no comparable service, in proportion to the others. */
function totalMedian(
  asked: readonly { format: Format }[],
  medians: readonly { median: number | null }[],
): number | null {
  let known = 0
  let usual = 0
  let all = 0
  asked.forEach(({ format }, i) => {
    const median = medians[i]?.median ?? null
    all += USUAL[format]
    if (median === null) return
    known += median
    usual += USUAL[format]
  })
  return usual > 0 ? Math.round((known * all) / usual) : null
}

/** Drawn moments with a number each in place of the slot they don't have yet. */
const liveOf = (drawn: readonly (DrawnMoment & { format: Format })[]): LiveMoment[] =>
  drawn.map((moment, i) => ({ ...moment, slot_id: i + 1 }))

/* ---------------------------------------------------------------- matching an order */

/** What a run of the matcher brought. */
export interface Matched {
  /** Required slots that nobody fills, each with why. */
  unfilled: { slot_id: number; reason: 'no_talent' | 'over_budget' }[]
  /** The number of this run for the order. */
  round: number
}
const PER_SLOT = 200

/** Open requests of an order: what is held or asked already. */
export async function openRequestsOf(db: Db, order_id: number) {
  return db
    .select({
      id: requests.id,
      slot_id: requests.slot_id,
      project_id: requests.project_id,
      service_id: requests.service_id,
      status: requests.status,
      reply_by: requests.reply_by,
    })
    .from(requests)
    .where(and(eq(requests.order_id, order_id), inArray(requests.status, OPEN)))
    .orderBy(asc(requests.id))
}

/** Projects that said no to a slot at its present time, by slot. */
async function declinedOf(db: Db, moments: readonly LiveMoment[]): Promise<Map<number, number[]>> {
  const by = new Map<number, number[]>()
  if (moments.length === 0) return by
  const rows = await db
    .select({
      slot_id: requests.slot_id,
      project_id: requests.project_id,
      from: sql<string>`lower(${requests.during})`,
      to: sql<string>`upper(${requests.during})`,
    })
    .from(requests)
    .where(
      and(
        inArray(
          requests.slot_id,
          moments.map(({ slot_id }) => slot_id),
        ),
        inArray(requests.status, DECLINED),
      ),
    )
  for (const { slot_id, project_id, from, to } of rows) {
    const moment = moments.find((one) => one.slot_id === slot_id)
    if (moment && Date.parse(moment.from) === Date.parse(from) && Date.parse(moment.to) === Date.parse(to))
      by.set(slot_id, [...(by.get(slot_id) ?? []), project_id])
  }
  return by
}

/** Live moments of the approved plan. */
export async function liveMoments(db: Db, plan_id: number): Promise<(MomentRow & { format: Format })[]> {
  return ((await momentsOf(db, [plan_id])).get(plan_id) ?? []).filter(isLive)
}

/** What the matcher works on; adjustments try it with other days, formats and money. */
export interface Attempt {
  brief: Brief
  /** Every live moment of the plan. */
  moments: readonly LiveMoment[]
  /** Slots that somebody holds already. */
  covered: ReadonlySet<number>
  declined: ReadonlyMap<number, readonly number[]>
  wished: number | null
}

/** Somebody with their fit for a slot. */
export type Ranked = MatchCandidate & { fit: number; parts: FitPart[]; wished: boolean }

export interface Tried {
  slots: { moment: LiveMoment; ranked: Ranked[] }[]
  /** Project by slot. */
  chosen: Map<number, number>
  unfilled: Matched['unfilled']
}

/** One run of the matcher, keeping nothing: hard rules, fit of everybody who passes, line-up over all open slots. */
export async function tryMatch(
  db: Db,
  { brief, moments, covered, declined, wished }: Attempt,
  now: Date,
): Promise<Tried> {
  const open = moments.filter(({ slot_id }) => !covered.has(slot_id))
  const { max, currency } = brief.budget
  const planned = moments.reduce((sum, { cost }) => sum + cost, 0)
  const held = moments.reduce((sum, { slot_id, cost }) => sum + (covered.has(slot_id) ? cost : 0), 0)
  const found = await candidatesFor(
    db,
    open.map((moment) =>
      matchSlot(moment, brief, {
        left: Math.max(0, max - planned),
        declined: declined.get(moment.slot_id) ?? [],
      }),
    ),
    { now, per_slot: PER_SLOT },
  )
  const by = new Map<number, Ranked[]>(open.map(({ slot_id }) => [slot_id, []]))
  for (const one of found) {
    const moment = open.find(({ slot_id }) => slot_id === one.slot_id)
    if (!moment) continue
    const ranked = { ...one, ...fitOf(one, { ...moment, currency }, now), wished: one.project_id === wished }
    by.get(one.slot_id)?.push(ranked)
  }
  const tried = open.map((moment) => ({ moment, ranked: (by.get(moment.slot_id) ?? []).sort(byFit) }))
  const chosen = await chooseLineUp(
    tried.map(({ moment, ranked }) => ({ ...moment, candidates: ranked })),
    max - held,
  )
  const unfilled = tried
    .filter(({ moment }) => moment.required && !chosen.has(moment.slot_id))
    .map(({ moment, ranked }) => ({
      slot_id: moment.slot_id,
      reason: ranked.length > 0 ? ('over_budget' as const) : ('no_talent' as const),
    }))
  return { slots: tried, chosen, unfilled }
}

/** What the matcher works on for an order as it stands. */
export async function attemptOf(db: Db, order: OrderRow, plan_id: number): Promise<Attempt> {
  const moments = await liveMoments(db, plan_id)
  return {
    brief: wholeBrief(order),
    moments,
    covered: heldSlots(await openRequestsOf(db, order.id)),
    declined: await declinedOf(db, moments),
    wished: order.wished_project_id,
  }
}

/* ---------------------------------------------------------------- reading what was found */

/**
 * The talent recommended for each live slot of the approved plan, with what was computed when it was matched.
 * @throws Refusal 409 before a plan is approved
 */
export async function candidatesOf(
  db: Db,
  scope: OrderScope,
): Promise<{ currency: Currency; budget_max: number; chosen_total: number; slots: CandidateSlot[] }> {
  const order = await orderRow(db, scope.order_id)
  if (!order.plan_id) throw new Refusal(409, 'hiring.no_plan')
  const moments = await liveMoments(db, order.plan_id)
  const ids = moments.map(({ slot_id }) => slot_id)
  const kept =
    ids.length === 0
      ? []
      : await db
          .select({
            slot_id: candidates.slot_id,
            project_id: candidates.project_id,
            service_id: candidates.service_id,
            name: music_projects.name,
            project_type: music_projects.project_type,
            profile_image: music_projects.profile_image,
            city: music_projects.city,
            rating: music_projects.rating,
            rating_count: music_projects.rating_count,
            gigs_played: music_projects.gigs_played,
            service_title: services.title,
            format: services.format,
            genres: sql<Genre[]>`${services.genres}`,
            includes_sound: services.includes_sound,
            price: candidates.price,
            distance_km: candidates.distance_km,
            fit: candidates.fit,
            parts: sql<FitPart[]>`${candidates.parts}`,
            rank: candidates.rank,
            chosen: candidates.chosen,
            wished: candidates.wished,
          })
          .from(candidates)
          .innerJoin(music_projects, eq(music_projects.id, candidates.project_id))
          .innerJoin(services, eq(services.id, candidates.service_id))
          .where(inArray(candidates.slot_id, ids))
          .orderBy(asc(candidates.slot_id), asc(candidates.rank))
  const asked = await db
    .select({
      id: requests.id,
      slot_id: requests.slot_id,
      project_id: requests.project_id,
      status: requests.status,
    })
    .from(requests)
    .where(eq(requests.order_id, order.id))
    .orderBy(asc(requests.id))
  const counts = new Map(
    (ids.length === 0
      ? []
      : await db.select({ id: slots.id, matching: slots.matching }).from(slots).where(inArray(slots.id, ids))
    ).map(({ id, matching }) => [id, matching]),
  )
  const covered = heldSlots(asked)
  return {
    currency: order.currency as Currency,
    budget_max: order.budget_max ?? 0,
    chosen_total: kept.reduce((sum, { chosen, price }) => sum + (chosen ? price : 0), 0),
    slots: moments.map((moment, position) => ({
      slot_id: moment.slot_id,
      position,
      intent: moment.intent,
      title: moment.title,
      from: moment.from,
      to: moment.to,
      genre: moment.genre,
      format: moment.format,
      energy: moment.energy,
      cost: moment.cost,
      required: moment.required,
      matching: counts.get(moment.slot_id) ?? 0,
      covered: covered.has(moment.slot_id),
      candidates: kept
        .filter(({ slot_id }) => slot_id === moment.slot_id)
        .map(({ slot_id, ...one }): Candidate => {
          // The newest request counts: somebody may be asked again for another day.
          const request = asked.findLast(
            (each) => each.slot_id === slot_id && each.project_id === one.project_id,
          )
          return { ...one, request: request ? { id: request.id, status: request.status } : null }
        }),
    })),
  }
}
