import { asc, eq, inArray } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { gather } from '#core/server/events.ts'
import { Outdated } from '#core/server/route.ts'
import { forgetEventTitles } from '#features/notifications/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import { ENOUGH } from '../brief/rules.score.ts'
import { checkBrief, withoutWords } from '../brief/rules.ts'
import { cancelOrder } from '../journey/commands.ends.ts'
import { advanceInTurn, forgetLocked, lockOrder } from '../journey/commands.ts'
import { type OrderScope, orderScope, SYSTEM } from '../journey/queries.ts'
import { canStep, hasTakenPlace } from '../journey/rules.ts'
import { order_history, orders, plan_moments, plans, requests } from '../table.ts'
import { toldOfOrders } from './queries.ends.ts'
import type { PreparedScore } from './queries.score.ts'

/**
 * Hands the brief in: checked by field, with the score that was worked out for it.
 * @param prepared of `scoreToSubmit`
 * @throws Refusal 422 by field (the order stays a draft), 409 when another tab saved since
 * @throws Outdated when the brief isn't the one that was scored
 */
export async function submitBrief(
  work: Work,
  scope: OrderScope,
  revision: number,
  prepared: PreparedScore | null,
): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (order.stage !== 'draft') throw new Refusal(409, 'hiring.moved_on')
  if (order.revision !== revision) throw new Refusal(409, 'hiring.brief_moved_on')
  const { brief, fields } = checkBrief(order.brief, work.now)
  if (!brief) throw new Refusal(422, 'hiring.brief_incomplete', { fields })
  if (prepared?.revision !== revision) throw new Outdated(409, 'hiring.brief_moved_on')
  const { score } = prepared
  await advanceInTurn(work, order.id, [
    { step: 'submit', taker: { by: 'hunter', user_id: scope.hunter_id } },
    {
      step: score.total < ENOUGH ? 'ask_changes' : 'score',
      taker: SYSTEM,
      set: { score },
      note: String(score.total),
      version: order.revision,
    },
  ])
}

/**
 * Whoever was told of these orders reads in their bell what kind of event it was and where, not what its hunter called it;
 * whatever it was called at the time.
 */
async function forgetTitles(work: Work, order_ids: readonly number[]): Promise<void> {
  if (order_ids.length === 0) return
  const asked = await work.db
    .select({ id: requests.id, owner_id: music_projects.owner_id })
    .from(requests)
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(inArray(requests.order_id, [...order_ids]))
  await forgetEventTitles(
    work.db,
    [...new Set(asked.map(({ owner_id }) => owner_id))],
    [
      ...order_ids.map((id) => subject('order', id)),
      ...asked.map(({ id }) => subject('request', id)),
      ...(await gather(work, toldOfOrders, { order_ids })),
    ],
  )
}

/**
 * Erases the orders of a deleted account. An order that nobody was asked for is deleted; of the others remains what
 * the musicians who were asked have in their history: what kind of event, when, in which town.
 */
export async function eraseOrders(work: Work, user_id: number): Promise<void> {
  const { db } = work
  const own = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.hunter_id, user_id))
    .orderBy(asc(orders.id))
  const kept: number[] = []
  for (const { id } of own) {
    const order = await lockOrder(work, id)
    if ((await db.$count(requests, eq(requests.order_id, id))) === 0) {
      await db.delete(orders).where(eq(orders.id, id))
      forgetLocked(work)
      continue
    }
    if (canStep('cancel', order.stage) && !hasTakenPlace(order, work.now))
      await cancelOrder(work, await orderScope(db, { id: user_id }, id), 'account_deleted', 'erasure')
    await db
      .update(orders)
      .set({ title: null, brief: withoutWords(order.brief), lat: null, lng: null, adjustment: null })
      .where(eq(orders.id, id))
    forgetLocked(work)
    await db
      .update(plan_moments)
      .set({ title: null })
      .where(
        inArray(plan_moments.plan_id, db.select({ id: plans.id }).from(plans).where(eq(plans.order_id, id))),
      )
    await db.update(requests).set({ message: '' }).where(eq(requests.order_id, id))
    // The history is append-only, except for what people wrote (migrations/0009).
    await db.update(order_history).set({ note: null }).where(eq(order_history.order_id, id))
    kept.push(id)
  }
  await forgetTitles(work, kept)
}
