import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { domainEvent } from '#core/server/events.ts'
import { type Message, notify } from '#features/notifications/commands.ts'
import type { NotificationType } from '#features/notifications/contract.ts'
import type { RequestStatus, Stage, Step } from './contract.ts'
import { type OrderRow, orderParams, type StepTaker } from './queries.ts'
import { JOURNEY, offersContinuousPlan, type Telling } from './rules.ts'
import { order_history, orders } from './table.ts'

/* ---------------------------------------------------------------- what features above hear of */

/** An order was cancelled by its hunter, or expired; its requests are closed and their holds released already. */
export const orderCancelled = domainEvent<{ order_id: number; by: 'hunter' | 'clock' }>('order.cancelled')

/** An event was put off without a date; requests are closed and holds released already. */
export const orderPostponed = domainEvent<{ order_id: number }>('order.postponed')

/** Every required slot is held, and the order is `available`: by an answer, or because what was missing was dropped. */
export const slotsHeld = domainEvent<{ order_id: number }>('hiring.slots_held')

/** A request ended without a gig: its quote and contract end too. The hold is released already. */
export const requestClosed = domainEvent<{
  request_id: number
  order_id: number
  slot_id: number
  project_id: number
  /** What it was: with `available` or `accepted` there was a quote. */
  was: RequestStatus
  status: RequestStatus
  reason: string
}>('hiring.request_closed')

/**
 * The order, locked until the transaction ends: whatever changes its requests or plan passes one at a time.
 * @throws Refusal 404
 */
export async function lockOrder(work: Work, order_id: number): Promise<OrderRow> {
  const [row] = await work.db.select().from(orders).where(eq(orders.id, order_id)).for('update')
  if (!row) throw notFound()
  return row
}

/** Writes columns of an order that isn't taking a step. The order must be locked. */
export async function writeOrder(
  work: Work,
  order_id: number,
  set: Partial<typeof orders.$inferInsert>,
): Promise<OrderRow> {
  const [row] = await work.db
    .update(orders)
    .set({ ...set, updated_at: work.now.toISOString() })
    .where(eq(orders.id, order_id))
    .returning()
  if (!row) throw notFound()
  return row
}

export interface Advance {
  /** For the timeline. */
  note?: string | null
  /** Columns that change with the stage. */
  set?: Partial<typeof orders.$inferInsert>
  /** Tells again when it rises; unless said, how often that was told before. */
  version?: number
  /** Others who are told in the same breath. */
  tells?: Message[]
  /** Collects the messages instead of telling: the caller tells once, last, with `notify`. */
  collect?: Message[]
}

/**
 * Takes a step of the journey: checks actor and stage, writes the new stage, one row of history and the
 * notifications, all in the caller's transaction.
 * @throws Refusal 409 `hiring.moved_on` when the order isn't at a stage that the step starts from (any more)
 * @throws Refusal 403 when the step is somebody else's to take
 */
export async function advance(
  work: Work,
  order_id: number,
  step: Step,
  taker: StepTaker,
  { note = null, set = {}, version, tells = [], collect }: Advance = {},
): Promise<OrderRow> {
  const { from, to, by, tells: type } = JOURNEY[step]
  if (by !== taker.by) throw new Refusal(403, 'access.forbidden')
  const now = work.now.toISOString()
  const before = await lockOrder(work, order_id)
  const [order] = await work.db
    .update(orders)
    .set({ ...set, stage: to, updated_at: now })
    .where(
      and(
        eq(orders.id, order_id),
        inArray(orders.stage, from.length > 0 ? [...from] : ['draft']),
        by === 'hunter' ? eq(orders.hunter_id, taker.user_id ?? 0) : undefined,
      ),
    )
    .returning()
  if (!order) throw new Refusal(409, 'hiring.moved_on')
  await keep(work, order_id, step, before.stage, taker, note)
  const messages: Message[] = type
    ? [
        {
          user_id: order.hunter_id,
          type: type satisfies NotificationType,
          subject: `order:${order_id}`,
          version: version ?? (await timesTold(work.db, order_id, type)),
          value: String(order_id),
          params: orderParams(order),
        },
        ...tells,
      ]
    : tells
  const offer = await offered(work, order)
  if (offer) messages.push(offer)
  if (collect) collect.push(...messages)
  else await notify(work, messages)
  return order
}

/** How often the order took a step that tells the same. */
async function timesTold(db: Db, order_id: number, type: Telling): Promise<number> {
  const steps = (Object.keys(JOURNEY) as Step[]).filter((step) => JOURNEY[step].tells === type)
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(order_history)
    .where(and(eq(order_history.order_id, order_id), inArray(order_history.step, steps)))
  return row?.count ?? 1
}

/** One row of the append-only history. */
export async function keep(
  work: Work,
  order_id: number,
  step: Step,
  from: Stage | null,
  taker: StepTaker,
  note: string | null = null,
): Promise<void> {
  await work.db.insert(order_history).values({
    order_id,
    step,
    from,
    to: JOURNEY[step].to,
    by: taker.by,
    user_id: taker.user_id,
    note: note || null,
    at: work.now.toISOString(),
  })
}

/** Offers a continuous plan once an order, from the plan on, when the brief recurs or the hunter's orders do. */
async function offered(work: Work, order: OrderRow): Promise<Message | null> {
  if (order.stage !== 'planned' || order.continuous_offered_at) return null
  const others = await work.db
    .select({ type: orders.type, city: orders.city, stage: orders.stage, created_at: orders.created_at })
    .from(orders)
    .where(and(eq(orders.hunter_id, order.hunter_id), ne(orders.id, order.id)))
    .orderBy(desc(orders.id))
    .limit(50)
  const offers = offersContinuousPlan(
    { type: order.type, city: order.city, recurrence: order.brief.event?.recurrence ?? null, offered: false },
    others,
    work.now,
  )
  if (!offers) return null
  await work.db
    .update(orders)
    .set({ continuous_offered_at: work.now.toISOString() })
    .where(and(eq(orders.id, order.id), sql`${orders.continuous_offered_at} is null`))
  return {
    user_id: order.hunter_id,
    type: 'CONTINUOUS_PLAN_OFFERED',
    subject: `order:${order.id}`,
    value: String(order.id),
    params: orderParams(order),
  }
}
