import { and, desc, eq, getTableColumns, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { notFound } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import { wallClock } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { domainEvent } from '#core/server/events.ts'
import { machine } from '#core/server/steps.ts'
import { type Message, notify } from '#features/notifications/commands.ts'
import type { NotificationType } from '#features/notifications/contract.ts'
import { continuous_dates, order_history, orders } from '../table.ts'
import type { Stage, Step } from './contract.ts'
import { type OrderRow, type OrderScope, orderParams, type StepTaker, scopeOf } from './queries.ts'
import { JOURNEY, offersContinuousPlan } from './rules.ts'

/* ---------------------------------------------------------------- what features above hear of */

/**
 * An order was cancelled by its hunter, with their account, or expired; its requests are closed and their holds released
 * already.
 */
export const orderCancelled = domainEvent<{ order_id: number; by: 'hunter' | 'erasure' | 'clock' }>(
  'order.cancelled',
)

/** An event was put off without a date; requests are closed and holds released already. */
export const orderPostponed = domainEvent<{ order_id: number }>('order.postponed')

/** An event that was put off has a date again, YYYY-MM-DD where it takes place. */
export const orderMoved = domainEvent<{ order_id: number; date: string }>('order.moved')

/**
 * Where an event is exactly was said beside its brief, or put right.
 * `revision`: the brief's by now, which rises with each
 */
export const orderPlaced = domainEvent<{ order_id: number; address: string; revision: number }>(
  'order.placed',
)

/**
 * What musicians were asked for no longer holds: whoever has an open request is released. Raised before the order
 * takes its step, so that those who hear of the step find nothing open.
 */
export const planWithdrawn = domainEvent<{ order: OrderRow; reason: string }>('hiring.plan_withdrawn')

/* ---------------------------------------------------------------- the order's row */

const LOCKED = 'order:'
const nameOf = (order_id: number) => `${LOCKED}${order_id}`

/** Remembers an order that a statement of the transaction has just locked, or written while it was. */
export function keepLocked(work: Work, row: OrderRow): OrderRow {
  work.effects.locked.set(nameOf(row.id), row)
  return row
}

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
 * The order that a row of another table belongs to, locked as by `lockOrder`, with that row as it was before: whoever
 * changes it says what must still hold.
 * @param which of the table's rows, and what must hold of the order
 * @throws Refusal 404
 */
export async function lockOrderOf<Of extends PgTable & { order_id: PgColumn }>(
  work: Work,
  of: Of,
  which: SQL | undefined,
): Promise<{ order: OrderRow; row: Of['$inferSelect'] }> {
  const [found] = await work.db
    .select({ order: getTableColumns(orders), row: getTableColumns<PgTable>(of) })
    .from(orders)
    .innerJoin<PgTable, 'inner'>(of, eq(of.order_id, orders.id))
    .where(which)
    .for('update', { of: orders })
  if (!found) throw notFound()
  return { order: keepLocked(work, found.order), row: found.row }
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
  /** The hunter wrote it themselves and has it before them: nothing is told to them. */
  silent?: boolean
  /** Others who are told in the same breath. */
  tells?: Message[]
  /** What of other tables is written with the step, in one statement; none of it may read what another writes. */
  writes?: readonly SQLWrapper[]
}

/** A step of the journey, by whom it is taken and what comes with it. */
interface Taken extends Advance {
  step: Step
  taker: StepTaker
}

/**
 * Takes a step of the journey: checks actor and stage, writes the new stage, one row of history and the
 * notifications, all in the caller's transaction.
 * @throws Refusal 409 `hiring.moved_on` when the order isn't at a stage that the step starts from (any more)
 * @throws Refusal 403 when the step is somebody else's to take
 */
export const advance = (
  work: Work,
  order_id: number,
  step: Step,
  taker: StepTaker,
  more: Advance = {},
): Promise<OrderRow> => advanceInTurn(work, order_id, [{ step, taker, ...more }])

/** Takes several steps of the journey in a row, as `advance` takes one; the order is written once. */
export async function advanceInTurn(work: Work, order_id: number, path: readonly Taken[]): Promise<OrderRow> {
  const before = await lockOrder(work, order_id)
  const hunter = path.find(({ taker }) => taker.by === 'hunter')?.taker
  const { row, read: taken } = await orderSteps.takeInTurn(
    work,
    order_id,
    path.map(({ step, taker }) => ({ step, actor: taker.by })),
    {
      set: { ...Object.assign({}, ...path.map(({ set }) => set)), updated_at: work.now.toISOString() },
      where: hunter ? eq(orders.hunter_id, hunter.user_id ?? 0) : undefined,
      notes: [
        work.db.insert(order_history).values(historyOf(work, order_id, before.stage, path)),
        ...path.flatMap(({ writes = [] }) => writes),
      ],
      read: timesTaken(order_id),
    },
  )
  const order = keepLocked(work, row)
  const told = timesTold(path, taken)
  const messages = path.flatMap(({ step, version, silent, tells = [] }, at): Message[] => {
    const type = JOURNEY[step].tells
    if (!type || silent) return tells
    return [
      {
        user_id: order.hunter_id,
        type: type satisfies NotificationType,
        subject: subject('order', order_id),
        version: version ?? told[at] ?? 1,
        value: String(order_id),
        params: { ...orderParams(order), ...(order.asked_alone ? { voice: 'alone' } : {}) },
      },
      ...tells,
    ]
  })
  const offer = await continuousPlanOffer(work, order)
  notify(work, offer ? [...messages, offer] : messages)
  return order
}

/**
 * The rows of the append-only history of some steps that are taken in a row.
 * @param from where the first of them starts
 */
export const historyOf = (
  work: Pick<Work, 'now'>,
  order_id: number,
  from: Stage | null,
  path: readonly Pick<Taken, 'step' | 'taker' | 'note'>[],
) =>
  path.map(({ step, taker, note }, at) => {
    const last = path[at - 1]
    return {
      order_id,
      step,
      from: last ? JOURNEY[last.step].to : from,
      to: JOURNEY[step].to,
      ...taker,
      note: note || null,
      at: work.now.toISOString(),
    }
  })

/** How often the order has taken each step so far. */
const timesTaken = (order_id: number) => sql<Partial<Record<Step, number>> | null>`(
  select jsonb_object_agg(step, times) from (
    select h.step, count(*) as times from ${order_history} h
    where h.order_id = ${order_id} group by h.step) taken)`

/** How often a step that tells the same was taken, for each of some steps and with it. */
function timesTold(
  path: readonly Pick<Taken, 'step'>[],
  taken: Partial<Record<Step, number>> | null | undefined,
): number[] {
  const before = Object.entries(taken ?? {}) as [Step, number][]
  return path.map(({ step }, at) => {
    const tellsTheSame = (one: Step) => JOURNEY[one].tells === JOURNEY[step].tells
    const earlier = before.reduce((sum, [one, times]) => (tellsTheSame(one) ? sum + times : sum), 0)
    return earlier + path.slice(0, at + 1).filter((one) => tellsTheSame(one.step)).length
  })
}

/** The day of an order's event, there. */
const dayOf = ({ starts_at, zone }: Pick<OrderRow, 'starts_at' | 'zone'>) =>
  starts_at && wallClock(starts_at, zone).day

/** Offers a continuous plan once an order, from the plan on, when the brief recurs or the hunter's orders do. */
async function continuousPlanOffer(work: Work, order: OrderRow): Promise<Message | null> {
  if (order.stage !== 'planned' || order.continuous_offered_at) return null
  const others = await work.db
    .select({
      type: orders.type,
      city: orders.city,
      stage: orders.stage,
      starts_at: orders.starts_at,
      zone: orders.zone,
      offered: sql<boolean>`${orders.continuous_offered_at} is not null`,
      created_at: orders.created_at,
      // With each of them: the order that a date's plan was made of is one.
      dated: sql<boolean>`exists (select from ${continuous_dates} d where d.order_id = ${order.id})`,
    })
    .from(orders)
    .where(and(eq(orders.hunter_id, order.hunter_id), ne(orders.id, order.id)))
    .orderBy(desc(orders.id))
    .limit(50)
  const offers = offersContinuousPlan(
    {
      type: order.type,
      city: order.city,
      day: dayOf(order),
      recurrence: order.brief.event?.recurrence ?? null,
      offered: false,
      dated: others.some(({ dated }) => dated),
    },
    others.map((other) => ({ ...other, day: dayOf(other) })),
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
