import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Subject } from '#core/contract/subject.ts'
import type { Reading } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import type { DeletionPart } from '#features/accounts/contract.data.ts'
import { music_projects } from '#features/projects/table.ts'
import { type OrderScope, orderRow } from '../journey/queries.ts'
import { JOURNEY } from '../journey/rules.ts'
import { orders, requests } from '../table.ts'
import { endsAt, openMomentsOf } from '../talent/queries.ts'
import { isHeld, OPEN } from '../talent/rules.ts'
import type { CancelPreview } from './contract.ts'

/** Sums that the features above know of an order, minor units. */
const SUMS = ['accepted_total', 'paid', 'refund', 'unconfirmed', 'unconfirmed_refund', 'paid_beyond'] as const

/**
 * What cancelling an order ends besides its requests: each feature answers for its own. Money in minor units; `readers`: of
 * how many of it the musicians would read the hunter's reason.
 */
export const cancelParts = extensionPoint<
  { order_id: number },
  { kind: string; count: number; readers?: number } & { [K in (typeof SUMS)[number]]?: number }
>('order.cancel_parts')

/** What people are told of that came of these orders, as the subjects of notifications: each feature names its own. */
export const toldOfOrders = extensionPoint<{ order_ids: readonly number[] }, Subject>('order.told')

/** What cancelling takes with it. */
export async function previewCancel(reading: Reading, scope: OrderScope): Promise<CancelPreview> {
  const order = await orderRow(reading.db, scope.order_id)
  const open = await openMomentsOf(reading.db, order.id)
  const parts = await gather(reading, cancelParts, { order_id: order.id })
  const sumOf = (key: (typeof SUMS)[number]) => parts.reduce((sum, part) => sum + (part[key] ?? 0), 0)
  return {
    requests: new Set(open.map(({ request_id }) => request_id)).size,
    holds: new Set(open.filter(({ status }) => isHeld(status)).map(({ project_id }) => project_id)).size,
    parts: parts.filter(({ count }) => count > 0).map(({ kind, count }) => ({ kind, count })),
    people: new Set(open.map(({ project_id }) => project_id)).size,
    readers: parts.reduce((sum, { readers = 0 }) => sum + readers, 0),
    currency: (order.currency as CancelPreview['currency']) ?? 'USD',
    accepted_total: sumOf('accepted_total'),
    paid: sumOf('paid'),
    refund: sumOf('refund'),
    unconfirmed: sumOf('unconfirmed'),
    unconfirmed_refund: sumOf('unconfirmed_refund'),
    paid_beyond: sumOf('paid_beyond'),
  }
}

/** Counts the orders and the requests that end with somebody's account. */
export async function endingWithAccount(db: Db, user_id: number, now: Date): Promise<DeletionPart[]> {
  const open_orders = await db.$count(
    orders,
    and(eq(orders.hunter_id, user_id), inArray(orders.stage, [...JOURNEY.cancel.from])),
  )
  const [row] = await db
    .select({
      gigs: sql<number>`count(*) filter (where ${requests.status} = 'accepted')::int`,
      open: sql<number>`count(*) filter (where ${requests.status} <> 'accepted')::int`,
    })
    .from(requests)
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(
      and(
        eq(music_projects.owner_id, user_id),
        inArray(requests.status, OPEN),
        sql`${endsAt(outer(requests.id))} > ${now.toISOString()}::timestamptz`,
      ),
    )
  return [
    { kind: 'orders', count: open_orders },
    { kind: 'gigs', count: row?.gigs ?? 0 },
    { kind: 'requests', count: row?.open ?? 0 },
  ]
}
