import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { advance, lockOrder } from '#features/hiring/journey/commands.ts'
import { type OrderRow, orderParams, SYSTEM } from '#features/hiring/journey/queries.ts'
import { canStep } from '#features/hiring/journey/rules.ts'
import { type Message, notify } from '#features/notifications/commands.ts'
import { notifications } from '#features/notifications/table.ts'
import { insightsOfRow } from './queries.insights.ts'
import { followUpDue, isCompared } from './rules.benchmark.ts'
import { follow_ups } from './table.ts'

/**
 * Tells what is due after an order's results: the benchmark where there is one, and after it the recommendations. Each is
 * told once; run again it tells nothing.
 */
export async function followUp(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  const [told] = await work.db.select().from(follow_ups).where(eq(follow_ups.order_id, order_id))
  if (!told || told.recommended_at !== null) return
  const { benchmark, recommendations } = await insightsOfRow(work.db, order)
  const due = followUpDue(
    told,
    { compared: isCompared(benchmark), recommendations: recommendations.length },
    work.now,
  )
  const looked_at = work.now.toISOString()
  await work.db
    .update(follow_ups)
    .set({
      looked_at,
      ...(due.benchmark ? { benchmarked_at: looked_at } : {}),
      ...(due.done ? { recommended_at: looked_at } : {}),
    })
    .where(eq(follow_ups.order_id, order_id))
  const message = (type: Message['type'], values: Record<string, number | string> = {}): Message => ({
    user_id: order.hunter_id,
    type,
    subject: subject('order', order_id),
    value: String(order_id),
    params: { ...orderParams(order), ...values },
  })
  notify(work, [
    ...(due.benchmark ? [message('BENCHMARKING_READY', { voice: 'counted', events: benchmark.events })] : []),
    ...(due.recommendations ? [message('ROI_RECOMMENDATIONS_READY')] : []),
  ])
}

/**
 * The host answered when the results had been there for long: where there was nothing to advise without their answers it
 * is looked again. What was told once isn't told again.
 */
export async function lookAgain({ db }: Work, { id, hunter_id, stage }: OrderRow): Promise<void> {
  if (!canStep('close', stage)) return
  await db
    .update(follow_ups)
    .set({ recommended_at: null, looked_at: null })
    .where(
      and(
        eq(follow_ups.order_id, id),
        isNotNull(follow_ups.recommended_at),
        sql`not exists (select from ${notifications} n where n.user_id = ${hunter_id}
          and n.type = 'ROI_RECOMMENDATIONS_READY' and n.subject = ${subject('order', id)})`,
      ),
    )
}

/** An order is over: it has had its results for so long that nothing follows from them any more. */
export const orderClosed = domainEvent<{ order_id: number }>('results.order_closed')

/** Closes an order that has had its results long enough; once. */
export async function closeOrder(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  if (!canStep('close', order.stage)) return
  await advance(work, order_id, 'close', SYSTEM)
  await raise(work, orderClosed, { order_id })
}
