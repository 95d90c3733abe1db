import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { ProfileReportReason } from './contract.reports.ts'
import { profile_reports } from './table.ts'

/** A profile that was reported, as staff reads it: one row for all of its reports that wait. */
export interface ReportedProfile {
  project_id: number
  name: string
  owner_id: number
  bio: string
  hidden_reason: string | null
  since: string
  reports: { reason: ProfileReportReason; note: string; user_id: number }[]
}

const waiting = (db: Db) =>
  db
    .select({
      project_id: music_projects.id,
      name: present(music_projects.name),
      owner_id: music_projects.owner_id,
      bio: music_projects.bio,
      hidden_reason: music_projects.hidden_reason,
      since: sql<string>`to_char(min(${profile_reports.reported_at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      reports: sql<ReportedProfile['reports']>`json_agg(json_build_object('reason', ${profile_reports.reason},
        'note', ${profile_reports.note}, 'user_id', ${profile_reports.user_id}) order by ${profile_reports.id})`,
    })
    .from(profile_reports)
    .innerJoin(music_projects, eq(music_projects.id, profile_reports.project_id))
    .groupBy(music_projects.id)
    .$dynamic()

const isOpen = and(isNull(profile_reports.settled_at), eq(music_projects.status, 'active'))

/** Profiles whose reports nobody has looked at, the oldest report first. */
export const reportedProfiles = (db: Db, limit = 100): Promise<ReportedProfile[]> =>
  waiting(db)
    .where(isOpen)
    .orderBy(asc(sql`min(${profile_reports.id})`))
    .limit(limit)

/** How many there are. */
export async function countReportedProfiles(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${profile_reports.project_id})`.mapWith(Number) })
    .from(profile_reports)
    .innerJoin(music_projects, eq(music_projects.id, profile_reports.project_id))
    .where(isOpen)
  return row?.count ?? 0
}

/** One of those; null when none of its reports waits. */
export async function reportedProfile(db: Db, project_id: number): Promise<ReportedProfile | null> {
  const [row] = await waiting(db).where(and(isOpen, eq(music_projects.id, project_id)))
  return row ?? null
}

/** Of a profile that was hidden or shown again, for the letter to its owner; null once they are gone. */
export async function hiddenFacts(db: Db, project_id: number) {
  const [row] = await db
    .select({
      to: users.email,
      name: present(users.name),
      language: users.language,
      project_name: present(music_projects.name),
      reason: music_projects.hidden_reason,
    })
    .from(music_projects)
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .where(and(eq(music_projects.id, project_id), isNull(users.deleted_at)))
  return row ?? null
}

/** What somebody reported, for the copy of their data. */
export const profileReportsOf = (db: Db, user_id: number) =>
  db
    .select({
      project: music_projects.name,
      reason: profile_reports.reason,
      note: profile_reports.note,
      reported_at: profile_reports.reported_at,
    })
    .from(profile_reports)
    .innerJoin(music_projects, eq(music_projects.id, profile_reports.project_id))
    .where(eq(profile_reports.user_id, user_id))
    .orderBy(asc(profile_reports.id))
