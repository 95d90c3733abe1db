import { eq } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { planAround } from '#features/hiring/continuous/queries.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import { orderParams } from '#features/hiring/journey/queries.ts'
import { notify } from '#features/notifications/commands.ts'
import { plansOf } from '#features/plans/queries.ts'
import { resultsOfRow } from '#features/results/queries.ts'
import { offersOf, savingsIn, wasLeft } from './queries.ts'
import { offersSubscription } from './rules.ts'
import { subscription_offers } from './table.ts'

/** Says whether somebody wants to hear of subscriptions. */
export async function saveOffers(work: Work, user_id: number, wants_offers: boolean): Promise<void> {
  const opted_in_at = wants_offers ? work.now.toISOString() : null
  await work.db
    .insert(subscription_offers)
    .values({ user_id, opted_in_at })
    .onConflictDoUpdate({ target: subscription_offers.user_id, set: { opted_in_at } })
}

/** Offers a subscription with an order that has just closed, where there is reason to; once, as the order closes once. */
export async function offerSubscription(work: Work, { order_id }: { order_id: number }): Promise<void> {
  const order = await lockOrder(work, order_id)
  // Locked: of two orders that close at once, one offers.
  const [offers] = await offersOf(work.db, order.hunter_id).for('update')
  if (!offers?.opted_in_at) return
  const [plan] = await planAround(work.db, order_id)
  const savings = await savingsIn(work.db, order.hunter_id, work.now)
  const isOffered = offersSubscription(
    { ...(await resultsOfRow(work.db, order)), was_left: await wasLeft(work.db, order_id) },
    {
      opted_in: true,
      offered_at: offers.offered_at,
      has_plan: plan !== undefined || (await plansOf(work.db, order.hunter_id)).length > 0,
      saves: savings.some(({ saving }) => saving > 0),
    },
    work.now,
  )
  if (!isOffered) return
  await work.db
    .update(subscription_offers)
    .set({ offered_at: work.now.toISOString() })
    .where(eq(subscription_offers.user_id, order.hunter_id))
  notify(work, [
    {
      user_id: order.hunter_id,
      type: 'SUBSCRIPTION_UPSELL',
      subject: subject('order', order_id),
      value: String(order_id),
      params: orderParams(order),
    },
  ])
}

/** Forgets what somebody said of offers, with their account. */
export async function eraseOffers(db: Db, user_id: number): Promise<void> {
  await db.delete(subscription_offers).where(eq(subscription_offers.user_id, user_id))
}
