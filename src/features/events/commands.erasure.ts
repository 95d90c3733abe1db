import { eq, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { artist_facts, checklist_items, day_reports, event_performers, events, host_facts } from './table.ts'

/**
 * Erases what somebody wrote as a host, their moments' names in the plan of the stage included, and where exactly it was;
 * and, of whoever they were, the words that they said on a day. When they were there stays with the event.
 */
export async function erasePerson(db: Db, user_id: number): Promise<void> {
  await db
    .update(events)
    .set({ title: null, place: null, lat: null, lng: null, stage_plan: null })
    .where(eq(events.hunter_id, user_id))
  await db.execute(sql`delete from ${checklist_items} i using ${events} e
    where e.id = i.event_id and e.hunter_id = ${user_id} and i.owner = 'hunter'`)
  await db.execute(sql`delete from ${host_facts} f using ${events} e
    where e.id = f.event_id and e.hunter_id = ${user_id}`)
  await db.update(day_reports).set({ problem: '' }).where(eq(day_reports.user_id, user_id))
}

/** Erases the line-up of a deleted project from the events it played, and what it said of itself. */
export async function erasePerformer(db: Db, project_id: number): Promise<void> {
  await db.update(event_performers).set({ line_up: '' }).where(eq(event_performers.project_id, project_id))
  await db.delete(artist_facts).where(eq(artist_facts.project_id, project_id))
}
