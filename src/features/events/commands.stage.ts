import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { activeAgreements } from '#features/contracts/queries.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import type { EventDetail } from './contract.ts'
import { stageFactsOf } from './queries.stage.ts'
import { type EventRow, eventDetail, readerOf } from './queries.ts'
import { isOpening, planStage } from './rules.stage.ts'
import { isOver, UPCOMING } from './rules.ts'
import { event_performers, events } from './table.ts'

/* Who has the stage when. */

/**
 * Plans the stage of an order's event anew, over everybody who plays by now, and rewrites their schedules with it. An
 * event that has begun, or is off, stays as it was.
 * @returns the event, where its stage is planned otherwise than before; else null
 */
export async function planAnew(work: Work, order_id: number): Promise<EventRow | null> {
  const order = await lockOrder(work, order_id)
  const [event] = await work.db.select().from(events).where(eq(events.order_id, order_id))
  if (!event || !UPCOMING.includes(event.state) || work.now.getTime() >= Date.parse(event.starts_at))
    return null
  const { facts } = await stageFactsOf(work.db, order, await activeAgreements(work.db, order_id))
  const { plan, schedules } = planStage({ ...facts, opens_at: event.opens_at ?? facts.opens_at })
  await work.db.update(events).set({ stage_plan: plan }).where(eq(events.id, event.id))
  const rows = JSON.stringify([...schedules].map(([project_id, schedule]) => ({ project_id, schedule })))
  await work.db.execute(sql`
    update ${event_performers} p set schedule = planned.schedule
    from jsonb_to_recordset(${rows}::jsonb) as planned (project_id bigint, schedule jsonb)
    where p.event_id = ${event.id} and p.project_id = planned.project_id`)
  return isDeepStrictEqual(plan, event.stage_plan) ? null : event
}

/**
 * The host says from when the place can be entered, or takes it back: the stage is planned anew.
 * @throws Refusal 404, 409 when the event is over or has begun, 422 for a time that isn't shortly before it
 */
export async function saveOpeningOf(
  work: Work,
  user_id: number,
  event_id: number,
  opens_at: string | null,
): Promise<EventDetail> {
  const { event, reader } = await readerOf(work.db, user_id, event_id)
  if (reader.side !== 'hunter') throw notFound()
  if (isOver(event.state)) throw new Refusal(409, 'events.over')
  if (work.now.getTime() >= Date.parse(event.starts_at)) throw new Refusal(409, 'events.begun')
  if (opens_at !== null && !isOpening(opens_at, event.starts_at))
    throw new Refusal(422, 'common.invalid', { fields: { opens_at: { key: 'validation.opening' } } })
  await lockOrder(work, event.order_id)
  await work.db.update(events).set({ opens_at }).where(eq(events.id, event_id))
  await planAnew(work, event.order_id)
  const saved = await readerOf(work.db, user_id, event_id)
  return eventDetail(work.db, saved.event, saved.reader, user_id)
}
