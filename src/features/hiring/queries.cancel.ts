import type { Reading } from '#core/server/app.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import type { CancelPreview } from './contract.ts'
import { openRequestsOf } from './queries.match.ts'
import { type OrderScope, orderRow } from './queries.ts'
import { isHeld } from './rules.requests.ts'

/** What cancelling an order ends besides its requests: each feature answers for its own. Money in minor units. */
export const cancelParts = extensionPoint<
  { order_id: number },
  { kind: string; count: number; accepted_total?: number; paid?: number; refund?: number }
>('order.cancel_parts')

/** What cancelling takes with it. */
export async function previewCancel(reading: Reading, scope: OrderScope): Promise<CancelPreview> {
  const order = await orderRow(reading.db, scope.order_id)
  const open = await openRequestsOf(reading.db, order.id)
  const parts = await gather(reading, cancelParts, { order_id: order.id })
  const sumOf = (key: 'accepted_total' | 'paid' | 'refund') =>
    parts.reduce((sum, part) => sum + (part[key] ?? 0), 0)
  return {
    requests: open.length,
    holds: new Set(open.filter(({ status }) => isHeld(status)).map(({ project_id }) => project_id)).size,
    parts: parts.filter(({ count }) => count > 0).map(({ kind, count }) => ({ kind, count })),
    people: new Set(open.map(({ project_id }) => project_id)).size,
    currency: (order.currency as CancelPreview['currency']) ?? 'USD',
    accepted_total: sumOf('accepted_total'),
    paid: sumOf('paid'),
    refund: sumOf('refund'),
  }
}
