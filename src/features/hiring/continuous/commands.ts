import { Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import { wallClock } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { notify } from '#features/notifications/commands.ts'
import { insertOrders } from '../brief/commands.ts'
import { lockOrder } from '../journey/commands.ts'
import { type OrderScope, orderParams } from '../journey/queries.ts'
import { continuous_dates, continuous_plans } from '../table.ts'
import type { Continuous, NewContinuous } from './contract.ts'
import { canBuild, continuousOfRow, playersOf } from './queries.ts'
import { briefOfDate, partsOf, playerAt, problemsOfPlan } from './rules.ts'

/**
 * Builds the continuous plan that was offered with an order: each date is an order of its own, with the same brief, its
 * part of the money and whoever is preferred for it, ready to be handed in.
 * @throws Refusal 409 `hiring.plan_not_offered`, or `hiring.plan_there` where it was built before
 * @throws Refusal 422 by field
 */
export async function buildPlan(work: Work, scope: OrderScope, wanted: NewContinuous): Promise<Continuous> {
  const order = await lockOrder(work, scope.order_id)
  if (!canBuild(order) || !order.starts_at) throw new Refusal(409, 'hiring.plan_not_offered')
  const players = wanted.line_up === 'open' ? [] : await playersOf(work.db, order.hunter_id)
  const fields = problemsOfPlan(
    wanted,
    { brief: order.brief, day: wallClock(order.starts_at, order.zone).day },
    players.map(({ project_id }) => project_id),
    work.now,
  )
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'common.invalid', { fields })
  const { rhythm, line_up, budget } = wanted
  const [plan] = await work.db
    .insert(continuous_plans)
    .values({ order_id: order.id, rhythm, line_up, budget, created_at: work.now.toISOString() })
    .onConflictDoNothing()
    .returning({ id: continuous_plans.id })
  if (!plan) throw new Refusal(409, 'hiring.plan_there')
  const days = [...wanted.days].sort()
  const parts = partsOf(budget, days.length)
  const dates = await insertOrders(
    work,
    { id: order.hunter_id },
    days.map((day, at) => ({
      brief: briefOfDate(order.brief, day, parts[at] ?? 0),
      set: { preferred_project_id: playerAt(line_up, wanted.project_ids, at) },
    })),
  )
  await work.db
    .insert(continuous_dates)
    .values(dates.map(({ id }, at) => ({ order_id: id, plan_id: plan.id, position: at + 1 })))
  notify(work, [
    {
      user_id: order.hunter_id,
      type: 'CONTINUOUS_PLAN_READY',
      subject: subject('order', order.id),
      value: String(order.id),
      params: { ...orderParams(order), voice: days.length === 1 ? 'single' : 'counted', dates: days.length },
    },
  ])
  return continuousOfRow(work.db, order)
}
