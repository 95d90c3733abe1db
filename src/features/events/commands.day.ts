import { and, eq, gt, gte, isNull, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { signals } from '#core/server/live.ts'
import { collect } from '#core/server/work.ts'
import { users } from '#features/accounts/table.ts'
import { deleteAboutSubjects, notify } from '#features/notifications/commands.ts'
import { eventParams } from '#features/notifications/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import type { ArtistFactsEdit, HostFactsEdit, NewReport, ReportKind } from './contract.day.ts'
import type { EventDetail } from './contract.ts'
import { playersAt, schedulesOf } from './queries.day.ts'
import { type EventRow, eventDetail, readerOf } from './queries.ts'
import {
  dayOf,
  isInDay,
  REPORTS_MAX,
  reportFor,
  reportProblems,
  TOLD_EVERY_MS,
  UNDO_MS,
  UNDO_WAY_MS,
} from './rules.day.ts'
import { isOver, type Reader } from './rules.ts'
import { artist_facts, day_reports, events, host_facts } from './table.ts'

/* What both sides say of an event, and on its day. */

// ─── Before the day ──────────────────────────────────────────────────────────────────────────────────────────

/**
 * Saves what the host says to whoever plays. Their open pages show it at once; nobody is notified.
 * @throws Refusal 404, 409 when the event is over, or when it was changed since the version that was on the screen
 */
export async function saveHostFactsOf(
  work: Work,
  user_id: number,
  event_id: number,
  { version, ...facts }: HostFactsEdit,
): Promise<EventDetail> {
  const { event, reader } = await readerOf(work.db, user_id, event_id)
  if (reader.side !== 'hunter') throw notFound()
  if (isOver(event.state)) throw new Refusal(409, 'events.over')
  const values = { facts, version: version + 1, edited_at: work.now.toISOString(), edited_by: user_id }
  const saved =
    version === 0
      ? await work.db
          .insert(host_facts)
          .values({ event_id, ...values })
          .onConflictDoNothing()
          .returning({ version: host_facts.version })
      : await work.db
          .update(host_facts)
          .set(values)
          .where(and(eq(host_facts.event_id, event_id), eq(host_facts.version, version)))
          .returning({ version: host_facts.version })
  if (saved.length === 0) throw new Refusal(409, 'events.facts_changed')
  await refreshPagesOf(work, event, null)
  return eventDetail(work.db, event, reader, user_id)
}

/**
 * Saves what a project says to the host: its set list and what it needs. Whoever plays in it may write it, as they may
 * check off its part of the checklist.
 * @throws Refusal 404 also for a project that isn't the caller's or doesn't play; 409 as above
 */
export async function saveArtistFactsOf(
  work: Work,
  user_id: number,
  event_id: number,
  project_id: number,
  { version, ...facts }: ArtistFactsEdit,
): Promise<EventDetail> {
  const { event, reader } = await readerOf(work.db, user_id, event_id)
  if (!reader.project_ids.includes(project_id)) throw notFound()
  if (isOver(event.state)) throw new Refusal(409, 'events.over')
  const values = { facts, version: version + 1, edited_at: work.now.toISOString(), edited_by: user_id }
  const saved =
    version === 0
      ? await work.db
          .insert(artist_facts)
          .values({ event_id, project_id, ...values })
          .onConflictDoNothing()
          .returning({ version: artist_facts.version })
      : await work.db
          .update(artist_facts)
          .set(values)
          .where(
            and(
              eq(artist_facts.event_id, event_id),
              eq(artist_facts.project_id, project_id),
              eq(artist_facts.version, version),
            ),
          )
          .returning({ version: artist_facts.version })
  if (saved.length === 0) throw new Refusal(409, 'events.facts_changed')
  await refreshPagesOf(work, event, project_id)
  return eventDetail(work.db, event, reader, user_id)
}

/** Has the open pages of the host and of those who play ask again. @param project_id only of that project; null: of all */
export async function refreshPagesOf(work: Work, event: EventRow, project_id: number | null): Promise<void> {
  const players = await playersAt(work.db, event.id)
  const concerned = players.filter((one) => project_id === null || one.project_id === project_id)
  const people = new Set([event.hunter_id, ...concerned.map(({ user_id }) => user_id)])
  const topic = subject('event', event.id)
  collect(
    work,
    signals,
    [...people].map((user_id) => ({ user_id, topic })),
  )
}

// ─── On the day ──────────────────────────────────────────────────────────────────────────────────────────────

/** As whose side somebody speaks: a project of theirs that plays, or the host's. @throws Refusal 404 for another's */
function speakerOf(reader: Reader, project_id: number | null): number | null {
  if (reader.side === 'hunter') {
    if (project_id !== null) throw notFound()
    return null
  }
  const own = project_id ?? reader.project_ids[0]
  if (own === undefined || !reader.project_ids.includes(own)) throw notFound()
  return own
}

/**
 * Somebody says on the day that they have arrived, come late or have a problem. Everybody's open pages show it; the other
 * side is notified of what may hold up the event. Who has arrived is there: once more changes nothing.
 * @throws Refusal 404, 409 outside the day, when the event is over or too much was said, 422 without what belongs to it
 */
export async function sayOnDay(
  work: Work,
  user_id: number,
  event_id: number,
  said: NewReport,
): Promise<EventDetail> {
  const { event, reader } = await readerOf(work.db, user_id, event_id)
  const project_id = speakerOf(reader, said.project_id)
  const fields = reportProblems(said)
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'common.invalid', { fields })
  if (isOver(event.state)) throw new Refusal(409, 'events.over')
  const schedules = await schedulesOf(work.db, event_id)
  const at = momentOf(said, work.now)
  const day = dayOf(
    schedules.map(({ schedule }) => schedule),
    event.ends_at,
  )
  if (!day || !isInDay(day, at)) throw new Refusal(409, 'events.not_the_day')
  // One after the other: what was said before decides who is notified.
  await work.db.select({ id: events.id }).from(events).where(eq(events.id, event_id)).for('update')
  const before = await work.db
    .select()
    .from(day_reports)
    .where(
      and(
        eq(day_reports.event_id, event_id),
        eq(day_reports.user_id, user_id),
        gte(day_reports.created_at, event.confirmed_at),
      ),
    )
  const isThere = before.some(
    (one) => one.kind === 'arrived' && one.project_id === project_id && one.undone_at === null,
  )
  if (said.kind === 'arrived' && isThere) return eventDetail(work.db, event, reader, user_id)
  if (before.length >= REPORTS_MAX) throw new Refusal(409, 'events.day_full')
  const since = work.now.getTime() - TOLD_EVERY_MS
  const told =
    said.kind !== 'arrived' &&
    !before.some(
      (one) =>
        one.told &&
        // Of what was taken back, nothing is left that tells them.
        one.undone_at === null &&
        one.kind === said.kind &&
        one.project_id === project_id &&
        // Who comes later than they said is told of again.
        (one.minutes ?? 0) >= (said.kind === 'late' ? (said.minutes ?? 0) : 0) &&
        Date.parse(one.created_at) > since,
    )
  const [report] = await work.db
    .insert(day_reports)
    .values({
      event_id,
      project_id,
      user_id,
      kind: said.kind,
      minutes: said.kind === 'late' ? said.minutes : null,
      problem: said.kind === 'problem' ? said.problem : '',
      at: at.toISOString(),
      call_at: schedules.find((one) => one.project_id === project_id)?.schedule.call_at ?? null,
      told,
      created_at: work.now.toISOString(),
    })
    .returning()
  if (report && told) await tellOtherSide(work, event, report)
  await refreshPagesOf(work, event, null)
  return eventDetail(work.db, event, reader, user_id)
}

/** When it was: whoever had no connection says when they arrived; a phone's clock that is fast doesn't count. */
const momentOf = ({ kind, arrived_at }: NewReport, now: Date): Date =>
  kind === 'arrived' && arrived_at !== null ? new Date(Math.min(Date.parse(arrived_at), now.getTime())) : now

type ReportRow = typeof day_reports.$inferSelect

/** Whom a report is about to whom: the host hears of those who play, the projects' owners of the host. */
async function othersOf(work: Work, event: EventRow, report: ReportRow): Promise<number[]> {
  if (report.project_id !== null) return [event.hunter_id]
  const players = await playersAt(work.db, event.id)
  const owners = players.filter(({ role }) => role === 'OWNER').map(({ user_id }) => user_id)
  return [...new Set(owners)].filter((user_id) => user_id !== report.user_id)
}

async function tellOtherSide(work: Work, event: EventRow, report: ReportRow): Promise<void> {
  const [who] = await work.db
    .select({ name: sql<string | null>`coalesce(${music_projects.name}, ${users.name})` })
    .from(users)
    .leftJoin(music_projects, eq(music_projects.id, report.project_id ?? 0))
    .where(eq(users.id, report.user_id))
  notify(
    work,
    (await othersOf(work, event, report)).map((user_id) => ({
      user_id,
      type: 'EVENT_AT_RISK',
      subject: subject('report', report.id),
      value: String(event.id),
      params: {
        person_name: who?.name ?? '',
        ...eventParams(event),
        voice: report.kind satisfies ReportKind,
        ...(report.minutes === null ? {} : { minutes: report.minutes }),
        ...(report.problem ? { problem: report.problem } : {}),
      },
    })),
  )
}

/**
 * Takes back what the caller has just said; the row stays, and what the other side was told of it goes.
 * @throws Refusal 404, 403 for somebody else's, 409 once ten seconds have passed
 */
export async function undoReportOf(
  work: Work,
  user_id: number,
  event_id: number,
  report_id: number,
): Promise<EventDetail> {
  const { event, reader } = await readerOf(work.db, user_id, event_id)
  const [report] = await work.db
    .select()
    .from(day_reports)
    .where(and(eq(day_reports.id, report_id), eq(day_reports.event_id, event_id)))
  if (!report || !reportFor({ ...report, person_name: null }, reader)) throw notFound()
  if (report.user_id !== user_id) throw new Refusal(403, 'events.not_your_report')
  if (report.undone_at !== null) return eventDetail(work.db, event, reader, user_id)
  const until = new Date(work.now.getTime() - UNDO_MS - UNDO_WAY_MS).toISOString()
  const undone = await work.db
    .update(day_reports)
    .set({ undone_at: work.now.toISOString() })
    .where(
      and(eq(day_reports.id, report_id), isNull(day_reports.undone_at), gt(day_reports.created_at, until)),
    )
    .returning({ id: day_reports.id })
  if (undone.length === 0) throw new Refusal(409, 'events.undo_over')
  if (report.told)
    await deleteAboutSubjects(work, await othersOf(work, event, report), [subject('report', report_id)])
  await refreshPagesOf(work, event, null)
  return eventDetail(work.db, event, reader, user_id)
}
