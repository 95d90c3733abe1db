import { eq, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { checklist_items, event_performers, events } from './table.ts'

/** Erases what a host wrote, their moments' names in the plan of the stage included, and where exactly it was. */
export async function eraseHost(db: Db, user_id: number): Promise<void> {
  await db
    .update(events)
    .set({ title: null, place: null, lat: null, lng: null, stage_plan: null })
    .where(eq(events.hunter_id, user_id))
  await db.execute(sql`delete from ${checklist_items} i using ${events} e
    where e.id = i.event_id and e.hunter_id = ${user_id} and i.owner = 'hunter'`)
}

/** Erases the line-up of a deleted project from the events it played. */
export async function erasePerformer(db: Db, project_id: number): Promise<void> {
  await db.update(event_performers).set({ line_up: '' }).where(eq(event_performers.project_id, project_id))
}
