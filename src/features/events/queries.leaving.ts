import { eq, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { detailOf, readerOf } from './queries.ts'
import { event_performers, events } from './table.ts'

/* What is somebody’s of the events, and what goes with them. */

/** Every event that somebody hosts or that their own projects play, without the contact details of others. */
export async function eventDataOf(db: Db, user_id: number) {
  const { rows } = await db.execute<{ id: number }>(sql`
    select e.id from events e where e.hunter_id = ${user_id} or exists (
      select 1 from event_performers p join music_projects m on m.id = p.project_id and m.owner_id = ${user_id}
      where p.event_id = e.id)
    order by e.id`)
  const all = []
  for (const { id } of rows) {
    const { event, reader } = await readerOf(db, user_id, id)
    const { contact: _, performers, ...detail } = await detailOf(db, event, reader)
    all.push({
      ...detail,
      performers: performers
        .filter(({ project_id }) => reader.side === 'hunter' || reader.project_ids.includes(project_id))
        .map(({ contact: __, ...performer }) => performer),
    })
  }
  return all
}

/** Takes what a host wrote, and where exactly it was, off their events. */
export async function eraseHost(db: Db, user_id: number): Promise<void> {
  await db
    .update(events)
    .set({ title: null, place: null, lat: null, lng: null })
    .where(eq(events.hunter_id, user_id))
  await db.execute(sql`delete from checklist_items i using events e
    where e.id = i.event_id and e.hunter_id = ${user_id} and i.owner = 'hunter'`)
}

/** Takes the line-up of a project that goes off the events it played. */
export async function erasePerformer(db: Db, project_id: number): Promise<void> {
  await db.update(event_performers).set({ line_up: '' }).where(eq(event_performers.project_id, project_id))
}
