import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { Outdated } from '#core/server/route.ts'
import { rewriteBrief } from '../brief/commands.ts'
import { hunter } from '../journey/commands.ends.ts'
import { advance, lockOrder, writeOrder } from '../journey/commands.ts'
import type { OrderRow, OrderScope } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import { insertPlans } from './commands.ts'
import type { PreparedRates } from './queries.prices.ts'
import { drawnOf, momentsOf, newestPlans, type PlanRow, wholeBrief } from './queries.ts'
import { movedMoments, type NewTime, timeOf } from './rules.ts'

/* ---------------------------------------------------------------- another day, and ends */

/**
 * The event on another day, and the approved plan with it.
 * @param rates of `ratesToMove`
 * @throws Outdated when the plan has to be drawn anew and the rates belong to another state
 */
export async function moveTo(
  work: Work,
  order: OrderRow,
  time: NewTime,
  rates: PreparedRates | null,
): Promise<OrderRow> {
  const moved = await rewriteBrief(work, order, timeOf(time))
  if (!moved.plan_id || !order.starts_at || !moved.starts_at) return moved
  const plan = await movePlan(work, order, moved, rates)
  return writeOrder(work, order.id, { plan_id: plan.id })
}

/**
 * Gives a postponed event its new day, which may be (`mustBeTime`); the plan moves there and waits to be approved again.
 * @param rates of `ratesToReschedule`
 * @throws Refusal 409 when it has a day already
 * @throws Outdated as `moveTo`
 */
export async function rescheduleOrder(
  work: Work,
  scope: OrderScope,
  time: NewTime,
  rates: PreparedRates | null,
): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('reschedule', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  const moved = await rewriteBrief(work, order, timeOf(time))
  const version = await movePlan(work, order, moved, rates, 'draft')
  await advance(work, order.id, 'reschedule', hunter(scope), {
    version: version.version,
    set: { plan_id: null, variant: null, asked_alone: false },
    note: time.day,
  })
}

/**
 * Saves the order's plans moved to its new time as the next version. Where moments would get too short by that, the
 * variant is drawn anew.
 * @param rates of `ratesToMove`
 * @param state `approved` moves only the approved plan, `draft` both variants to be approved again
 * @returns the version saved last
 * @throws Outdated when a variant has to be drawn and the rates belong to another state
 */
export async function movePlan(
  work: Work,
  before: OrderRow,
  after: OrderRow,
  rates: PreparedRates | null,
  state: 'approved' | 'draft' = 'approved',
): Promise<PlanRow> {
  const rows = (await newestPlans(work.db, before.id)).filter(
    ({ id }) => state === 'draft' || id === before.plan_id,
  )
  const moments = await momentsOf(
    work.db,
    rows.map(({ id }) => id),
  )
  const moved = rows.map(({ id, variant }) => {
    const drafts = movedMoments(moments.get(id) ?? [], before, after)?.map(
      ({ plan_id, position, ...moment }) => ({ ...moment, approved: state === 'approved' }),
    )
    if (!drafts && rates?.revision !== before.revision) throw new Outdated(409, 'hiring.moved_on')
    return { variant, drafts: drafts ?? drawnOf(wholeBrief(after), variant, rates?.rates ?? new Map()) }
  })
  const saved = moved.length > 0 ? (await insertPlans(work, after, moved, state)).at(-1) : undefined
  if (!saved) throw new Refusal(409, 'hiring.no_plan')
  return saved.plan
}
