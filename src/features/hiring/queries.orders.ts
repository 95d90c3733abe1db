import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { momentAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import { users } from '#features/accounts/table.ts'
import { type Message, notify } from '#features/notifications/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { BriefDraft, Order, OrderSummary, Saved, Stage, TimelineEntry } from './contract.ts'
import { scoreFactsOf } from './queries.match.ts'
import { planVersionsOf } from './queries.plans.ts'
import { closeRequests, requestsOfOrder } from './queries.requests.ts'
import {
  advance,
  keep,
  lockOrder,
  type OrderRow,
  type OrderScope,
  orderParams,
  orderRow,
  orderScope,
  SYSTEM,
} from './queries.ts'
import { checkBrief, columnsOf, emptyBrief, filledOf, mergeBrief, missingIn } from './rules.brief.ts'
import { ENOUGH, scoreOf } from './rules.score.ts'
import { allowedSteps, isEditable, OVER, placeOnRoad, ROAD, statusOf } from './rules.ts'
import { order_history, orders } from './table.ts'

/* ---------------------------------------------------------------- reading */

/** The part of an order that lists show too. */
const summaryOf = (row: OrderRow) => ({
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

/** The hunter's orders, last changed first; only open or past ones, or those of some words, when asked. */
export async function ordersOf(
  db: Db,
  hunter_id: number,
  query: PageQuery & { when?: 'open' | 'past' | undefined; q?: string | undefined },
): Promise<Page<OrderSummary>> {
  const after = momentAfter(query.cursor)
  const rows = await db
    .select({
      order: orders,
      // Named in full: a column alone would be taken for the inner query's.
      slots: sql<number>`(select count(*) from plan_moments m
        where m.plan_id = orders.plan_id and m.format is not null and m.required)`,
      held: sql<number>`(select count(distinct r.slot_id) from requests r
        join plan_moments m on m.plan_id = orders.plan_id and m.slot_id = r.slot_id and m.required
        where r.order_id = orders.id and r.status in ('available', 'accepted'))`,
      waiting: sql<number>`(select count(*) from requests r
        where r.order_id = orders.id and r.status = 'asked')`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.hunter_id, hunter_id),
        query.when === 'open' ? notInArray(orders.stage, [...OVER]) : undefined,
        query.when === 'past' ? inArray(orders.stage, [...OVER]) : undefined,
        query.q
          ? sql`strpos(unaccented(lower(concat_ws(' ', ${orders.title}, ${orders.city}))), unaccented(lower(${query.q}))) > 0`
          : undefined,
        after
          ? sql`(${orders.updated_at}, ${orders.id}) < (${after.at}::timestamptz, ${after.id}::bigint)`
          : undefined,
      ),
    )
    .orderBy(sql`${orders.updated_at} desc`, sql`${orders.id} desc`)
    .limit(query.limit + 1)
  const found = rows.map(({ order, slots, held, waiting }) => ({
    ...summaryOf(order),
    filled: filledOf(order.brief),
    slots,
    held,
    waiting,
  }))
  return pageOf(found, query.limit, ({ updated_at, id }) => `${updated_at}_${id}`)
}

async function timelineOf(db: Db, order_id: number): Promise<TimelineEntry[]> {
  const rows = await db
    .select({
      id: order_history.id,
      step: order_history.step,
      from: order_history.from,
      to: order_history.to,
      by: order_history.by,
      actor_name: sql<string | null>`split_part(${users.name}, ' ', 1)`,
      note: order_history.note,
      at: order_history.at,
    })
    .from(order_history)
    .leftJoin(users, eq(users.id, order_history.user_id))
    .where(eq(order_history.order_id, order_id))
    .orderBy(asc(order_history.id))
  return rows
}

function roadOf(stage: Stage, timeline: readonly TimelineEntry[]): Order['road'] {
  const place = placeOnRoad(stage)
  return ROAD.map((stage) => ({
    stage,
    reached_at: timeline.findLast(({ to }) => to === stage)?.at ?? null,
    current: stage === place,
  }))
}

/** The whole order as its page shows it. */
export async function orderOf({ db, now }: Pick<Work, 'db' | 'now'>, scope: OrderScope): Promise<Order> {
  const row = await orderRow(db, scope.order_id)
  const timeline = await timelineOf(db, row.id)
  const [wished] = row.wished_project_id
    ? await db
        .select({
          project_id: music_projects.id,
          name: music_projects.name,
          profile_image: music_projects.profile_image,
        })
        .from(music_projects)
        .where(eq(music_projects.id, row.wished_project_id))
    : []
  return {
    ...summaryOf(row),
    revision: row.revision,
    brief: row.brief,
    missing: missingIn(row.brief),
    filled: filledOf(row.brief),
    editable: isEditable(row.stage),
    score_detail: row.score,
    plans: await planVersionsOf(db, row.id),
    variant: row.variant,
    adjustment: row.adjustment,
    requests: await requestsOfOrder(db, row.id),
    steps: allowedSteps(row, 'hunter', now),
    road: roadOf(row.stage, timeline),
    timeline,
    wished: wished ?? null,
    continuous_offered: row.continuous_offered_at !== null,
  }
}

/* ---------------------------------------------------------------- the brief */

/**
 * Begins an order with its first field.
 * @param musician project whose profile it started from; one that isn't there (any more) is no wish
 */
export async function startOrder(
  work: Work,
  viewer: Viewer,
  first: BriefDraft,
  musician: number | null,
): Promise<OrderScope> {
  const brief = mergeBrief(emptyBrief(), first)
  const [wished] = musician
    ? await work.db
        .select({ id: music_projects.id })
        .from(music_projects)
        .where(and(eq(music_projects.id, musician), eq(music_projects.status, 'active')))
    : []
  const now = work.now.toISOString()
  const [order] = await work.db
    .insert(orders)
    .values({
      hunter_id: viewer.id,
      stage: 'draft',
      brief,
      ...columnsOf(brief),
      wished_project_id: wished?.id ?? null,
      created_at: now,
      updated_at: now,
    })
    .returning()
  if (!order) throw new Refusal(503, 'common.server')
  await keep(work, order.id, 'start', null, { by: 'hunter', user_id: viewer.id })
  await notify(work, [
    {
      user_id: viewer.id,
      type: 'BRIEF_INITIATED',
      subject: `order:${order.id}`,
      value: String(order.id),
      params: orderParams(order),
    },
  ])
  return orderScope(work.db, viewer, order.id)
}

/**
 * Writes a part of the brief. A brief that was handed in goes back to draft by it: score and plan have to be made
 * anew, and requests that are still out are closed.
 * @throws Refusal 409 `hiring.brief_moved_on` when another tab saved since, `hiring.brief_closed` once musicians are asked
 */
export async function saveBrief(
  work: Work,
  scope: OrderScope,
  revision: number,
  part: BriefDraft,
): Promise<Saved> {
  const order = await lockOrder(work, scope.order_id)
  if (!isEditable(order.stage)) throw new Refusal(409, 'hiring.brief_closed')
  if (order.revision !== revision) throw new Refusal(409, 'hiring.brief_moved_on')
  const brief = mergeBrief(order.brief, part)
  if (order.stage !== 'draft') {
    await closeRequests(work, order, 'brief_edited')
    await advance(
      work,
      order.id,
      'edit_brief',
      { by: 'hunter', user_id: scope.hunter_id },
      { set: { score: null, plan_id: null, variant: null, adjustment: null } },
    )
  }
  const [saved] = await work.db
    .update(orders)
    .set({
      brief,
      ...columnsOf(brief),
      revision: sql`${orders.revision} + 1`,
      updated_at: work.now.toISOString(),
    })
    .where(and(eq(orders.id, order.id), eq(orders.revision, revision)))
    .returning()
  if (!saved) throw new Refusal(409, 'hiring.brief_moved_on')
  return {
    id: saved.id,
    stage: saved.stage,
    revision: saved.revision,
    missing: missingIn(brief),
    filled: filledOf(brief),
    saved_at: saved.updated_at,
  }
}

/**
 * Hands the brief in: checked by field, then scored on what the database knows.
 * @throws Refusal 422 by field (the order stays a draft), 409 when another tab saved since
 */
export async function submitBrief(work: Work, scope: OrderScope, revision: number): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (order.stage !== 'draft') throw new Refusal(409, 'hiring.moved_on')
  if (order.revision !== revision) throw new Refusal(409, 'hiring.brief_moved_on')
  const { brief, fields } = checkBrief(order.brief, work.now)
  if (!brief) throw new Refusal(422, 'hiring.brief_incomplete', { fields })
  const collect: Message[] = []
  await advance(work, order.id, 'submit', { by: 'hunter', user_id: scope.hunter_id }, { collect })
  const score = scoreOf(brief, await scoreFactsOf(work.db, brief, work.now), work.now)
  await advance(work, order.id, score.total < ENOUGH ? 'ask_changes' : 'score', SYSTEM, {
    collect,
    set: { score },
    note: String(score.total),
    version: order.revision,
  })
  await notify(work, collect)
}

/** Goes on knowingly with a low score. @throws Refusal 409 when the order isn't there */
export async function continueOrder(work: Work, scope: OrderScope): Promise<void> {
  await advance(work, scope.order_id, 'continue', { by: 'hunter', user_id: scope.hunter_id })
}
