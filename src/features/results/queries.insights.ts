import { and, desc, eq, gte, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { BINDING } from '#features/contracts/rules.ts'
import { contracts } from '#features/contracts/table.ts'
import { events } from '#features/events/table.ts'
import type { BriefDraft } from '#features/hiring/brief/contract.ts'
import { type OrderRow, ownOrder } from '#features/hiring/journey/queries.ts'
import { orders } from '#features/hiring/table.ts'
import { music_projects } from '#features/projects/table.ts'
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
} from './rules.benchmark.ts'
import { recommendationsOf } from './rules.recommendations.ts'
import { aimOf } from './rules.ts'
import { follow_ups, host_surveys } from './table.ts'

/** At most so many events are compared with, the newest. */
const MOST_PEERS = 200
/** Among so many of the newest that are alike they are looked for, however many a town has had. */
const MOST_ALIKE = 2000

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
  const alike = db
    .select({ id: events.id, order_id: events.order_id, host: events.hunter_id, ends_at: events.ends_at })
    .from(events)
    .innerJoin(orders, and(eq(orders.id, events.order_id), inArray(orders.stage, ['results', 'closed'])))
    .where(
      and(
        eq(events.type, about.type),
        sql`lower(${events.city}) = lower(${about.city})`,
        sql`${events.guests} between ${like.from} and ${like.to}`,
        ne(events.hunter_id, hunter_id),
      ),
    )
    .orderBy(desc(events.ends_at), desc(events.id))
    .limit(MOST_ALIKE)
    .as('alike')
  const placed = db
    .select({
      id: alike.id,
      order_id: alike.order_id,
      ends_at: alike.ends_at,
      place: sql<number>`row_number() over (partition by ${alike.host}
        order by ${alike.ends_at} desc, ${alike.id} desc)`.as('place'),
    })
    .from(alike)
    .as('placed')
  const peers = db
    .select({ id: placed.id, order_id: placed.order_id })
    .from(placed)
    .where(lte(placed.place, MOST_OF_HOST))
    .orderBy(desc(placed.ends_at), desc(placed.id))
    .limit(MOST_PEERS)
    .as('peers')
  // Of those alone, what they agreed on and what their hosts said is read.
  const agreed = db
    .select({
      agreed: sql<number | null>`case when bool_and(${contracts.currency} = ${currency})
        then sum(${contracts.total})::float8 end`.as('agreed'),
    })
    .from(contracts)
    .where(and(eq(contracts.order_id, peers.order_id), inArray(contracts.state, [...BINDING])))
    .as('agreed')
  const rows = await db
    .select({
      guests: events.guests,
      agreed: agreed.agreed,
      objective: sql<BriefDraft['objective'] | null>`${orders.brief} -> 'objective'`,
      satisfaction: host_surveys.satisfaction,
      actual: host_surveys.actual,
      punctuality: host_surveys.punctuality,
      sent_at: host_surveys.sent_at,
    })
    .from(peers)
    .innerJoin(events, eq(events.id, peers.id))
    .innerJoin(orders, eq(orders.id, peers.order_id))
    .innerJoin(host_surveys, eq(host_surveys.event_id, peers.id))
    .leftJoinLateral(agreed, sql`true`)
  return rows.map(({ guests, agreed, objective, sent_at, ...answers }) =>
    figuresOfPeer({
      guests,
      agreed,
      target: aimOf({ objective: objective ?? {} })?.target ?? null,
      answers: sent_at === null ? null : answers,
    }),
  )
}

/** Who left an order's event once it had begun, each project once: reported as missing, or withdrawn that late. */
async function absentFrom(
  db: Db,
  order_id: number,
): Promise<{ project_id: number; project_name: string | null }[]> {
  return db
    .selectDistinct({ project_id: contracts.project_id, project_name: music_projects.name })
    .from(contracts)
    .innerJoin(events, eq(events.order_id, contracts.order_id))
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .where(
      and(
        eq(contracts.order_id, order_id),
        eq(contracts.artist_left, true),
        gte(contracts.ended_at, events.starts_at),
      ),
    )
    .orderBy(contracts.project_id)
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
    recommendations: recommendationsOf({ results, benchmark, absent: await absentFrom(db, order.id) }),
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
