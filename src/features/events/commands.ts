import { and, eq, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { EventDetail } from './contract.ts'
import { eventDetail, readerOf } from './queries.ts'
import { CHECKLIST_MAX, isMine, isOver, PAID_ITEM } from './rules.ts'
import { checklist_items, event_performers } from './table.ts'

/* The checklist. */

/**
 * Marks an item of one's own as done, or as open again.
 * @throws Refusal 404, 403 for somebody else's item, 409 when the event is over, or payments say it
 */
export async function setItemDone(
  work: Work,
  user_id: number,
  event_id: number,
  item_id: number,
  done: boolean,
): Promise<EventDetail> {
  const { event, reader } = await readerOf(work.db, user_id, event_id)
  const [item] = await work.db
    .select()
    .from(checklist_items)
    .where(and(eq(checklist_items.id, item_id), eq(checklist_items.event_id, event_id)))
  if (!item) throw notFound()
  if (!isMine(item, reader)) throw new Refusal(403, 'events.not_yours')
  if (isOver(event.state)) throw new Refusal(409, 'events.over')
  if (item.key === PAID_ITEM) throw new Refusal(409, 'events.by_payments')
  await work.db
    .update(checklist_items)
    .set(
      done
        ? { done_at: sql`coalesce(${checklist_items.done_at}, ${work.now.toISOString()})`, done_by: user_id }
        : { done_at: null, done_by: null },
    )
    .where(eq(checklist_items.id, item_id))
  return eventDetail(work.db, event, reader, user_id)
}

/**
 * Adds an item for the host, or for a project that plays.
 * @throws Refusal 404, 409 when the event is over, 422 for a project that doesn't play or a day that is past
 */
export async function addChecklistItem(
  work: Work,
  user_id: number,
  event_id: number,
  item: { title: string; due_at: string; project_id: number | null },
): Promise<EventDetail> {
  const { event, reader } = await readerOf(work.db, user_id, event_id)
  if (reader.side !== 'hunter') throw notFound()
  if (isOver(event.state)) throw new Refusal(409, 'events.over')
  const due = Date.parse(item.due_at)
  // Today is fine at any hour.
  if (due < work.now.getTime() - DAY)
    throw new Refusal(422, 'common.invalid', { fields: { due_at: { key: 'validation.in_future' } } })
  if (due > Date.parse(event.ends_at) + DAY)
    throw new Refusal(422, 'common.invalid', { fields: { due_at: { key: 'validation.before_event' } } })
  if (item.project_id !== null) {
    const plays = await work.db.$count(
      event_performers,
      and(eq(event_performers.event_id, event_id), eq(event_performers.project_id, item.project_id)),
    )
    if (plays === 0)
      throw new Refusal(422, 'common.invalid', { fields: { project_id: { key: 'validation.option' } } })
  }
  if ((await work.db.$count(checklist_items, eq(checklist_items.event_id, event_id))) >= CHECKLIST_MAX)
    throw new Refusal(409, 'events.checklist_full', { values: { count: CHECKLIST_MAX } })
  await work.db.insert(checklist_items).values({
    event_id,
    title: item.title,
    owner: item.project_id === null ? 'hunter' : 'musician',
    project_id: item.project_id,
    due_at: new Date(due).toISOString(),
  })
  return eventDetail(work.db, event, reader, user_id)
}
