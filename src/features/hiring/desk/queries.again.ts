import { sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Reading } from '#core/server/app.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import { isFree } from '#features/availability/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { type OrderRow, type OrderScope, orderRow } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import { momentsOf, movedOrder, mustBeTime } from '../plan/queries.ts'
import { isLive, movedMoments, type NewTime } from '../plan/rules.ts'
import type { Again, ReschedulePreview } from './contract.ts'
import { type Agreed, againOf, usualReplyBy } from './rules.again.ts'

/*
 * An event that was put off gets a new date: who had agreed to play is asked first, for the same moments as they lie
 * there.
 */

/**
 * Who had agreed to play when an order was put off, and hasn't said no since: the features above answer with the
 * agreements that they know.
 */
export const agreedBefore = extensionPoint<{ order_id: number }, Agreed>('order.agreed_before')

/** Somebody who had agreed to play, with what they would be asked for: nothing where they can't be asked. */
export interface ToAsk extends Again {
  asks: (ReturnType<typeof againOf>[number]['asks'][number] & { owner_id: number })[]
}

/** Who had agreed to play a postponed order, and whether they can be asked for another time. */
export async function toAskAgain(reading: Reading, order: OrderRow, time: NewTime): Promise<ToAsk[]> {
  const agreed = await gather(reading, agreedBefore, { order_id: order.id })
  if (agreed.length === 0 || !order.plan_id) return []
  const plan = (await momentsOf(reading.db, [order.plan_id])).get(order.plan_id) ?? []
  const there = movedMoments(plan, order, movedOrder(order, time))
  const wanted = againOf(agreed, (there ?? plan).filter(isLive))
  const facts = await factsOf(reading, wanted)
  return wanted.flatMap(({ asks, ...one }): ToAsk[] => {
    const fact = facts.get(one.project_id)
    if (!fact) return []
    const why = !there ? 'plan_redrawn' : !fact.active ? 'gone' : fact.free ? null : 'busy'
    const { name, profile_image, owner_id } = fact
    const { currency } = order
    return [
      {
        ...one,
        name,
        profile_image,
        currency: currency as Again['currency'],
        why,
        asks: why ? [] : asks.map((ask) => ({ ...ask, owner_id })),
      },
    ]
  })
}

/** What projects are called and belong to, whether they still take part, and are free for all that they would be asked. */
async function factsOf({ db, now }: Pick<Reading, 'db' | 'now'>, wanted: ReturnType<typeof againOf>) {
  const asks = wanted.flatMap(({ asks }) => asks)
  const { rows } = await db.execute<{
    project_id: number
    owner_id: number
    name: string | null
    profile_image: string | null
    active: boolean
    free: boolean
  }>(sql`
    select p.id as project_id, p.owner_id, p.name, p.profile_image, p.status = 'active' and p.hidden_at is null as active,
      bool_and(${isFree(sql`w.project_id`, sql`w.starts_at`, sql`w.ends_at`, now)}) as free
    from unnest(${sql.param(asks.map(({ project_id }) => project_id))}::bigint[],
        ${sql.param(asks.map(({ from }) => from))}::timestamptz[],
        ${sql.param(asks.map(({ to }) => to))}::timestamptz[]) w (project_id, starts_at, ends_at)
      join ${music_projects} p on p.id = w.project_id
    group by p.id`)
  return new Map(rows.map((row) => [row.project_id, row]))
}

/**
 * What choosing a new date would do, before it is chosen: who is asked again, who can't be, and what becomes of what was
 * paid.
 * @throws Refusal 409 when the order isn't postponed (any more), 422 by field for a day or hours that can't be
 */
export async function previewReschedule(
  reading: Reading,
  scope: OrderScope,
  time: NewTime,
): Promise<ReschedulePreview> {
  const order = await orderRow(reading.db, scope.order_id)
  if (!canStep('ask_again', order.stage)) throw new Refusal(409, 'hiring.moved_on')
  mustBeTime(order, time, reading.now)
  const all = await toAskAgain(reading, order, time)
  const begins = all.flatMap(({ asks }) => asks.map(({ from }) => Date.parse(from)))
  return {
    musicians: all.map(({ asks: _, ...one }) => one),
    reply_by: begins.length > 0 ? usualReplyBy(reading.now, Math.min(...begins)).toISOString() : null,
  }
}
