import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { pricesByMoment } from '#features/budgets/rules.ts'
import { budget_moments, budgets } from '#features/budgets/table.ts'
import { contracts } from '#features/contracts/table.ts'
import { type OrderRow, ownOrder } from '#features/hiring/journey/queries.ts'
import { candidates, orders, plan_moments } from '#features/hiring/table.ts'
import { attemptOf, type Ranked, type Tried, tryMatch } from '#features/hiring/talent/queries.match.ts'
import { type Asking, inTurn } from '#features/hiring/talent/queries.matching.ts'
import { openMomentsOf } from '#features/hiring/talent/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { pricedIn } from '#features/services/queries.ts'
import { services } from '#features/services/table.ts'
import type { LostMoment, Replacement, Replacements } from './contract.replacing.ts'
import { standingOf } from './queries.risk.ts'
import { type EventRow, readerOf } from './queries.ts'
import { type PlayedMoment, priceInPlace, proposedInPlace } from './rules.engagement.ts'
import { MOST_PROPOSED, proposed, stillLost } from './rules.replacing.ts'
import { isOver } from './rules.ts'
import { event_backups, event_losses } from './table.ts'

/* Who was lost of an event, and who could play in their place. */

/** An event of the caller's own. @throws Refusal 404 */
export async function hostedEvent(db: Db, viewer: { id: number }, event_id: number): Promise<EventRow> {
  const { event, reader } = await readerOf(db, viewer.id, event_id)
  if (reader.side !== 'hunter') throw notFound()
  return event
}

/** A moment that has nobody, with how well who was lost suited it; none of that where they are gone. */
export type Lost = Omit<LostMoment, 'candidates'> & { fit: number | null }

/** The moments of an order that lost who was to play them and have nobody yet, in the order of the plan. */
export async function lostOf(db: Db, order: Pick<OrderRow, 'id' | 'plan_id'>): Promise<Lost[]> {
  const lost = stillLost(await standingOf(db, order.id))
  if (lost.length === 0) return []
  const rows = await db
    .select({
      slot_id: plan_moments.slot_id,
      intent: plan_moments.intent,
      title: plan_moments.title,
      starts_at: plan_moments.from,
      ends_at: plan_moments.to,
      required: plan_moments.required,
      cause: event_losses.cause,
      lost_at: event_losses.lost_at,
      loss_id: event_losses.id,
      lost: { project_id: music_projects.id, name: music_projects.name },
      budget: budgets,
      slot_ids: sql<number[]>`array(
        select b.slot_id from ${budget_moments} b where b.budget_id = ${outer(budgets.id)} order by b.slot_id)`,
      fit: candidates.fit,
    })
    .from(plan_moments)
    .innerJoin(orders, and(eq(orders.id, order.id), eq(orders.plan_id, plan_moments.plan_id)))
    .innerJoin(
      event_losses,
      inArray(
        event_losses.id,
        lost.flatMap(({ loss_id }) => loss_id ?? []),
      ),
    )
    .innerJoin(contracts, eq(contracts.id, event_losses.contract_id))
    .innerJoin(budgets, eq(budgets.id, contracts.budget_id))
    .innerJoin(
      budget_moments,
      and(eq(budget_moments.budget_id, budgets.id), eq(budget_moments.slot_id, plan_moments.slot_id)),
    )
    .innerJoin(music_projects, eq(music_projects.id, event_losses.project_id))
    .leftJoin(
      candidates,
      and(eq(candidates.slot_id, plan_moments.slot_id), eq(candidates.project_id, event_losses.project_id)),
    )
    .where(isNotNull(plan_moments.format))
    .orderBy(asc(plan_moments.position))
  const open = await openMomentsOf(db, order.id)
  const names = await namesOf(
    db,
    open.map(({ project_id }) => project_id),
  )
  return rows.flatMap(({ budget, slot_ids, loss_id, ...row }) => {
    const { slot_id } = row
    // Of a moment that was lost more than once the last time counts.
    if (!lost.some((one) => one.slot_id === slot_id && one.loss_id === loss_id)) return []
    const asked = open.find((one) => one.slot_id === slot_id)
    return {
      ...row,
      agreed: pricesByMoment({ ...budget, slot_ids }).all_in.get(slot_id) ?? 0,
      asked: asked
        ? {
            request_id: asked.request_id,
            project_id: asked.project_id,
            name: names.get(asked.project_id) ?? null,
            status: asked.status,
            reply_by: asked.reply_by,
          }
        : null,
    }
  })
}

async function namesOf(db: Db, project_ids: readonly number[]): Promise<Map<number, string | null>> {
  if (project_ids.length === 0) return new Map()
  const rows = await db
    .select({ id: music_projects.id, name: music_projects.name })
    .from(music_projects)
    .where(inArray(music_projects.id, [...project_ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Lost moments as the host reads them. @param found who could play each of those for which nobody is asked, by slot */
export const replacementsOf = (
  order: OrderRow,
  lost: readonly Lost[],
  found: (moment: Lost) => readonly Replacement[],
): Replacements => ({
  currency: order.currency as Currency,
  moments: lost.map((moment) => {
    const { fit: _, ...shown } = moment
    return { ...shown, candidates: moment.asked ? [] : [...found(moment)] }
  }),
})

/** Whoever stands by for moments of an event, as they were found for them. */
async function standingBy(db: Db, event_id: number) {
  return db
    .select({
      slot_id: event_backups.slot_id,
      project_id: event_backups.project_id,
      service_id: event_backups.service_id,
      name: music_projects.name,
      project_type: music_projects.project_type,
      profile_image: music_projects.profile_image,
      city: music_projects.city,
      rating: music_projects.rating,
      rating_count: music_projects.rating_count,
      gigs_played: music_projects.gigs_played,
      service_title: services.title,
      distance_km: sql<number>`coalesce(${candidates.distance_km}, 0)`,
      price: event_backups.price,
      fit: event_backups.fit,
    })
    .from(event_backups)
    .innerJoin(music_projects, eq(music_projects.id, event_backups.project_id))
    .innerJoin(services, eq(services.id, event_backups.service_id))
    .leftJoin(
      candidates,
      and(eq(candidates.slot_id, event_backups.slot_id), eq(candidates.project_id, event_backups.project_id)),
    )
    .where(and(eq(event_backups.event_id, event_id), eq(event_backups.state, 'standing')))
    .orderBy(event_backups.id)
}

/**
 * What those who were matched ask in the place of whoever plays, or played, some moments.
 * @param slots of the moments that somebody is looked for
 * @param moments of everybody who plays, or played
 */
export async function pricerOf(
  db: Db,
  { currency }: Pick<OrderRow, 'currency'>,
  slots: Tried['slots'],
  moments: readonly PlayedMoment[],
): Promise<(moment: PlayedMoment, one: Ranked, plays: (slot_id: number) => boolean) => number> {
  const ids = slots.flatMap(({ ranked }) => ranked.map(({ service_id }) => service_id))
  const offers = await pricedIn(db, ids, currency)
  const sought = new Map(slots.map(({ moment, ranked }) => [moment.slot_id, ranked]))
  return (moment, own, plays) =>
    priceInPlace(moment, moments, {
      price: own.price,
      isSought: (slot_id) => sought.has(slot_id),
      at: (slot_id) => {
        const ranked = sought.get(slot_id)
        // Where nobody is looked for they would play what they offer here.
        const found = ranked ? ranked.find(({ project_id }) => project_id === own.project_id) : own
        const offer = found && offers.get(found.service_id)
        return offer && (!ranked || plays(slot_id)) ? { ...found, offer } : undefined
      },
    })
}

type Standing = Awaited<ReturnType<typeof standingBy>>[number]

/** Somebody who is proposed for a lost moment, as its host reads them. */
const shownAs = (
  { agreed }: Lost,
  one: (Standing | Ranked) & { suits: boolean },
  price: number,
  stands_by: boolean,
): Replacement => ({
  project_id: one.project_id,
  service_id: one.service_id,
  name: one.name,
  project_type: one.project_type,
  profile_image: one.profile_image,
  city: one.city,
  rating: one.rating,
  rating_count: one.rating_count,
  gigs_played: one.gigs_played,
  service_title: one.service_title,
  distance_km: one.distance_km,
  price,
  difference: price - agreed,
  fit: one.fit,
  suits: one.suits,
  stands_by,
})

/**
 * The moments of an event of the caller's that lost who was to play them, with who could in their place: by the
 * matcher's hard rules and fit, as the order's first musicians were found. Call it without a transaction, as matching
 * takes its time.
 * @throws Refusal 404, 503 `common.busy`
 */
export async function replacementsFor(
  reading: Asking,
  viewer: { id: number },
  event_id: number,
): Promise<Replacements> {
  const { db, now } = reading
  const event = await hostedEvent(db, viewer, event_id)
  const order = await ownOrder(db, viewer, event.order_id)
  const lost = await lostOf(db, order)
  const wanted = lost
    .filter(({ asked, ends_at }) => asked === null && Date.parse(ends_at) > now.getTime())
    .map(({ slot_id }) => slot_id)
  const { plan_id } = order
  if (isOver(event.state) || wanted.length === 0 || plan_id === null)
    return replacementsOf(order, lost, () => [])
  const standing = await standingBy(db, event.id)
  const { slots } = await inTurn(reading, viewer, async (effort) => {
    const attempt = await attemptOf(reading, order, plan_id, await openMomentsOf(db, order.id))
    // Nobody is looked for but for these; an optional moment that stayed empty takes nothing of the money.
    const others = attempt.moments.filter(({ slot_id }) => !wanted.includes(slot_id))
    const covered = new Map(others.map(({ slot_id }) => [slot_id, attempt.covered.get(slot_id) ?? 0]))
    return tryMatch(reading, { ...attempt, covered, preferred: null }, effort)
  })
  const gone = lost
    .filter(({ slot_id }) => wanted.includes(slot_id))
    .map((moment) => ({ ...moment, plays: moment.lost.project_id }))
  const price = await pricerOf(db, order, slots, gone)
  const standingAt = (slot_id: number) => standing.filter((one) => one.slot_id === slot_id)
  const stands = ({ slot_id }: Lost, id: number) =>
    standingAt(slot_id).some(({ project_id }) => project_id === id)
  const others = proposedInPlace(gone, {
    ranked: ({ slot_id }) => slots.find((one) => one.moment.slot_id === slot_id)?.ranked ?? [],
    choose: (moment, ranked) =>
      proposed(
        ranked.filter(({ project_id }) => !stands(moment, project_id)),
        moment.fit,
      ).slice(0, Math.max(0, MOST_PROPOSED - standingAt(moment.slot_id).length)),
    stands,
    price,
  })
  return replacementsOf(order, lost, (moment) => [
    // Whoever stands by comes first, for the price at which they were asked to; then who fits it best.
    ...proposed(wanted.includes(moment.slot_id) ? standingAt(moment.slot_id) : [], null).map((one) =>
      shownAs(moment, one, one.price, true),
    ),
    ...others
      .filter((other) => other.moment.slot_id === moment.slot_id)
      .map(({ one, price }) => shownAs(moment, one, price, false)),
  ])
}
