import type { Work } from '#core/server/app.ts'
import { raise } from '#core/server/events.ts'
import type { CancelPreview } from './contract.ts'
import { openRequestsOf } from './queries.match.ts'
import { cancelPreviewed, type OrderScope, orderRow } from './queries.ts'
import { isHeld } from './rules.requests.ts'

/* ---------------------------------------------------------------- ends */

/** What cancelling takes with it; the features above add theirs. */
export async function previewCancel(work: Work, scope: OrderScope): Promise<CancelPreview> {
  const order = await orderRow(work.db, scope.order_id)
  const open = await openRequestsOf(work.db, order.id)
  const preview: CancelPreview = {
    requests: open.length,
    budgets: 0,
    holds: new Set(open.filter(({ status }) => isHeld(status)).map(({ project_id }) => project_id)).size,
    contracts: 0,
    events: 0,
    people: new Set(open.map(({ project_id }) => project_id)).size,
    currency: (order.currency as CancelPreview['currency']) ?? 'USD',
    accepted_total: 0,
    paid: 0,
    refund: 0,
  }
  await raise(work, cancelPreviewed, { order_id: order.id, preview })
  return preview
}
