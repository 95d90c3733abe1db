import { and, asc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Language } from '#core/contract/language.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import type { Role } from '#features/projects/contract.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { EventType } from '#features/services/contract.ts'
import type { ArtistSays, DayReport, HostSays } from './contract.day.ts'
import type { Schedule } from './contract.ts'
import { NO_ARTIST_FACTS, NO_HOST_FACTS, reportFor, UNEDITED } from './rules.day.ts'
import { type Reader, UPCOMING } from './rules.ts'
import { artist_facts, day_reports, event_documents, event_performers, events, host_facts } from './table.ts'

/* What both sides say of an event, and who is told of it. */

/**
 * The lists about the day that are read with an event, each as a select. What was said on a day that the event was moved
 * away from isn't of its day.
 */
export const dayLists = (db: Db, { id: event_id, confirmed_at }: { id: number; confirmed_at: string }) => ({
  host: db
    .select({
      facts: host_facts.facts,
      version: host_facts.version,
      edited_at: host_facts.edited_at,
      edited_by: sql<string | null>`split_part(${users.name}, ' ', 1)`,
    })
    .from(host_facts)
    .innerJoin(users, eq(users.id, host_facts.edited_by))
    .where(eq(host_facts.event_id, event_id)),
  artists: db
    .select({
      project_id: artist_facts.project_id,
      facts: artist_facts.facts,
      version: artist_facts.version,
      edited_at: artist_facts.edited_at,
      edited_by: sql<string | null>`split_part(${users.name}, ' ', 1)`,
    })
    .from(artist_facts)
    .innerJoin(users, eq(users.id, artist_facts.edited_by))
    .where(eq(artist_facts.event_id, event_id)),
  documents: db
    .select({
      id: event_documents.id,
      project_id: event_documents.project_id,
      title: event_documents.title,
      format: event_documents.format,
      bytes: event_documents.bytes,
      added_at: event_documents.created_at,
      added_by: sql<string | null>`split_part(${users.name}, ' ', 1)`,
    })
    .from(event_documents)
    .innerJoin(users, eq(users.id, event_documents.user_id))
    .where(and(eq(event_documents.event_id, event_id), isNotNull(event_documents.stored_at)))
    .orderBy(asc(event_documents.id)),
  reports: db
    .select({
      id: day_reports.id,
      user_id: day_reports.user_id,
      project_id: day_reports.project_id,
      project_name: sql<string | null>`${music_projects.name}`,
      person_name: sql<string | null>`split_part(${users.name}, ' ', 1)`,
      kind: day_reports.kind,
      minutes: day_reports.minutes,
      problem: day_reports.problem,
      at: day_reports.at,
      call_at: day_reports.call_at,
    })
    .from(day_reports)
    .innerJoin(users, eq(users.id, day_reports.user_id))
    .leftJoin(music_projects, eq(music_projects.id, day_reports.project_id))
    .where(
      and(
        eq(day_reports.event_id, event_id),
        isNull(day_reports.undone_at),
        gte(day_reports.created_at, confirmed_at),
      ),
    )
    .orderBy(asc(day_reports.at), asc(day_reports.id)),
})
type Rows = { [Name in keyof ReturnType<typeof dayLists>]: Awaited<ReturnType<typeof dayLists>[Name]> }

/** What the host says, by its row; nothing yet without one. */
export function hostSaysOf([row]: Rows['host']): HostSays {
  if (!row) return { ...NO_HOST_FACTS, ...UNEDITED }
  const { facts, ...edited } = row
  return { ...NO_HOST_FACTS, ...facts, ...edited }
}

/** What a project says, by its row; nothing yet without one. */
export function artistSaysOf(rows: Rows['artists'], project_id: number): ArtistSays {
  const row = rows.find((one) => one.project_id === project_id)
  if (!row) return { ...NO_ARTIST_FACTS, ...UNEDITED }
  const { facts, project_id: _, ...edited } = row
  return { ...NO_ARTIST_FACTS, ...facts, ...edited }
}

/** What was said on the day, as its reader may know it. */
export const reportsFor = (rows: Rows['reports'], user_id: number, reader: Reader): DayReport[] =>
  rows.flatMap(({ user_id: by, ...row }) => reportFor({ ...row, mine: by === user_id }, reader) ?? [])

/** Everything that somebody said on days of events, also what they took back, in the order of its time. */
export const reportDataOf = (db: Db, user_id: number) =>
  db
    .select({
      event_id: day_reports.event_id,
      project_id: day_reports.project_id,
      kind: day_reports.kind,
      minutes: day_reports.minutes,
      problem: day_reports.problem,
      at: day_reports.at,
      call_at: day_reports.call_at,
      undone_at: day_reports.undone_at,
    })
    .from(day_reports)
    .where(eq(day_reports.user_id, user_id))
    .orderBy(asc(day_reports.at), asc(day_reports.id))

/** When each project that plays has to be where; one a project and agreement. */
export async function schedulesOf(
  db: Db,
  event_id: number,
): Promise<{ project_id: number; schedule: Schedule }[]> {
  return db
    .select({ project_id: event_performers.project_id, schedule: event_performers.schedule })
    .from(event_performers)
    .where(eq(event_performers.event_id, event_id))
    .orderBy(event_performers.id)
}

/** Everybody who plays at an event, as its page is read: owners, and collaborators who had joined before it. */
export async function playersAt(
  db: Db,
  event_id: number,
): Promise<{ user_id: number; project_id: number; role: Role }[]> {
  return db
    .selectDistinct({
      user_id: project_members.user_id,
      project_id: project_members.project_id,
      role: project_members.role,
    })
    .from(event_performers)
    .innerJoin(events, eq(events.id, event_performers.event_id))
    .innerJoin(
      project_members,
      and(
        eq(project_members.project_id, event_performers.project_id),
        isNull(project_members.left_at),
        sql`(${project_members.role} = 'OWNER' or ${project_members.joined_at} <= ${events.starts_at})`,
      ),
    )
    .where(eq(event_performers.event_id, event_id))
}

/** A gig as its reminder says it, to one who plays it. */
export interface GigFacts {
  to: string
  language: Language
  owns: boolean
  title: string | null
  type: EventType
  city: string | null
  place: string | null
  zone: string
  project_name: string | null
  call_at: string
}

/** What somebody is reminded of; null when they, or their project, no longer play it. */
export async function gigFacts(
  db: Db,
  { event_id, project_id, user_id }: { event_id: number; project_id: number; user_id: number },
): Promise<GigFacts | null> {
  const players = await playersAt(db, event_id)
  const player = players.find((one) => one.project_id === project_id && one.user_id === user_id)
  if (!player) return null
  const [found] = await db
    .select({
      to: users.email,
      language: users.language,
      title: events.title,
      type: events.type,
      city: events.city,
      place: events.place,
      zone: events.zone,
      project_name: music_projects.name,
      schedule: event_performers.schedule,
    })
    .from(event_performers)
    .innerJoin(events, eq(events.id, event_performers.event_id))
    .innerJoin(music_projects, eq(music_projects.id, event_performers.project_id))
    .innerJoin(users, and(eq(users.id, user_id), isNull(users.deleted_at)))
    .where(
      and(
        eq(event_performers.event_id, event_id),
        eq(event_performers.project_id, project_id),
        inArray(events.state, UPCOMING),
      ),
    )
    .limit(1)
  if (!found) return null
  const { schedule, ...facts } = found
  return { ...facts, owns: player.role === 'OWNER', call_at: schedule.call_at }
}
