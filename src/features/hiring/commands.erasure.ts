import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { cancelOrder } from './commands.journey.ts'
import { withdrawProject } from './commands.requests.ts'
import { lockOrder } from './commands.ts'
import { orderScope } from './queries.ts'
import { withoutWords } from './rules.brief.ts'
import { canStep, hasTakenPlace } from './rules.ts'
import { candidates, order_history, orders, plan_moments, plans, requests } from './table.ts'

/**
 * Ends the orders of a hunter whose account goes. What reached nobody is removed; of the others stays what those
 * who were asked have in their history: what kind of event, when, in which town.
 */
export async function eraseOrders(work: Work, user_id: number): Promise<void> {
  const { db } = work
  const own = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.hunter_id, user_id))
    .orderBy(asc(orders.id))
  for (const { id } of own) {
    const order = await lockOrder(work, id)
    if ((await db.$count(requests, eq(requests.order_id, id))) === 0) {
      await db.delete(orders).where(eq(orders.id, id))
      continue
    }
    if (canStep('cancel', order.stage) && !hasTakenPlace(order, work.now))
      await cancelOrder(work, await orderScope(db, { id: user_id }, id), 'account_deleted')
    await db
      .update(orders)
      .set({ title: null, brief: withoutWords(order.brief), lat: null, lng: null, adjustment: null })
      .where(eq(orders.id, id))
    await db
      .update(plan_moments)
      .set({ title: null })
      .where(
        inArray(plan_moments.plan_id, db.select({ id: plans.id }).from(plans).where(eq(plans.order_id, id))),
      )
    await db.update(requests).set({ message: '' }).where(eq(requests.order_id, id))
    // Words alone may go from the history (migrations/0009): what happened stays.
    await db.update(order_history).set({ note: null }).where(eq(order_history.order_id, id))
  }
}

/** Takes a deleted project out of what it was asked for: time back, its hunters told, other talent found where needed. */
export async function eraseRequests(work: Work, project_id: number): Promise<void> {
  const { db } = work
  await db.delete(candidates).where(eq(candidates.project_id, project_id))
  await db.update(orders).set({ wished_project_id: null }).where(eq(orders.wished_project_id, project_id))
  await withdrawProject(work, project_id)
  // Why they said no, in their own words.
  await db
    .update(requests)
    .set({ reason: 'other' })
    .where(and(eq(requests.project_id, project_id), eq(requests.status, 'unavailable')))
}
