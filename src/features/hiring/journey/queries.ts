import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { eventParams } from '#features/notifications/rules.ts'
import { order_history, orders } from '../table.ts'
import { JOURNEY } from './rules.ts'

/* ---------------------------------------------------------------- whose order */

declare const owned: unique symbol

/** Proof that the order is the caller's. Only `orderScope` and `lockOwnOrder` make one. */
export interface OrderScope {
  readonly order_id: number
  readonly hunter_id: number
  readonly [owned]: true
}

/**
 * The caller's own order.
 * @throws Refusal 404 when there is none, or it is somebody else's
 */
export async function orderScope(db: Db, viewer: { id: number }, order_id: number): Promise<OrderScope> {
  const [row] = await db
    .select({ id: orders.id, hunter_id: orders.hunter_id })
    .from(orders)
    .where(and(eq(orders.id, order_id), eq(orders.hunter_id, viewer.id)))
  if (!row) throw notFound()
  return scopeOf(row)
}

export type OrderRow = typeof orders.$inferSelect

/** The proof for whoever has found out that the order is the caller's; for `lockOwnOrder` and `orderScope` alone. */
export const scopeOf = ({ id, hunter_id }: Pick<OrderRow, 'id' | 'hunter_id'>): OrderScope =>
  ({ order_id: id, hunter_id }) as OrderScope

/** The order as it stands, where it is the caller's own: a select, to be read alone or with others. */
export const ownOrders = (db: Db, viewer: { id: number }, order_id: number) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.id, order_id), eq(orders.hunter_id, viewer.id)))

/**
 * The caller's own order as it stands, for what only reads it.
 * @throws Refusal 404 as `orderScope`
 */
export async function ownOrder(db: Db, viewer: { id: number }, order_id: number): Promise<OrderRow> {
  const [row] = await ownOrders(db, viewer, order_id)
  if (!row) throw notFound()
  return row
}

/** @throws Refusal 404 */
export async function orderRow(db: Db, order_id: number): Promise<OrderRow> {
  const [row] = await db.select().from(orders).where(eq(orders.id, order_id))
  if (!row) throw notFound()
  return row
}

/* ---------------------------------------------------------------- steps */

/** Who takes a step. */
export interface StepTaker {
  by: 'hunter' | 'system'
  /** None for the clock. */
  user_id: number | null
}
export const SYSTEM: StepTaker = { by: 'system', user_id: null }

/** What an order is called in texts about it, to its hunter and who plays it. */
export const orderParams = (
  order: Pick<OrderRow, 'title' | 'type' | 'city' | 'starts_at' | 'zone'>,
): Record<string, string> => ({
  ...eventParams(order),
  ...(order.starts_at ? { date: order.starts_at } : {}),
  zone: order.zone,
})

/** Orders whose event has begun without being confirmed; briefs that are still written aren't among them. */
export async function ordersToExpire(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.stage, [...JOURNEY.expire.from]), lte(orders.starts_at, now.toISOString())))
    .orderBy(orders.id)
    .limit(200)
  return rows.map(({ id }) => id)
}

/** Every step that the order took, oldest first: a select, to be read alone or with others. */
export const timelineOf = (db: Db, order_id: number) =>
  db
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
