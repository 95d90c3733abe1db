import { desc, eq, sql } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { saysTyped } from '#core/server/spelling.ts'
import { users } from '#features/accounts/table.ts'
import type { Found, Section } from '#features/staff/queries.lookUps.ts'
import type { GivenFact } from '#features/staff/queries.queue.ts'
import { orders } from '../table.ts'

/* Orders, as staff looks them up. */

/** Orders by their number, title or town, or by whose they are; slips are forgiven. */
export async function ordersSaying(db: Db, typed: string, most: number): Promise<Found[]> {
  const number = /^#?(\d{1,15})$/.exec(typed)?.[1]
  const says = number
    ? eq(orders.id, Number(number))
    : await saysTyped(
        db,
        {
          id: sql`orders.id`,
          text: sql`concat_ws(' ', orders.title, orders.city, users.name, users.email)`,
          among: sql`from ${orders} join ${users} on users.id = orders.hunter_id order by orders.id desc`,
        },
        typed,
      )
  return db
    .select({ id: orders.id, title: orders.title, detail: orders.city, at: orders.starts_at })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .where(says)
    .orderBy(desc(orders.id))
    .limit(most)
}

/** An order in figures; null when there is none. */
export async function orderForStaff(db: Db, id: number) {
  const [row] = await db
    .select({ order: orders, hunter: users.name })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .where(eq(orders.id, id))
  if (!row) return null
  const { order } = row
  const facts: GivenFact[] = [
    { name: 'stage', words: `functionality:desk.order.stages.${order.stage}` },
    { name: 'hunter', text: row.hunter },
    { name: 'starts_at', at: order.starts_at },
    { name: 'city', text: order.city },
    { name: 'guests', text: order.guests === null ? null : String(order.guests) },
    ...(order.budget_max !== null && order.currency !== null
      ? [{ name: 'budget', amount: order.budget_max, currency: order.currency }]
      : []),
    { name: 'created_at', at: order.created_at },
    { name: 'updated_at', at: order.updated_at },
  ]
  return { title: order.title, facts }
}

/** The latest orders of somebody, and whose an order is. */
export async function orderSections(
  db: Db,
  { kind, id }: { kind: string; id: number },
  most: number,
): Promise<Section[]> {
  if (kind === 'order') {
    const [row] = await db
      .select({ user_id: orders.hunter_id, name: users.name })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.hunter_id))
      .where(eq(orders.id, id))
    if (!row?.name) return []
    return [{ name: 'people', rows: [{ about: subject('user', row.user_id), title: row.name, at: null }] }]
  }
  if (kind !== 'user') return []
  const rows = await db
    .select({ id: orders.id, title: orders.title, stage: orders.stage, at: orders.starts_at })
    .from(orders)
    .where(eq(orders.hunter_id, id))
    .orderBy(desc(orders.id))
    .limit(most)
  return [
    {
      name: 'orders',
      rows: rows.map(({ id: order_id, title, stage, at }) => ({
        about: subject('order', order_id),
        title: title ?? `#${order_id}`,
        words: `functionality:desk.order.stages.${stage}`,
        at,
      })),
    },
  ]
}
