import { and, asc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import { type Subject, subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint } from '#core/server/events.ts'
import type { Viewer } from '#core/server/route.ts'
import type { Texts } from '#core/server/texts.ts'
import { users } from '#features/accounts/table.ts'
import { leadsOf } from '#features/availability/queries.ts'
import {
  askedProject,
  type OwnerScope,
  ownerScope,
  type ProjectScope,
  projectScope,
} from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { type CalendarSync, readFeed, type Source } from './contract.ts'
import { isUnknown, UNKNOWN_AFTER } from './rules.ts'
import { calendar_feeds, calendar_sources } from './table.ts'

/* ---------------------------------------------------------------- what goes out */

/** Whose dates a feed has: somebody's in a project, or somebody's own. */
export type FeedOf = { user_id: number; project: ProjectScope | null }

/** One date of a feed. No more of it is told than this. */
export interface FeedEntry {
  /** What it is, for ever: `order:12/project:3`. */
  subject: Subject
  status: 'confirmed' | 'tentative' | 'cancelled'
  /** In both languages, so that the reader's isn't a change. */
  title: Record<Language, string>
  place: string | null
  starts_at: string
  ends_at: string
  zone: string
  /** The page that shows it. */
  path: string
}

/** Which dates a feed has in a span: each feature answers for its own. */
export const feedEntries = extensionPoint<{ of: FeedOf; from: string; to: string }, FeedEntry>(
  'calendars.feed_entries',
)

/** A gig that was agreed elsewhere, as its own people noted it. */
export const ownGigEntry = (
  texts: Pick<Texts, 'say'>,
  gig: { id: number; from: string; to: string; reason: string; zone: string },
): FeedEntry => ({
  subject: subject('own_gig', gig.id),
  status: 'confirmed',
  title: {
    es: gig.reason || texts.say('es', 'availability:calendars.own_gig'),
    en: gig.reason || texts.say('en', 'availability:calendars.own_gig'),
  },
  place: null,
  starts_at: gig.from,
  ends_at: gig.to,
  zone: gig.zone,
  path: '/calendar',
})

/** What a calendar that is read is to those who store its times. */
export const sourceSubject = (source_id: number): Subject => subject('calendar', source_id)

/**
 * Whose calendar a call is about: that of the project it names, else of the active one; one's own for whoever isn't a
 * musician.
 * @throws Refusal 404 for a project that isn't theirs, 409 for a musician without an active project
 */
export async function feedOwner(db: Db, viewer: Viewer, project_id?: number): Promise<FeedOf> {
  const plays = viewer.account_type === 'MUSICIAN' || project_id !== undefined
  return { user_id: viewer.id, project: plays ? await askedProject(db, viewer, project_id) : null }
}

export const isFeedOf = ({ user_id, project }: FeedOf): SQL | undefined =>
  and(
    eq(calendar_feeds.user_id, user_id),
    sql`${calendar_feeds.project_id} is not distinct from ${project?.project_id ?? null}`,
  )

const addressOf = (public_url: string, key: string) => `${public_url}${readFeed.path}?key=${key}`

/** What a calendar is joined with. */
export async function syncOf(
  db: Db,
  of: FeedOf,
  { now, public_url }: { now: Date; public_url: string },
): Promise<CalendarSync> {
  const [feed] = await db
    .select({ key: calendar_feeds.key, created_at: calendar_feeds.created_at })
    .from(calendar_feeds)
    .where(isFeedOf(of))
  return {
    feed: feed ? { url: addressOf(public_url, feed.key), created_at: feed.created_at } : null,
    sources: of.project?.role === 'OWNER' ? await sourcesOf(db, of.project, now) : null,
  }
}

async function sourcesOf(db: Db, { project_id }: ProjectScope, now: Date): Promise<Source[]> {
  const rows = await db
    .select()
    .from(calendar_sources)
    .where(eq(calendar_sources.project_id, project_id))
    .orderBy(asc(calendar_sources.id))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    host: new URL(row.url).host,
    reading: row.queued_at !== null,
    read_at: row.read_at,
    tried_at: row.tried_at,
    failure: row.failure,
    unknown: isUnknown(row, now),
    times: row.times,
    skipped: row.skipped,
    cut: row.cut,
  }))
}

/**
 * Whose feed an address opens. Whoever left the band reads nothing by it.
 * @throws Refusal 404 for an address that is none, or none any more
 */
export async function feedByKey(db: Db, key: string) {
  const [feed] = await db
    .select({
      user_id: calendar_feeds.user_id,
      project_id: calendar_feeds.project_id,
      language: users.language,
      name: sql<string>`coalesce(${music_projects.name}, ${users.name}, '')`,
    })
    .from(calendar_feeds)
    .innerJoin(users, eq(users.id, calendar_feeds.user_id))
    .leftJoin(music_projects, eq(music_projects.id, calendar_feeds.project_id))
    .where(eq(calendar_feeds.key, key))
  if (!feed) throw notFound()
  const { user_id, project_id } = feed
  const project = project_id === null ? null : await projectScope(db, { id: user_id }, project_id)
  return { of: { user_id, project }, language: feed.language, name: feed.name }
}

/* ---------------------------------------------------------------- what comes in */

/** Calendars whose turn has come, those that wait longest first; archived projects have none read. */
export async function sourcesDue(db: Db, now: Date): Promise<{ id: number; owner_id: number }[]> {
  return db
    .select({ id: calendar_sources.id, owner_id: music_projects.owner_id })
    .from(calendar_sources)
    .innerJoin(music_projects, eq(music_projects.id, calendar_sources.project_id))
    .where(and(lte(calendar_sources.next_at, now.toISOString()), eq(music_projects.status, 'active')))
    .orderBy(asc(calendar_sources.next_at))
    .limit(500)
}

/** What reading a calendar takes; null when it was removed meanwhile, or read: where many wait it may be queued twice. */
export async function sourceToRead(db: Db, source_id: number) {
  const [source] = await db
    .select({
      id: calendar_sources.id,
      project_id: calendar_sources.project_id,
      url: calendar_sources.url,
      zone: music_projects.zone,
      owner_id: music_projects.owner_id,
    })
    .from(calendar_sources)
    .innerJoin(music_projects, eq(music_projects.id, calendar_sources.project_id))
    .where(and(eq(calendar_sources.id, source_id), isNotNull(calendar_sources.queued_at)))
  return source ?? null
}

/** Every calendar that somebody's projects read, with its address. */
export async function calendarDataOf(db: Db, user_id: number) {
  const feeds = await db
    .select({ project_id: calendar_feeds.project_id, created_at: calendar_feeds.created_at })
    .from(calendar_feeds)
    .where(eq(calendar_feeds.user_id, user_id))
    .orderBy(calendar_feeds.id)
  const sources = await db
    .select({
      project_id: calendar_sources.project_id,
      name: calendar_sources.name,
      url: calendar_sources.url,
      read_at: calendar_sources.read_at,
      failure: calendar_sources.failure,
      created_at: calendar_sources.created_at,
    })
    .from(calendar_sources)
    .innerJoin(music_projects, eq(music_projects.id, calendar_sources.project_id))
    .where(eq(music_projects.owner_id, user_id))
    .orderBy(calendar_sources.id)
  return feeds.length === 0 && sources.length === 0 ? [] : { feeds, sources }
}

/**
 * SQL condition: a calendar of a project, or of somebody it can't play without, couldn't be read for a day, so that nobody
 * knows what else they have promised.
 * @param project id column of music_projects
 */
export const hasUnknown = (project: SQL, now: Date): SQL<boolean> => sql<boolean>`exists (
  select 1 from ${calendar_sources} unread
  -- An array, so that theirs are found by index: the planner would look through everybody's for an OR.
  where unread.project_id = any(array(
      select ${project} union all
      select own.id from ${leadsOf(project)} lead
        join ${music_projects} own on own.owner_id = lead.user_id and own.project_type = 'INDIVIDUAL'))
    and coalesce(unread.read_at, unread.created_at)
      <= ${new Date(now.getTime() - UNKNOWN_AFTER).toISOString()}::timestamptz)`

/**
 * The project that a calendar is read for, whichever project they act as.
 * @throws Refusal 404 when it is of no project of theirs, 403 when they are a collaborator
 */
export async function ownerOfSource(db: Db, viewer: Viewer, source_id: number): Promise<OwnerScope> {
  const [source] = await db
    .select({ project_id: calendar_sources.project_id })
    .from(calendar_sources)
    .where(eq(calendar_sources.id, source_id))
  if (!source) throw notFound()
  return ownerScope(db, viewer, source.project_id)
}
