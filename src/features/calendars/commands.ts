import { createHash } from 'node:crypto'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { Reading, Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { gather } from '#core/server/events.ts'
import { limit } from '#core/server/limits.ts'
import { mayBeRead } from '#core/server/outside.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { newToken } from '#core/server/secrets.ts'
import { workerTask } from '#core/server/workers.ts'
import { removeImported, replaceImported } from '#features/availability/commands.ts'
import { hasImportedAhead } from '#features/availability/queries.ts'
import type { OwnerScope } from '#features/projects/queries.ts'
import type { SourceDraft, SourceFailure } from './contract.ts'
import { type FeedEntry, type FeedOf, feedByKey, feedEntries, isFeedOf, sourceSubject } from './queries.ts'
import { readings } from './queues.ts'
import { feedSpan, isEmptyForLong, MOST_SOURCES, nextReading, READ_EVERY, uidSuffix } from './rules.ts'
import { type Calendar, calendarFile, isLong, WAY_OF_WRITING, type Written } from './rules.writing.ts'
import { calendar_entries, calendar_feeds, calendar_sources } from './table.ts'

/* ---------------------------------------------------------------- what goes out */

/** Makes the address where somebody's dates are read; the one that is there stays. */
export async function openFeedOf({ db, now }: Work, { user_id, project }: FeedOf): Promise<void> {
  await db
    .insert(calendar_feeds)
    .values({
      user_id,
      project_id: project?.project_id ?? null,
      key: newToken(),
      created_at: now.toISOString(),
    })
    .onConflictDoNothing()
}

/**
 * Makes another address; nothing is read by the one before.
 * @throws Refusal 409 `calendars.no_feed` when there is none
 */
export async function renewFeedOf({ db, now }: Work, of: FeedOf): Promise<void> {
  const { rowCount } = await db
    .update(calendar_feeds)
    .set({ key: newToken(), created_at: now.toISOString() })
    .where(isFeedOf(of))
  if (!rowCount) throw new Refusal(409, 'calendars.no_feed')
}

/** Takes the address away. Nothing happens when there is none. */
export async function closeFeedOf({ db }: Work, of: FeedOf): Promise<void> {
  await db.delete(calendar_feeds).where(isFeedOf(of))
}

const shaOf = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * How often each date has changed since somebody first read it, and when it did last: what SEQUENCE and DTSTAMP are.
 * Noted when they are read, whoever reads, so that no feature that changes a date has to remember to.
 */
export async function revisionsOf(
  db: Db,
  entries: readonly FeedEntry[],
  now: Date,
): Promise<Map<string, { sequence: number; changed_at: string }>> {
  const noted = new Map<string, { sha: string; sequence: number; changed_at: string }>()
  if (entries.length === 0) return noted
  const rows = await db
    .select()
    .from(calendar_entries)
    .where(
      inArray(
        calendar_entries.key,
        entries.map(({ subject }) => subject),
      ),
    )
  for (const row of rows) noted.set(row.key, row)
  const changed = entries.flatMap(({ subject, path: _, ...said }) => {
    const sha = shaOf(said)
    return noted.get(subject)?.sha === sha
      ? []
      : [{ key: subject, sha, sequence: 0, changed_at: now.toISOString() }]
  })
  if (changed.length > 0) {
    const written = await db
      .insert(calendar_entries)
      .values(changed)
      .onConflictDoUpdate({
        target: calendar_entries.key,
        // Two may read it at once: it changed once.
        set: {
          sequence: sql`${calendar_entries.sequence} + (${calendar_entries.sha} <> excluded.sha)::int`,
          changed_at: sql`case when ${calendar_entries.sha} = excluded.sha then ${calendar_entries.changed_at}
            else excluded.changed_at end`,
          sha: sql`excluded.sha`,
        },
      })
      .returning()
    for (const row of written) noted.set(row.key, row)
  }
  return noted
}

/** Dates as a calendar file has them, in a language. */
export async function datesOf(
  { db, now, app }: Pick<Reading, 'db' | 'now' | 'app'>,
  entries: readonly FeedEntry[],
  language: Language,
): Promise<Written[]> {
  const { public_url } = app.config
  const revisions = await revisionsOf(db, entries, now)
  return entries.map(({ subject, path, title, ...date }) => ({
    ...date,
    title: title[language],
    uid: `${subject.replace(/[:/]/g, '-')}${uidSuffix(public_url)}`,
    sequence: revisions.get(subject)?.sequence ?? 0,
    changed_at: revisions.get(subject)?.changed_at ?? now.toISOString(),
    url: `${public_url}${path}`,
  }))
}

const writeCalendar = workerTask<Calendar, string>(new URL('./worker.ts', import.meta.url), 'writeCalendar')

/** Programs ask for a calendar every some minutes, and somebody has a few of them. */
const READS_A_MINUTE = 30

/**
 * The calendar file that an address opens: its tag at once, as that needs the dates alone, and the file when it is asked
 * for. A long one is written in a thread, in turn with what else is computed for its owner.
 * @throws Refusal 404 for an address that is none, or none any more; 429 when it is read too often
 */
export async function feedFile(
  reading: Reading & Pick<ReadContext, 'signal'>,
  key: string,
): Promise<{ etag: string; write: () => Promise<string> }> {
  const { app, db, now, signal } = reading
  const { of, name, language } = await feedByKey(db, key)
  await limit(app.db, `feed:${key}`, READS_A_MINUTE, MINUTE, now)
  const entries = await gather(reading, feedEntries, { of, ...feedSpan(now) })
  const calendar = { name, dates: await datesOf(reading, entries, language) }
  const { side_workers } = app
  return {
    // A file says when the clocks of its zones change, as the runtime knows it.
    etag: `"${shaOf([WAY_OF_WRITING, process.versions.tz, calendar]).slice(0, 27)}"`,
    write: async () =>
      isLong(calendar)
        ? side_workers.inTurn(`user:${of.user_id}`, () => side_workers.run(writeCalendar, calendar), {
            signal,
          })
        : calendarFile(calendar),
  }
}

/** Forgets dates that no feed has any more: those that haven't changed for two years. */
export async function deleteOldRevisions({ db, now }: Pick<Work, 'db' | 'now'>): Promise<void> {
  await db.execute(
    sql`delete from ${calendar_entries} e
      where e.changed_at < ${now.toISOString()}::timestamptz - interval '2 years'`,
  )
}

/* ---------------------------------------------------------------- what comes in */

/**
 * Has a calendar read from now on, first at once.
 * @throws Refusal 422 for an address that can't be one, 409 `calendars.too_many` or `calendars.there`, 429 when calendars
 * were added and taken away too often
 */
export async function addSourceTo(work: Work, scope: OwnerScope, { name, url }: SourceDraft): Promise<void> {
  const { project_id, user_id: owner_id } = scope
  if (!mayBeRead(url))
    throw new Refusal(422, 'common.invalid', { fields: { url: { key: 'validation.calendar_address' } } })
  const count = await work.db.$count(calendar_sources, eq(calendar_sources.project_id, project_id))
  if (count >= MOST_SOURCES) throw new Refusal(409, 'calendars.too_many', { values: { count: MOST_SOURCES } })
  const now = work.now.toISOString()
  const [source] = await work.db
    .insert(calendar_sources)
    .values({ project_id, name, url, next_at: now, created_at: now })
    .onConflictDoNothing()
    .returning({ id: calendar_sources.id })
  if (!source) throw new Refusal(409, 'calendars.there')
  await limitReadings(work, project_id)
  await queueReading(work, { ...source, owner_id })
}

/** Queues a calendar to be read, unless it waits for that already. */
export async function queueReading(
  work: Work,
  { id, owner_id }: { id: number; owner_id: number },
): Promise<void> {
  const now = work.now.getTime()
  // One that waits for so long isn't coming: its process died.
  const queued = await work.db
    .update(calendar_sources)
    .set({ queued_at: work.now.toISOString(), next_at: new Date(now + READ_EVERY).toISOString() })
    .where(
      and(
        eq(calendar_sources.id, id),
        sql`(${calendar_sources.queued_at} is null
          or ${calendar_sources.queued_at} <= ${new Date(now - READ_EVERY).toISOString()}::timestamptz)`,
      ),
    )
    .returning({ id: calendar_sources.id })
  if (queued.length > 0) await enqueue(work, readings, { source_id: id }, { group: `user:${owner_id}` })
}

/**
 * Reads a calendar now.
 * @throws Refusal 429 when that was asked for too often
 */
export async function readSourceSoon(work: Work, scope: OwnerScope, id: number): Promise<void> {
  await limitReadings(work, scope.project_id)
  await queueReading(work, { id, owner_id: scope.user_id })
}

/** Each time somebody else's server is asked. */
const limitReadings = ({ db, now }: Work, project_id: number) =>
  limit(db, `calendar:${project_id}`, 10, 15 * MINUTE, now)

/** Reads a calendar no more, and what it made busy is free. */
export async function removeSourceFrom(work: Work, { project_id }: OwnerScope, id: number): Promise<void> {
  await removeSources(work, and(eq(calendar_sources.id, id), eq(calendar_sources.project_id, project_id)))
}

/**
 * Calendars that the former owner of a band has had read for it: their addresses are that person's secrets, and what they
 * do nobody else's business.
 */
export async function removeSourcesOf(work: Work, project_id: number): Promise<void> {
  await removeSources(work, eq(calendar_sources.project_id, project_id))
}

async function removeSources(work: Work, where: SQL | undefined): Promise<void> {
  const removed = await work.db.delete(calendar_sources).where(where).returning({ id: calendar_sources.id })
  for (const { id } of removed) await removeImported(work, sourceSubject(id))
}

/** What came of reading a calendar. */
export type Outcome =
  | { failure: SourceFailure }
  | { failure: null; busy: [string, string][]; skipped: number; cut: boolean }

/** Notes what came of reading a calendar, and stores the times; one that was removed meanwhile is let be. */
export async function noteReading(work: Work, source_id: number, outcome: Outcome): Promise<void> {
  const [source] = await work.db
    .select()
    .from(calendar_sources)
    .where(eq(calendar_sources.id, source_id))
    .for('update')
  if (!source) return
  const isEmptied =
    outcome.failure === null &&
    outcome.busy.length === 0 &&
    !isEmptyForLong(source, work.now) &&
    (await hasImportedAhead(work.db, sourceSubject(source_id), work.now))
  const reading: Outcome = isEmptied ? { failure: 'emptied' } : outcome
  const at = work.now.toISOString()
  const { failure } = reading
  const read_at = failure === null ? at : source.read_at
  const known = {
    queued_at: null,
    tried_at: at,
    read_at,
    failure,
    next_at: nextReading({ ...source, read_at, failure }, work.now).toISOString(),
  }
  if (reading.failure !== null) {
    // What it said last stays: busy once too often is better than twice at once.
    await work.db.update(calendar_sources).set(known).where(eq(calendar_sources.id, source_id))
    return
  }
  const { busy, skipped, cut } = reading
  const sha = shaOf(busy)
  if (sha !== source.sha) await replaceImported(work, source.project_id, sourceSubject(source_id), busy)
  await work.db
    .update(calendar_sources)
    .set({ ...known, sha, times: busy.length, skipped, cut })
    .where(eq(calendar_sources.id, source_id))
}

/* ---------------------------------------------------------------- whoever goes */

/** A project that is erased reads no calendar, and its dates are read by nobody. */
export async function eraseCalendars({ db }: Work, project_id: number): Promise<void> {
  await db.delete(calendar_sources).where(eq(calendar_sources.project_id, project_id))
  await db.delete(calendar_feeds).where(eq(calendar_feeds.project_id, project_id))
}

export async function eraseFeeds({ db }: Work, user_id: number): Promise<void> {
  await db.delete(calendar_feeds).where(eq(calendar_feeds.user_id, user_id))
}
