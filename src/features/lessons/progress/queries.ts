import { and, asc, desc, eq, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { keyAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { wallClock } from '#core/contract/time.ts'
import { readBy } from '#core/server/audience.ts'
import { outer, present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { zoneOf } from '#features/availability/queries.personal.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import { showsProgress } from '../queries.ts'
import { learner_objectives, learner_pieces, lessons, piece_tempos, practice_entries } from '../table.ts'
import {
  type LearnerObjective,
  type Piece,
  type PieceTempo,
  type Practice,
  type Progress,
  type StudentNotes,
  TEMPOS_SHOWN,
  type Vouched,
} from './contract.ts'
import { type PractisedDay, streakOf, weeksOf } from './rules.ts'

/** The student whose progress somebody may read and change; made only by the checks below. */
export interface StudentScope {
  readonly student_id: number
  readonly name: string
}

/** How many days with practice a streak is counted over. */
const MOST_DAYS = 1500

/** SQL condition on users: a student who asks for themselves, or whom the asker teaches. */
const mayRead = (user_id: number, now: Date) =>
  and(
    eq(users.account_type, 'STUDENT'),
    isNull(users.deleted_at),
    or(
      eq(users.id, user_id),
      sql`exists (select from ${lessons} l where l.teacher_id = ${user_id} and l.student_id = ${outer(users.id)}
        and ${showsProgress(now)})`,
    ),
  )

/**
 * A student whose progress somebody may read and change: oneself, or whom one teaches.
 * @throws Refusal 404 for anybody else
 */
export async function studentScope(
  db: Db,
  user_id: number,
  student_id: number,
  now: Date,
): Promise<StudentScope> {
  const [found] = await db
    .select({ student_id: users.id, name: present(users.name) })
    .from(users)
    .where(and(eq(users.id, student_id), mayRead(user_id, now)))
  if (!found) throw notFound()
  return found
}

/**
 * The student whose piece or objective it is, where somebody may read and change it.
 * @throws Refusal 404 for a row of anybody else's student
 */
export async function scopeOfRow(
  db: Db,
  user_id: number,
  table: typeof learner_pieces | typeof learner_objectives,
  id: number,
  now: Date,
): Promise<StudentScope> {
  const [found] = await db
    .select({ student_id: users.id, name: present(users.name) })
    .from(table)
    .innerJoin(users, eq(users.id, table.student_id))
    .where(and(eq(table.id, id), mayRead(user_id, now)))
  if (!found) throw notFound()
  return found
}

/** What a student's clock shows: their zone, and the day there. */
export async function todayOf(db: Db, user_id: number, now: Date): Promise<{ zone: string; today: string }> {
  const zone = await zoneOf(db, user_id)
  return { zone, today: wallClock(now, zone).day }
}

/* ---------------------------------------------------------------- practice */

/** What its student reads of a time of practice. */
export const practiceColumns = {
  id: practice_entries.id,
  day: practice_entries.day,
  minutes: practice_entries.minutes,
  what: practice_entries.what,
}

/** What a student noted, the latest day first. @throws Refusal 400 for a cursor that isn't one of ours */
export async function practicePage(db: Db, user_id: number, query: PageQuery): Promise<Page<Practice>> {
  const after = keyAfter(query.cursor, ['day', 'id'])
  const rows = await db
    .select(practiceColumns)
    .from(practice_entries)
    .where(
      and(
        eq(practice_entries.user_id, user_id),
        after &&
          sql`(${practice_entries.day}, ${practice_entries.id}) < (${after[0]}::date, ${after[1]}::bigint)`,
      ),
    )
    .orderBy(desc(practice_entries.day), desc(practice_entries.id))
    .limit(query.limit + 1)
  return pageOf(rows, query.limit, ({ day, id }) => [day, id])
}

/** One time of practice. @throws Refusal 404 for somebody else's */
export async function practiceOf(db: Db, user_id: number, id: number): Promise<Practice> {
  const [row] = await db
    .select(practiceColumns)
    .from(practice_entries)
    .where(and(eq(practice_entries.user_id, user_id), eq(practice_entries.id, id)))
  if (!row) throw notFound()
  return row
}

/** What was noted under a key of the browser's, if it was. */
export async function practiceOfKey(db: Db, user_id: number, key: string): Promise<Practice | undefined> {
  const [row] = await db
    .select(practiceColumns)
    .from(practice_entries)
    .where(and(eq(practice_entries.user_id, user_id), eq(practice_entries.key, key)))
  return row
}

/* ---------------------------------------------------------------- repertoire, objectives, and all of it */

/** By what name a student knows who stands for a row, and since when; null where nobody does. */
const vouched = ({ vouched_by, vouched_at }: typeof learner_pieces | typeof learner_objectives) =>
  sql<Vouched>`case when ${outer(vouched_by)} is not null then json_build_object('teacher', (
      select p.name from ${music_projects} p where p.owner_id = ${outer(vouched_by)} and p.project_type = 'INDIVIDUAL'
      order by p.id limit 1), 'at', to_char(${outer(vouched_at)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end`

/** What is read of a piece. */
export const pieceColumns = {
  id: learner_pieces.id,
  piece: learner_pieces.piece,
  composer: learner_pieces.composer,
  status: learner_pieces.status,
  tempo_now: learner_pieces.tempo_now,
  tempo_target: learner_pieces.tempo_target,
  vouched: vouched(learner_pieces),
}
/** What is read of an objective. */
export const objectiveColumns = {
  id: learner_objectives.id,
  title: learner_objectives.title,
  until: learner_objectives.until,
  reached_at: learner_objectives.reached_at,
  vouched: vouched(learner_objectives),
}

/**
 * What a student and who teaches them read of each other's words: as written. They have a lesson that takes place or was
 * held, so they know how to reach each other.
 */
export const between = <View extends object>(view: View): View => readBy({ side: null, open: true }, view)

/** A piece of somebody's own, or of whom they teach. @throws Refusal 404 as `scopeOfRow` */
export async function pieceOf(db: Db, user_id: number, id: number, now: Date): Promise<Piece> {
  const { student_id } = await scopeOfRow(db, user_id, learner_pieces, id, now)
  const [row] = await db
    .select(pieceColumns)
    .from(learner_pieces)
    .where(and(eq(learner_pieces.student_id, student_id), eq(learner_pieces.id, id)))
  if (!row) throw notFound()
  return between(row)
}

/** How the tempo of a piece rose over its last hundred changes. @throws Refusal 404 as `scopeOfRow` */
export async function temposOf(db: Db, user_id: number, id: number, now: Date): Promise<PieceTempo[]> {
  await scopeOfRow(db, user_id, learner_pieces, id, now)
  const latest = await db
    .select({ day: piece_tempos.day, tempo: piece_tempos.tempo })
    .from(piece_tempos)
    .where(eq(piece_tempos.piece_id, id))
    .orderBy(desc(piece_tempos.day))
    .limit(TEMPOS_SHOWN)
  return latest.reverse()
}

/** An objective of somebody's own, or of whom they teach. @throws Refusal 404 as `scopeOfRow` */
export async function objectiveOf(db: Db, user_id: number, id: number, now: Date): Promise<LearnerObjective> {
  const { student_id } = await scopeOfRow(db, user_id, learner_objectives, id, now)
  const [row] = await db
    .select(objectiveColumns)
    .from(learner_objectives)
    .where(and(eq(learner_objectives.student_id, student_id), eq(learner_objectives.id, id)))
  if (!row) throw notFound()
  return between(row)
}

/** Days on which a student practised, with their minutes, up to one of them, the latest first. */
export const practisedDays = (db: Db, student_id: number, until: string): Promise<PractisedDay[]> =>
  db
    .select({ day: practice_entries.day, minutes: sql<number>`sum(${practice_entries.minutes})::int` })
    .from(practice_entries)
    .where(and(eq(practice_entries.user_id, student_id), lte(practice_entries.day, until)))
    .groupBy(practice_entries.day)
    .orderBy(desc(practice_entries.day))
    .limit(MOST_DAYS)

/** How a student gets on. What they wrote of their practice is no part of it: that is theirs alone. */
export async function progressOf(db: Db, { student_id, name }: StudentScope, now: Date): Promise<Progress> {
  const { zone, today } = await todayOf(db, student_id, now)
  const days = await practisedDays(db, student_id, today)
  const pieces = await db
    .select(pieceColumns)
    .from(learner_pieces)
    .where(eq(learner_pieces.student_id, student_id))
    .orderBy(asc(learner_pieces.id))
  const objectives = await db
    .select(objectiveColumns)
    .from(learner_objectives)
    .where(eq(learner_objectives.student_id, student_id))
    .orderBy(asc(learner_objectives.id))
  return between({
    student: { id: student_id, name },
    zone,
    today,
    streak: streakOf(
      days.map(({ day }) => day),
      today,
    ),
    weeks: weeksOf(days, today),
    pieces,
    objectives,
  })
}

/* ---------------------------------------------------------------- what was noted of their lessons */

/**
 * What a teacher noted of the lessons that they give a student, newest first; those of who stands in for them, or for whom
 * they stand in, are the other's.
 * @throws Refusal 404 for whom they don't teach; 400 for a cursor that isn't one of ours
 */
export async function notesPage(
  db: Db,
  teacher_id: number,
  { student_id }: StudentScope,
  query: PageQuery,
): Promise<Page<StudentNotes>> {
  const after = keyAfter(query.cursor, ['instant', 'id'])
  const rows = await db
    .select({
      lesson_id: lessons.id,
      starts_at: lessons.starts_at,
      instrument: sql<StudentNotes['instrument']>`${services.instrument}`,
      notes_shared: lessons.notes_shared,
      notes_private: lessons.notes_private,
    })
    .from(lessons)
    .innerJoin(services, eq(services.id, lessons.service_id))
    .where(
      and(
        eq(lessons.teacher_id, teacher_id),
        eq(lessons.student_id, student_id),
        or(ne(lessons.notes_shared, ''), ne(lessons.notes_private, '')),
        after && sql`(${lessons.starts_at}, ${lessons.id}) < (${after[0]}::timestamptz, ${after[1]}::bigint)`,
      ),
    )
    .orderBy(desc(lessons.starts_at), desc(lessons.id))
    .limit(query.limit + 1)
  return readBy(
    { side: 'artist', open: false },
    pageOf(rows, query.limit, ({ starts_at, lesson_id }) => [starts_at, lesson_id]),
  )
}

/* ---------------------------------------------------------------- the copy of one's data */

/** What somebody noted of their practice, for the copy of their data. */
export const practiceDataOf = (db: Db, user_id: number): Promise<object[]> =>
  db
    .select({ ...practiceColumns, created_at: practice_entries.created_at })
    .from(practice_entries)
    .where(eq(practice_entries.user_id, user_id))
    .orderBy(asc(practice_entries.day), asc(practice_entries.id))

/** The pieces that somebody learns, with how their tempo rose, for the copy of their data. */
export const pieceDataOf = (db: Db, user_id: number): Promise<object[]> =>
  db
    .select({
      ...pieceColumns,
      created_at: learner_pieces.created_at,
      tempos: sql<
        PieceTempo[]
      >`coalesce((select json_agg(json_build_object('day', t.day, 'tempo', t.tempo) order by t.day)
        from ${piece_tempos} t where t.piece_id = ${outer(learner_pieces.id)}), '[]')`,
    })
    .from(learner_pieces)
    .where(eq(learner_pieces.student_id, user_id))
    .orderBy(asc(learner_pieces.id))

/** What somebody wants to reach, for the copy of their data. */
export const objectiveDataOf = (db: Db, user_id: number): Promise<object[]> =>
  db
    .select({ ...objectiveColumns, created_at: learner_objectives.created_at })
    .from(learner_objectives)
    .where(eq(learner_objectives.student_id, user_id))
    .orderBy(asc(learner_objectives.id))
