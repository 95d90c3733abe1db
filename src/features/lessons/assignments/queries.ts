import { and, asc, desc, eq, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { keyAfter, type Page, pageOf } from '#core/contract/page.ts'
import { stepsFrom } from '#core/contract/steps.ts'
import { readBy } from '#core/server/audience.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { isMinorHere } from '#features/accounts/queries.minors.ts'
import { users } from '#features/accounts/table.ts'
import { zoneWhere } from '#features/availability/queries.personal.ts'
import { documentPart } from '#features/files/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Side } from '../contract.ts'
import { showsProgress } from '../queries.ts'
import { ASSIGNMENT_STEPS, OPEN_ASSIGNMENTS } from '../rules.ts'
import { assignment_files, assignment_remarks, assignments } from '../table.assignments.ts'
import { lessons } from '../table.ts'
import type { Assignment, AssignmentQuery, AssignmentSummary } from './contract.ts'
import { isAwaited } from './rules.ts'

export type AssignmentRow = typeof assignments.$inferSelect

/** Where a file's bytes are. */
export const filePlace = ({ key, format }: Pick<typeof assignment_files.$inferSelect, 'key' | 'format'>) => ({
  key,
  parts: [documentPart(format)],
})

/** How long who gave an assignment still sees how it ended, hours, where they see nothing else of the student any more. */
const SEEN_ENDED_HOURS = 24

/**
 * SQL condition: an assignment is somebody's to read. A student has theirs for ever, but for what was taken back; who gave
 * it while they see how the student gets on, or it isn't done: who stood in for a lesson hears what they asked for.
 */
const mayRead = (user_id: number, now: Date): SQL | undefined =>
  or(
    and(eq(assignments.student_id, user_id), sql`${assignments.state} <> 'withdrawn'`),
    and(
      eq(assignments.teacher_id, user_id),
      or(
        inArray(assignments.state, OPEN_ASSIGNMENTS),
        sql`${assignments.ended_at} > ${now.toISOString()}::timestamptz - make_interval(hours => ${SEEN_ENDED_HOURS})`,
        sql`exists (select from ${lessons} l where l.teacher_id = ${outer(assignments.teacher_id)}
          and l.student_id = ${outer(assignments.student_id)} and ${showsProgress(now)})`,
      ),
    ),
  )

const counted = (table: typeof assignment_files | typeof assignment_remarks, more: SQL) =>
  sql<number>`(select count(*)::int from ${table} f where f.assignment_id = ${outer(assignments.id)} ${more})`

const columns = (user_id: number) => ({
  id: assignments.id,
  side: sql<Side>`case when ${assignments.student_id} = ${user_id} then 'student' else 'teacher' end`,
  student: sql<
    AssignmentSummary['student']
  >`(select json_build_object('id', u.id, 'name', u.name) from ${users} u
    where u.id = ${outer(assignments.student_id)})`,
  student_zone: zoneWhere(outer(assignments.student_id)),
  teacher: sql<AssignmentSummary['teacher']>`(select json_build_object('project_id', p.id, 'name', p.name)
    from ${music_projects} p where p.id = ${outer(assignments.project_id)})`,
  title: assignments.title,
  text: assignments.text,
  due: assignments.due,
  state: assignments.state,
  given_at: assignments.created_at,
  turned_in_at: assignments.turned_in_at,
  ended_at: assignments.ended_at,
  files_count: counted(assignment_files, sql`and f.stored_at is not null`),
  remarks_count: counted(assignment_remarks, sql``),
})

/** What both read as written: they have a lesson that takes place or was held, so they know how to reach each other. */
const between = <View extends object>(view: View): View => readBy({ side: null, open: true }, view)

/** The day of what has none: after all others. */
const NO_DAY = '2999-12-31'

/** What open assignments are sorted by: those that wait for the student, the soonest first, then those that were turned in. */
const soonest = {
  rank: sql<number>`(case when ${assignments.state} in ('given', 'returned') then 0 else 1 end)`,
  due: sql<string>`coalesce(${assignments.due}, ${sql.raw(`'${NO_DAY}'::date`)})`,
}

/** Assignments that somebody was given, or gave: open ones the soonest first, else the newest first. @throws Refusal 400 for a cursor that isn't one of ours */
export async function assignmentPage(
  db: Db,
  user_id: number,
  { student, when, ...query }: AssignmentQuery,
  now: Date,
): Promise<Page<AssignmentSummary>> {
  const isOpen = when === 'open'
  const after = isOpen ? undefined : keyAfter(query.cursor, ['id'])
  const next = isOpen ? keyAfter(query.cursor, ['number', 'day', 'id']) : undefined
  const rows = await db
    .select(columns(user_id))
    .from(assignments)
    .where(
      and(
        mayRead(user_id, now),
        student === undefined ? undefined : eq(assignments.student_id, student),
        isOpen ? inArray(assignments.state, OPEN_ASSIGNMENTS) : undefined,
        when === 'done' ? eq(assignments.state, 'done') : undefined,
        after && lt(assignments.id, Number(after[0])),
        next &&
          sql`(${soonest.rank}, ${soonest.due}, ${assignments.id}) > (${next[0]}::int, ${next[1]}::date, ${next[2]}::bigint)`,
      ),
    )
    .orderBy(...(isOpen ? [soonest.rank, soonest.due, asc(assignments.id)] : [desc(assignments.id)]))
    .limit(query.limit + 1)
  return between(
    pageOf(rows, query.limit, ({ id, due, state }) =>
      isOpen ? [isAwaited({ state }) ? 0 : 1, due ?? NO_DAY, id] : [id],
    ),
  )
}

/**
 * An assignment, and on which side somebody is.
 * @throws Refusal 404 where it isn't theirs to read
 */
export async function rowOf(
  db: Db,
  user_id: number,
  id: number,
  now: Date,
): Promise<{ row: AssignmentRow; side: Side }> {
  const [row] = await db
    .select()
    .from(assignments)
    .where(and(eq(assignments.id, id), mayRead(user_id, now)))
  if (!row) throw notFound()
  return { row, side: row.student_id === user_id ? 'student' : 'teacher' }
}

/** An assignment with all that belongs to it. @throws Refusal 404 where it isn't theirs to read */
export async function assignmentOf(db: Db, user_id: number, id: number, now: Date): Promise<Assignment> {
  const [found] = await db
    .select({ ...columns(user_id), copied: isMinorHere(outer(assignments.student_id)) })
    .from(assignments)
    .where(and(eq(assignments.id, id), mayRead(user_id, now)))
  if (!found) throw notFound()
  const files = await db
    .select({
      id: assignment_files.id,
      name: assignment_files.name,
      format: assignment_files.format,
      bytes: assignment_files.bytes,
      side: assignment_files.side,
    })
    .from(assignment_files)
    .where(and(eq(assignment_files.assignment_id, id), isNotNull(assignment_files.stored_at)))
    .orderBy(asc(assignment_files.id))
  const remarks = await db
    .select({
      id: assignment_remarks.id,
      side: assignment_remarks.side,
      mine: sql<boolean>`${assignment_remarks.user_id} = ${user_id}`,
      text: assignment_remarks.text,
      file_id: assignment_remarks.file_id,
      at_ms: assignment_remarks.at_ms,
      created_at: assignment_remarks.created_at,
    })
    .from(assignment_remarks)
    .where(eq(assignment_remarks.assignment_id, id))
    .orderBy(asc(assignment_remarks.id))
  const steps = stepsFrom(ASSIGNMENT_STEPS, found.state, found.side)
  return between({ ...found, steps, files, remarks })
}

/** PDFs that the two of a lesson put to assignments which both of them read, the newest first. */
export const scoresGiven = (
  db: Db,
  { student_id, teacher_id }: { student_id: number; teacher_id: number },
  most: number,
) =>
  db
    .select({
      id: assignment_files.id,
      name: assignment_files.name,
      bytes: assignment_files.bytes,
      key: assignment_files.key,
    })
    .from(assignment_files)
    .innerJoin(assignments, eq(assignments.id, assignment_files.assignment_id))
    .where(
      and(
        eq(assignments.student_id, student_id),
        eq(assignments.teacher_id, teacher_id),
        sql`${assignments.state} <> 'withdrawn'`,
        eq(assignment_files.format, 'pdf'),
        isNotNull(assignment_files.stored_at),
      ),
    )
    .orderBy(desc(assignment_files.id))
    .limit(most)

/** A file of an assignment for somebody who reads it. @throws Refusal 404 */
export async function fileOf(db: Db, user_id: number, id: number, file_id: number, now: Date) {
  await rowOf(db, user_id, id, now)
  const [found] = await db
    .select()
    .from(assignment_files)
    .where(
      and(
        eq(assignment_files.id, file_id),
        eq(assignment_files.assignment_id, id),
        isNotNull(assignment_files.stored_at),
      ),
    )
  if (!found) throw notFound()
  return found
}

/* ---------------------------------------------------------------- the copy of one's data */

/** Assignments that somebody was given or gave, with what they said of them. */
export const assignmentDataOf = (db: Db, user_id: number): Promise<object[]> =>
  db
    .select({
      id: assignments.id,
      given_by_you: sql<boolean>`${assignments.teacher_id} = ${user_id}`,
      title: assignments.title,
      text: assignments.text,
      due: assignments.due,
      state: assignments.state,
      created_at: assignments.created_at,
      turned_in_at: assignments.turned_in_at,
      ended_at: assignments.ended_at,
      said_by_you: sql<object[]>`coalesce((select json_agg(json_build_object('text', r.text, 'at_ms', r.at_ms,
          'created_at', r.created_at) order by r.id)
        from ${assignment_remarks} r where r.assignment_id = ${outer(assignments.id)} and r.user_id = ${user_id}), '[]')`,
    })
    .from(assignments)
    .where(or(eq(assignments.student_id, user_id), eq(assignments.teacher_id, user_id)))
    .orderBy(asc(assignments.id))

/** Files that somebody put to assignments, with where they are. */
export async function fileCopiesOf(db: Db, user_id: number) {
  const rows = await db
    .select()
    .from(assignment_files)
    .where(and(eq(assignment_files.user_id, user_id), isNotNull(assignment_files.stored_at)))
    .orderBy(asc(assignment_files.id))
  return rows.map(({ id, assignment_id, name, format, bytes, key, created_at }) => ({
    copy: { id, assignment_id, name, format, bytes, created_at, file: `assignment_files/${id}.${format}` },
    key,
    part: documentPart(format),
  }))
}

/** Where the bytes of every file of assignments are. */
export async function storedAssignmentFiles(db: Db) {
  const rows = await db
    .select({ key: assignment_files.key, format: assignment_files.format })
    .from(assignment_files)
  return rows.map(filePlace)
}
