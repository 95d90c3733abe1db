import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Currency } from '#core/contract/money.ts'
import { keyAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import type { Work } from '#core/server/app.ts'
import { saysTyped } from '#core/server/spelling.ts'
import { together } from '#core/server/together.ts'
import { music_projects } from '#features/projects/table.ts'
import { filledOf, missingIn } from '../brief/rules.ts'
import { planAround } from '../continuous/queries.ts'
import type { Stage, TimelineEntry } from '../journey/contract.ts'
import { type OrderRow, type OrderScope, orderRow, timelineOf } from '../journey/queries.ts'
import { allowedSteps, isEditable, MILESTONES, milestoneOf, OVER, statusOf } from '../journey/rules.ts'
import { byVariant, planVersionsOf } from '../plan/queries.ts'
import { orders } from '../table.ts'
import { requestsOfOrder, shownToHunter } from '../talent/queries.ts'
import { HELD } from '../talent/rules.ts'
import type { Order, OrderSummary } from './contract.ts'

/* ---------------------------------------------------------------- reading */

/** The part of an order that lists show too. */
const summaryOf = (row: OrderRow, asked_name: string | null) => ({
  asked_name,
  id: row.id,
  stage: row.stage,
  status: statusOf(row.stage),
  title: row.title,
  type: row.type,
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  zone: row.zone,
  city: row.city,
  guests: row.guests,
  currency: row.currency as Currency,
  budget_max: row.budget_max,
  score: row.score?.total ?? null,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** How a list of orders is sorted, and where it goes on. */
interface Sorted {
  by: SQL[]
  after: SQL | undefined
  key: (row: Pick<OrderSummary, 'id' | 'updated_at' | 'starts_at'>) => (string | number)[]
}

/** Last changed first. */
function byChange(cursor: string | undefined): Sorted {
  const after = keyAfter(cursor, ['instant', 'id'])
  return {
    by: [sql`${orders.updated_at} desc`, sql`${orders.id} desc`],
    after:
      after && sql`(${orders.updated_at}, ${orders.id}) < (${after[0]}::timestamptz, ${after[1]}::bigint)`,
    key: ({ updated_at, id }) => [updated_at, id],
  }
}

/**
 * By the date of the event: first what is ahead, the next one first; then what has no date yet, the newest first; then
 * what is over, the last one first. What is ahead is decided when the first page is asked for, and the cursor carries
 * it: an event that begins meanwhile is neither shown twice nor left out.
 */
function byDate(cursor: string | undefined, now: Date): Sorted {
  const after = keyAfter(cursor, ['instant', 'number', 'number', 'id'])
  const since = after?.[0] ?? now.toISOString()
  const { starts_at, id } = orders
  const isAhead = sql`${starts_at} >= ${since}::timestamptz`
  const group = sql`case when ${isAhead} then 0 when ${starts_at} is null then 1 else 2 end`
  const seconds = sql`extract(epoch from ${starts_at})::float8`
  const place = sql`case when ${isAhead} then ${seconds} when ${starts_at} is null then -${id}::float8
    else -${seconds} end`
  return {
    by: [group, place, sql`${id}`],
    after:
      after &&
      sql`(${group}, ${place}, ${id}) > (${after[1]}::int, ${after[2]}::float8, ${after[3]}::bigint)`,
    key: (row) => {
      if (row.starts_at === null) return [since, 1, -row.id, row.id]
      const at = Date.parse(row.starts_at)
      return at >= Date.parse(since) ? [since, 0, at / 1000, row.id] : [since, 2, -at / 1000, row.id]
    },
  }
}

/**
 * The hunter's orders, last changed first or by the date of their event (`byDate`); only open or past ones, or those of
 * some words, when asked.
 */
export async function ordersOf(
  { db, now }: Pick<Work, 'db' | 'now'>,
  hunter_id: number,
  query: PageQuery & {
    when?: 'open' | 'past' | undefined
    q?: string | undefined
    sort?: 'changed' | 'date' | undefined
  },
): Promise<Page<OrderSummary>> {
  const sorted = query.sort === 'date' ? byDate(query.cursor, now) : byChange(query.cursor)
  const said = query.q
    ? await saysTyped(
        db,
        {
          id: sql`orders.id`,
          text: sql`concat_ws(' ', orders.title, orders.city)`,
          among: sql`from ${orders} where hunter_id = ${hunter_id} order by updated_at desc`,
        },
        query.q,
      )
    : undefined
  const rows = await db
    .select({
      order: orders,
      // Named in full: a column alone would be taken for the inner query's.
      slots: sql<number>`(select count(*) from plan_moments m
        where m.plan_id = orders.plan_id and m.format is not null and m.required)`,
      held: sql<number>`(select count(distinct a.slot_id) from requests r
        join request_moments a on a.request_id = r.id
        join plan_moments m on m.plan_id = orders.plan_id and m.slot_id = a.slot_id and m.required
        where r.order_id = orders.id and a.status = any(${sql.param(HELD)}::text[]))`,
      asked_name: sql<string | null>`(select p.name from ${music_projects} p
        where orders.asked_alone and p.id = orders.preferred_project_id)`,
      waiting: sql<number>`(select count(*) from requests r
        where r.order_id = orders.id and r.status = 'asked')`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.hunter_id, hunter_id),
        query.when === 'open' ? notInArray(orders.stage, [...OVER]) : undefined,
        query.when === 'past' ? inArray(orders.stage, [...OVER]) : undefined,
        said,
        sorted.after,
      ),
    )
    .orderBy(...sorted.by)
    .limit(query.limit + 1)
  const found = rows.map(({ order, asked_name, slots, held, waiting }) => ({
    ...summaryOf(order, asked_name),
    filled: filledOf(order.brief),
    slots,
    held,
    waiting,
  }))
  return pageOf(found, query.limit, sorted.key)
}

function milestonesOf(stage: Stage, timeline: readonly TimelineEntry[]): Order['milestones'] {
  const current = milestoneOf(stage)
  return MILESTONES.map((stage) => ({
    stage,
    reached_at: timeline.findLast(({ to }) => to === stage)?.at ?? null,
    current: stage === current,
  }))
}

/** The whole order as its page shows it. @param known its row, where the caller has it locked */
export async function orderOf(
  { db, now }: Pick<Work, 'db' | 'now'>,
  scope: OrderScope,
  known?: OrderRow,
): Promise<Order> {
  const row = known ?? (await orderRow(db, scope.order_id))
  const { timeline, plans, requests, preferred, continuous } = await together(db, {
    timeline: timelineOf(db, row.id),
    plans: planVersionsOf(db, row.id),
    requests: requestsOfOrder(db, row.id, now),
    continuous: planAround(db, row.id),
    preferred: db
      .select({
        project_id: music_projects.id,
        name: music_projects.name,
        profile_image: music_projects.profile_image,
      })
      .from(music_projects)
      .where(eq(music_projects.id, row.preferred_project_id ?? 0)),
  })
  return {
    ...summaryOf(row, row.asked_alone ? (preferred[0]?.name ?? null) : null),
    revision: row.revision,
    brief: row.brief,
    missing: missingIn(row.brief),
    filled: filledOf(row.brief),
    editable: isEditable(row.stage),
    score_detail: row.score,
    plans: byVariant(plans),
    variant: row.variant,
    adjustment: row.adjustment,
    requests: requests.map(shownToHunter),
    steps: allowedSteps(row, 'hunter', now),
    milestones: milestonesOf(row.stage, timeline),
    timeline,
    preferred: preferred[0] ?? null,
    asked_alone: row.asked_alone,
    continuous_offered: row.continuous_offered_at !== null,
    continuous_plan: continuous[0]?.order_id ?? null,
  }
}
