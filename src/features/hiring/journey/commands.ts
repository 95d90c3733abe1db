import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { domainEvent } from '#core/server/events.ts'
import { machine } from '#core/server/steps.ts'
import { type Message, notify } from '#features/notifications/commands.ts'
import type { NotificationType } from '#features/notifications/contract.ts'
import { order_history, orders } from '../table.ts'
import type { Stage, Step } from './contract.ts'
import { type OrderRow, type OrderScope, orderParams, type StepTaker, scopeOf } from './queries.ts'
import { JOURNEY, offersContinuousPlan } from './rules.ts'

/* ---------------------------------------------------------------- what features above hear of */

/** An order was cancelled by its hunter, or expired; its requests are closed and their holds released already. */
export const orderCancelled = domainEvent<{ order_id: number; by: 'hunter' | 'clock' }>('order.cancelled')

/** An event was put off without a date; requests are closed and holds released already. */
export const orderPostponed = domainEvent<{ order_id: number }>('order.postponed')

/**
 * What musicians were asked for no longer holds: whoever has an open request is released. Raised before the order
 * takes its step, so that those who hear of the step find nothing open.
 */
export const planWithdrawn = domainEvent<{ order: OrderRow; reason: string }>('hiring.plan_withdrawn')

/* ---------------------------------------------------------------- the order's row */

const LOCKED = 'order:'
const nameOf = (order_id: number) => `${LOCKED}${order_id}`

/** Remembers a locked order as it was just written. */
function keepLocked(work: Work, row: OrderRow): OrderRow {
  work.effects.locked.set(nameOf(row.id), row)
  return row
}

/** Whether the transaction has the order locked already. */
export const hasLocked = (work: Work, order_id: number): boolean => work.effects.locked.has(nameOf(order_id))

/** Forgets what is known of locked orders, after they were written past the functions here. */
export function forgetLocked(work: Work): void {
  for (const name of work.effects.locked.keys()) if (name.startsWith(LOCKED)) work.effects.locked.delete(name)
}

async function lock(work: Work, order_id: number, whose?: SQL): Promise<OrderRow> {
  const [row] = await work.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, order_id), whose))
    .for('update')
  if (!row) throw notFound()
  return keepLocked(work, row)
}

/**
 * The order, locked until the transaction ends: whatever changes its requests or plan passes one at a time. Asked
 * again it is what the transaction knows of it.
 * @throws Refusal 404
 */
export async function lockOrder(work: Work, order_id: number): Promise<OrderRow> {
  return (work.effects.locked.get(nameOf(order_id)) as OrderRow | undefined) ?? lock(work, order_id)
}

/**
 * The caller's own order, locked, for whatever they do to it.
 * @throws Refusal 404 when there is none, or it is somebody else's
 */
export async function lockOwnOrder(
  work: Work,
  viewer: { id: number },
  order_id: number,
): Promise<OrderScope> {
  return scopeOf(await lock(work, order_id, eq(orders.hunter_id, viewer.id)))
}

/** Writes columns of a locked order that isn't taking a step. */
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
  return keepLocked(work, row)
}

/* ---------------------------------------------------------------- steps */

const orderSteps = machine({ table: orders, column: 'stage', steps: JOURNEY, moved_on: 'hiring.moved_on' })

export interface Advance {
  /** For the timeline. */
  note?: string | null
  /** Columns that change with the stage. */
  set?: Omit<Partial<typeof orders.$inferInsert>, 'id' | 'stage'>
  /** Tells again when it rises; unless given, how often that was told before. */
  version?: number
  /** Others who are told in the same breath. */
  tells?: Message[]
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
  { note = null, set = {}, version, tells = [] }: Advance = {},
): Promise<OrderRow> {
  const type = JOURNEY[step].tells
  const before = await lockOrder(work, order_id)
  const order = keepLocked(
    work,
    await orderSteps.take(work, order_id, step, taker.by, {
      set: { ...set, updated_at: work.now.toISOString() },
      where: taker.by === 'hunter' ? eq(orders.hunter_id, taker.user_id ?? 0) : undefined,
    }),
  )
  const told = await recordStep(work, order_id, step, before.stage, taker, note)
  const messages: Message[] = type
    ? [
        {
          user_id: order.hunter_id,
          type: type satisfies NotificationType,
          subject: subject('order', order_id),
          version: version ?? told,
          value: String(order_id),
          params: orderParams(order),
        },
        ...tells,
      ]
    : tells
  const offer = await continuousPlanOffer(work, order)
  notify(work, offer ? [...messages, offer] : messages)
  return order
}

/** The steps that tell the same as this one, itself too. */
const stepsTelling = (step: Step): Step[] =>
  (Object.keys(JOURNEY) as Step[]).filter((one) => JOURNEY[one].tells === JOURNEY[step].tells)

/**
 * Inserts one row of the append-only history.
 * @returns how often the order has taken a step that tells the same, with this one
 */
export async function recordStep(
  work: Work,
  order_id: number,
  step: Step,
  from: Stage | null,
  taker: StepTaker,
  note: string | null = null,
): Promise<number> {
  const { rows } = await work.db.execute<{ before: number }>(sql`
    insert into ${order_history} (order_id, step, "from", "to", by, user_id, note, at)
    values (${order_id}, ${step}, ${from}, ${JOURNEY[step].to}, ${taker.by}, ${taker.user_id}, ${note || null},
      ${work.now.toISOString()})
    -- The statement doesn't see its own row.
    returning (select count(*) from ${order_history} h
      where h.order_id = ${order_id} and h.step in ${stepsTelling(step)}) as before`)
  return (rows[0]?.before ?? 0) + 1
}

/** Offers a continuous plan once an order, from the plan on, when the brief recurs or the hunter's orders do. */
async function continuousPlanOffer(work: Work, order: OrderRow): Promise<Message | null> {
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
  const [offered] = await work.db
    .update(orders)
    .set({ continuous_offered_at: work.now.toISOString() })
    .where(and(eq(orders.id, order.id), sql`${orders.continuous_offered_at} is null`))
    .returning()
  if (offered) keepLocked(work, offered)
  return {
    user_id: order.hunter_id,
    type: 'CONTINUOUS_PLAN_OFFERED',
    subject: subject('order', order.id),
    value: String(order.id),
    params: orderParams(order),
  }
}
