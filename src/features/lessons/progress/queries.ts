import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { wallClock } from '#core/contract/time.ts'
import { readBy } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import { users } from '#features/accounts/table.ts'
import { zoneOf } from '#features/availability/queries.personal.ts'
import { TAUGHT } from '../rules.ts'
import { learner_objectives, learner_pieces, lessons, practice_entries } from '../table.ts'
import type { Objective, Piece, Practice, Progress } from './contract.ts'
import { streakOf, weeksOf } from './rules.ts'

/** Who asks: their account decides on which side of a lesson they can be. */
export type Asker = Pick<Viewer, 'id' | 'account_type'>

/** The student whose progress somebody may read and change; made only by the checks below. */
export interface StudentScope {
  readonly student_id: number
}

/** How many days with practice a streak is counted over. */
const MOST_DAYS = 1500

/** @throws Refusal 403 for an account that doesn't learn */
export function assertLearns({ account_type }: Pick<Viewer, 'account_type'>): void {
  if (account_type !== 'STUDENT') throw new Refusal(403, 'lessons.learners_only')
}

/** SQL condition: the student is the asker, or somebody who has a lesson with them that takes place or was held. */
const mayRead = (asker: Asker, student: SQL): SQL =>
  asker.account_type === 'STUDENT'
    ? sql`${student} = ${asker.id}`
    : sql`exists (select from ${lessons} l where l.teacher_id = ${asker.id} and l.student_id = ${student}
        and l.state in (${sql.join(
          TAUGHT.map((state) => sql`${state}`),
          sql`, `,
        )}))`

/** @throws Refusal 403 for an account that neither learns nor teaches */
function assertSide({ account_type }: Asker): void {
  if (account_type === 'TALENT_HUNTER') throw new Refusal(403, 'lessons.learners_only')
}

/**
 * A student whose progress somebody may read and change: oneself, or whom one teaches.
 * @throws Refusal 403 for other accounts, 404 for anybody else's student
 */
export async function studentScope(db: Db, asker: Asker, student_id: number): Promise<StudentScope> {
  assertSide(asker)
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, student_id), mayRead(asker, sql`${student_id}::bigint`)))
  if (!found) throw notFound()
  return { student_id }
}

/**
 * The student whose piece or objective it is, where somebody may change it.
 * @throws Refusal 403 for other accounts, 404 for a row of anybody else's student
 */
export async function scopeOfRow(
  db: Db,
  asker: Asker,
  table: typeof learner_pieces | typeof learner_objectives,
  id: number,
): Promise<StudentScope> {
  assertSide(asker)
  const [found] = await db
    .select({ student_id: table.student_id })
    .from(table)
    .where(eq(table.id, id))
  if (!found) throw notFound()
  return studentScope(db, asker, found.student_id)
}

/** What somebody's clock shows: their zone, and the day there. */
export async function todayOf(db: Db, user_id: number, now: Date): Promise<{ zone: string; today: string }> {
  const zone = await zoneOf(db, user_id)
  return { zone, today: wallClock(now, zone).day }
}

/* ---------------------------------------------------------------- practice */

const practiceColumns = {
  id: practice_entries.id,
  day: practice_entries.day,
  minutes: practice_entries.minutes,
  what: practice_entries.what,
}

/** What a student noted, the latest day first. @throws Refusal 400 for a cursor that isn't one of ours */
export async function practicePage(db: Db, user_id: number, query: PageQuery): Promise<Page<Practice>> {
  const after = idAfter(query.cursor)
  const behind =
    after === undefined
      ? undefined
      : sql`(${practice_entries.day}, ${practice_entries.id}) < (select p.day, p.id from ${practice_entries} p
          where p.id = ${after} and p.user_id = ${user_id})`
  const rows = await db
    .select(practiceColumns)
    .from(practice_entries)
    .where(and(eq(practice_entries.user_id, user_id), behind))
    .orderBy(desc(practice_entries.day), desc(practice_entries.id))
    .limit(query.limit + 1)
  return pageOf(rows, query.limit, ({ id }) => id)
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

/** How often and how long somebody practised on a day, apart from one time. */
export async function dayOf(
  db: Db,
  user_id: number,
  day: string,
  except: number | null,
): Promise<{ times: number; minutes: number }> {
  const [sums] = await db
    .select({
      times: sql<number>`count(*)::int`,
      minutes: sql<number>`coalesce(sum(${practice_entries.minutes}), 0)::int`,
    })
    .from(practice_entries)
    .where(
      and(
        eq(practice_entries.user_id, user_id),
        eq(practice_entries.day, day),
        except === null ? undefined : ne(practice_entries.id, except),
      ),
    )
  return sums ?? { times: 0, minutes: 0 }
}

/* ---------------------------------------------------------------- repertoire, objectives, and all of it */

const pieceColumns = {
  id: learner_pieces.id,
  piece: learner_pieces.piece,
  composer: learner_pieces.composer,
  status: learner_pieces.status,
  tempo_now: learner_pieces.tempo_now,
  tempo_target: learner_pieces.tempo_target,
}
const objectiveColumns = {
  id: learner_objectives.id,
  title: learner_objectives.title,
  until: learner_objectives.until,
  reached_at: learner_objectives.reached_at,
}

/** Both sides have a lesson that takes place: they know how to reach each other. */
const OPEN = { side: null, open: true } as const

/** A piece as its student and who teaches them see it. @throws Refusal 404 without one */
export async function pieceOf(db: Db, { student_id }: StudentScope, id: number): Promise<Piece> {
  const [row] = await db
    .select(pieceColumns)
    .from(learner_pieces)
    .where(and(eq(learner_pieces.student_id, student_id), eq(learner_pieces.id, id)))
  if (!row) throw notFound()
  return readBy(OPEN, row)
}

/** An objective as its student and who teaches them see it. @throws Refusal 404 without one */
export async function objectiveOf(db: Db, { student_id }: StudentScope, id: number): Promise<Objective> {
  const [row] = await db
    .select(objectiveColumns)
    .from(learner_objectives)
    .where(and(eq(learner_objectives.student_id, student_id), eq(learner_objectives.id, id)))
  if (!row) throw notFound()
  return readBy(OPEN, row)
}

/** How a student gets on. What they wrote of their practice is no part of it: that is theirs alone. */
export async function progressOf(db: Db, { student_id }: StudentScope, now: Date): Promise<Progress> {
  const [student] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.id, student_id))
  if (!student) throw notFound()
  const { zone, today } = await todayOf(db, student_id, now)
  const days = await db
    .select({ day: practice_entries.day, minutes: sql<number>`sum(${practice_entries.minutes})::int` })
    .from(practice_entries)
    .where(eq(practice_entries.user_id, student_id))
    .groupBy(practice_entries.day)
    .orderBy(desc(practice_entries.day))
    .limit(MOST_DAYS)
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
  return readBy(OPEN, {
    student,
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

/* ---------------------------------------------------------------- the copy of one's data */

/** What somebody noted of their practice, for the copy of their data. */
export const practiceDataOf = (db: Db, user_id: number): Promise<object[]> =>
  db
    .select({ ...practiceColumns, created_at: practice_entries.created_at })
    .from(practice_entries)
    .where(eq(practice_entries.user_id, user_id))
    .orderBy(asc(practice_entries.day), asc(practice_entries.id))

/** The pieces that somebody learns, for the copy of their data. */
export const pieceDataOf = (db: Db, user_id: number): Promise<object[]> =>
  db
    .select(pieceColumns)
    .from(learner_pieces)
    .where(eq(learner_pieces.student_id, user_id))
    .orderBy(asc(learner_pieces.id))

/** What somebody wants to reach, for the copy of their data. */
export const objectiveDataOf = (db: Db, user_id: number): Promise<object[]> =>
  db
    .select(objectiveColumns)
    .from(learner_objectives)
    .where(eq(learner_objectives.student_id, user_id))
    .orderBy(asc(learner_objectives.id))
