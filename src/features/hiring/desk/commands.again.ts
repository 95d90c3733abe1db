import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { raise } from '#core/server/events.ts'
import { hunter } from '../journey/commands.ends.ts'
import { advanceInTurn, lockOrder, orderMoved } from '../journey/commands.ts'
import { type OrderRow, type OrderScope, SYSTEM } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import { moveTo, rescheduleOrder } from '../plan/commands.move.ts'
import type { PreparedRates } from '../plan/queries.prices.ts'
import { liveMoments, mustBeTime } from '../plan/queries.ts'
import type { NewTime } from '../plan/rules.ts'
import { adjustmentFor } from '../talent/commands.adjustment.ts'
import { type Asked, sendRequests } from '../talent/commands.scout.ts'
import { slotCoverage } from '../talent/rules.ts'
import { toAskAgain } from './queries.again.ts'
import { replyProblem, usualReplyBy } from './rules.again.ts'

/** A new date as the hunter chooses it. */
export interface NewDate extends NewTime {
  /** Those whom the hunter saw would be asked again; whoever can be, unless said. */
  ask?: readonly number[] | undefined
  reply_by?: string | undefined
}

/**
 * Gives a postponed event its new date. Who had agreed to play and is free then is asked for the same moments, and the
 * plan stays approved; for a required moment that nobody is asked for the ways on are looked for. With nobody to ask, the
 * plan waits to be approved again.
 * @param rates of `ratesToReschedule`
 * @throws Refusal 409 `hiring.moved_on` when it has a date already, `hiring.no_longer_free` when somebody whom the hunter
 * saw would be asked can't be any more
 * @throws Refusal 422 by field
 * @throws Outdated as `rescheduleOrder`
 */
export async function chooseNewDate(
  work: Work,
  scope: OrderScope,
  { ask, reply_by, ...time }: NewDate,
  rates: PreparedRates | null,
): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('ask_again', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  mustBeTime(order, time, work.now)
  const all = await toAskAgain(work, order, time)
  if (ask?.some((id) => !all.some(({ project_id }) => project_id === id)))
    throw new Refusal(422, 'common.invalid', { fields: { ask: { key: 'validation.option' } } })
  const wanted = all.filter(({ project_id, why }) => (ask ? ask.includes(project_id) : why === null))
  if (wanted.some(({ why }) => why !== null)) throw new Refusal(409, 'hiring.no_longer_free')
  const asks = wanted.flatMap((one) => one.asks)
  if (asks.length === 0) await rescheduleOrder(work, scope, time, rates)
  else await askAgain(work, scope, order, { time, asks, reply_by, rates })
  await raise(work, orderMoved, { order_id: order.id, date: time.day })
}

/** Moves the event with its approved plan, and asks for it. */
async function askAgain(
  work: Work,
  scope: OrderScope,
  order: OrderRow,
  {
    time,
    asks,
    reply_by,
    rates,
  }: { time: NewTime; asks: readonly Asked[]; reply_by: string | undefined; rates: PreparedRates | null },
): Promise<void> {
  const first = Math.min(...asks.map(({ from }) => Date.parse(from)))
  const until = reply_by ? Date.parse(reply_by) : usualReplyBy(work.now, first).getTime()
  const problem = replyProblem(until, work.now, first)
  if (problem)
    throw new Refusal(422, 'common.invalid', { fields: { reply_by: { key: `validation.${problem}` } } })
  const moved = await moveTo(work, order, time, rates)
  const tells = await sendRequests(work, moved, asks, { until: new Date(until), message: '' })
  const live = moved.plan_id ? await liveMoments(work.db, moved.plan_id) : []
  const { empty } = slotCoverage(
    live,
    asks.map((one) => ({ ...one, status: 'asked' as const })),
  )
  const asked = {
    step: 'ask_again' as const,
    taker: hunter(scope),
    note: time.day,
    // They know the event: what is new is its date.
    tells: tells.map((one) => ({ ...one, params: { ...one.params, voice: 'again' } })),
    set: { adjustment: null },
  }
  if (empty.length === 0) return void (await advanceInTurn(work, order.id, [asked]))
  const slot_ids = empty.map(({ slot_id }) => slot_id)
  const adjustment = await adjustmentFor(work, moved, slot_ids, 'lost')
  await advanceInTurn(work, order.id, [
    asked,
    { step: 'lose_slot', taker: SYSTEM, set: { adjustment }, note: 'lost' },
  ])
}
