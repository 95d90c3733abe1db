import { and, desc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { BINDING } from '#features/contracts/rules.ts'
import { contracts } from '#features/contracts/table.ts'
import { events } from '#features/events/table.ts'
import { type OrderRow, ownOrder } from '#features/hiring/journey/queries.ts'
import { orders } from '#features/hiring/table.ts'
import type { Benchmark, Insights } from './contract.insights.ts'
import type { Results } from './contract.ts'
import { resultsOfRow } from './queries.ts'
import {
  CLOSE_AFTER,
  comparedWith,
  type Figures,
  figuresOfOwn,
  figuresOfPeer,
  guestsLike,
  LEAST_EVENTS,
  LOOK_AGAIN,
  MOST_OF_HOST,
  type PeerFacts,
} from './rules.benchmark.ts'
import { recommendationsOf } from './rules.recommendations.ts'
import { follow_ups, host_surveys } from './table.ts'

/** At most so many events are compared with, the newest. */
const MOST_PEERS = 200

/**
 * The figures of other hosts' events that have their results: of that type, in that town, with about as many guests.
 * Nothing says whose they are.
 */
async function peersOf(
  db: Db,
  { hunter_id, currency }: OrderRow,
  about: { type: Results['type']; city: string; guests: number },
): Promise<Figures[]> {
  const like = guestsLike(about.guests)
  const agreed = db
    .select({
      order_id: contracts.order_id,
      agreed: sql<number | null>`case when bool_and(${contracts.terms} -> 'fees' ->> 'currency' = ${currency})
        then sum((${contracts.terms} -> 'fees' ->> 'total')::bigint)::float8 end`.as('agreed'),
    })
    .from(contracts)
    .where(and(eq(contracts.order_id, orders.id), inArray(contracts.state, [...BINDING])))
    .groupBy(contracts.order_id)
    .as('agreed')
  const alike = db
    .select({
      guests: events.guests,
      ends_at: events.ends_at,
      agreed: agreed.agreed,
      target: sql<number | null>`(${orders.brief} -> 'objective' ->> 'target')::float8`.as('target'),
      has_metric: sql<boolean>`${orders.brief} -> 'objective' ->> 'metric' is not null`.as('has_metric'),
      nps: host_surveys.nps,
      satisfaction: host_surveys.satisfaction,
      actual: host_surveys.actual,
      punctuality: host_surveys.punctuality,
      sent_at: host_surveys.sent_at,
      place: sql<number>`row_number() over (partition by ${events.hunter_id}
        order by ${events.ends_at} desc, ${events.id} desc)`.as('place'),
    })
    .from(events)
    .innerJoin(orders, eq(orders.id, events.order_id))
    .innerJoin(host_surveys, eq(host_surveys.event_id, events.id))
    .leftJoinLateral(agreed, sql`true`)
    .where(
      and(
        eq(events.type, about.type),
        sql`lower(${events.city}) = lower(${about.city})`,
        sql`${events.guests} between ${like.from} and ${like.to}`,
        ne(events.hunter_id, hunter_id),
        inArray(orders.stage, ['results', 'closed']),
      ),
    )
    .as('alike')
  const rows = await db
    .select()
    .from(alike)
    .where(lte(alike.place, MOST_OF_HOST))
    .orderBy(desc(alike.ends_at))
    .limit(MOST_PEERS)
  return rows.map(({ sent_at, target, has_metric, guests, agreed, ...answers }) => {
    const facts: PeerFacts = {
      guests,
      agreed,
      target: has_metric ? target : null,
      answers: sent_at === null ? null : answers,
    }
    return figuresOfPeer(facts)
  })
}

/** The event of an order among others like it, as they are now. */
async function benchmarkOf(db: Db, order: OrderRow, results: Results): Promise<Benchmark> {
  const { type, city, guests } = results
  const like = guests === null ? null : guestsLike(guests)
  const peers = city === null || guests === null ? [] : await peersOf(db, order, { type, city, guests })
  return {
    type,
    city,
    guests_from: like?.from ?? null,
    guests_to: like?.to ?? null,
    events: peers.length,
    least: LEAST_EVENTS,
    figures: comparedWith(figuresOfOwn(results), peers),
  }
}

/**
 * What the event of an order looks like among others, and what follows from it.
 * @throws Refusal 409 `results.not_ready`
 */
export async function insightsOfRow(db: Db, order: OrderRow): Promise<Insights> {
  const results = await resultsOfRow(db, order)
  const benchmark = await benchmarkOf(db, order, results)
  return {
    order_id: order.id,
    currency: results.currency,
    benchmark,
    recommendations: recommendationsOf({ results, benchmark }),
  }
}

/** The same of an order of the caller's. @throws Refusal 404, 409 `results.not_ready` before it has its results */
export const insightsOf = async (db: Db, viewer: { id: number }, order_id: number): Promise<Insights> =>
  insightsOfRow(db, await ownOrder(db, viewer, order_id))

/** Orders with results after which something may be told by now. Who is gone is told nothing any more. */
export async function ordersToFollowUp(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: follow_ups.order_id })
    .from(follow_ups)
    .innerJoin(orders, eq(orders.id, follow_ups.order_id))
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .where(
      and(
        isNull(follow_ups.recommended_at),
        isNull(users.deleted_at),
        or(
          isNull(follow_ups.looked_at),
          lte(follow_ups.looked_at, new Date(now.getTime() - LOOK_AGAIN).toISOString()),
        ),
      ),
    )
    .orderBy(follow_ups.order_id)
    .limit(200)
  return rows.map(({ id }) => id)
}

/** Orders that have had their results long enough to be closed. */
export async function ordersToClose(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(follow_ups, eq(follow_ups.order_id, orders.id))
    .where(
      and(
        eq(orders.stage, 'results'),
        lte(follow_ups.results_at, new Date(now.getTime() - CLOSE_AFTER).toISOString()),
      ),
    )
    .orderBy(orders.id)
    .limit(200)
  return rows.map(({ id }) => id)
}
