import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { takeTurns } from '#core/server/db.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { machine } from '#core/server/steps.ts'
import { transaction } from '#core/server/work.ts'
import { users } from '#features/accounts/table.ts'
import { keepAttachment } from '#features/files/commands.attachments.ts'
import { encodeAttachment } from '#features/files/commands.ts'
import { removals } from '#features/files/queues.ts'
import { isAudio } from '#features/files/rules.ts'
import { notify } from '#features/notifications/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import type { AssignmentStep, Side } from '../contract.ts'
import { copyWords } from '../copies/commands.ts'
import { showsProgress } from '../queries.ts'
import { ASSIGNMENT_STEPS, OPEN_ASSIGNMENTS } from '../rules.ts'
import { assignment_files, assignment_remarks, assignments } from '../table.assignments.ts'
import { lessons } from '../table.ts'
import {
  type Assignment,
  type AssignmentDraft,
  type AssignmentFile,
  MOST_FILES,
  MOST_OPEN,
  MOST_REMARKS,
  type RemarkDraft,
} from './contract.ts'
import { type AssignmentRow, assignmentOf, filePlace, rowOf } from './queries.ts'
import { isOver } from './rules.ts'

const assignmentSteps = machine({
  table: assignments,
  column: 'state',
  steps: ASSIGNMENT_STEPS,
  moved_on: 'lessons.assignment_moved_on',
})

/** How long an upload may take to be stored: what isn't by then broke off, milliseconds. */
const STORED_WITHIN_MS = HOUR

/** Tells one side what became of an assignment. */
async function tell(
  work: Work,
  row: AssignmentRow,
  voice: 'given' | 'turned_in' | 'returned' | 'done',
): Promise<void> {
  const { db } = work
  const isToTeacher = voice === 'turned_in'
  const [student] = await db.select({ name: users.name }).from(users).where(eq(users.id, row.student_id))
  const [project] = await db
    .select({ name: music_projects.name })
    .from(music_projects)
    .where(eq(music_projects.id, row.project_id))
  notify(work, [
    {
      user_id: isToTeacher ? row.teacher_id : row.student_id,
      type: 'ASSIGNMENT_GIVEN',
      subject: `assignment:${row.id} ${voice}`,
      // Each time that it is turned in, or asked for once more, is news.
      version: 1 + row.round,
      value: String(row.id),
      params: {
        voice,
        person_name: (isToTeacher ? student?.name : project?.name) ?? '',
        assignment: row.title,
      },
    },
  ])
}

/**
 * Gives a student something to do.
 * @throws Refusal 404 for whom the caller doesn't teach, 409 `lessons.assignments_full`
 */
export async function give(
  work: Work,
  teacher_id: number,
  student_id: number,
  draft: AssignmentDraft,
): Promise<Assignment> {
  const { db, now } = work
  // By the project of their last lesson.
  const [taught] = await db
    .select({ project_id: sql<number>`l.project_id` })
    .from(sql`${lessons} l`)
    .innerJoin(users, sql`${users.id} = l.student_id and ${users.deleted_at} is null`)
    .where(sql`l.teacher_id = ${teacher_id} and l.student_id = ${student_id} and ${showsProgress(now)}`)
    .orderBy(desc(sql`l.ends_at`))
    .limit(1)
  if (!taught) throw notFound()
  await takeTurns(db, 'assignments', [student_id])
  const open = await db.$count(
    assignments,
    and(
      eq(assignments.student_id, student_id),
      eq(assignments.teacher_id, teacher_id),
      inArray(assignments.state, OPEN_ASSIGNMENTS),
    ),
  )
  if (open >= MOST_OPEN) throw new Refusal(409, 'lessons.assignments_full', { values: { count: MOST_OPEN } })
  const [made] = await db
    .insert(assignments)
    .values({
      ...{ student_id, teacher_id, project_id: taught.project_id },
      ...draft,
      state: ASSIGNMENT_STEPS.give.to,
      created_at: now.toISOString(),
    })
    .returning()
  if (!made) throw notFound()
  await tell(work, made, 'given')
  await copyDraft(work, made)
  return assignmentOf(db, teacher_id, made.id, now)
}

const about = ({ student_id, project_id, title }: AssignmentRow) => ({ student_id, project_id, title })

/** What is to be done, for the adult of a minor: words as any others. */
const copyDraft = (work: Work, row: AssignmentRow) =>
  copyWords(work, { ...about(row), side: 'teacher', kind: 'assignment', text: row.text })

/** What one side alone does. @throws Refusal 403 `access.forbidden` for the other */
function assertSide(side: Side, wanted: Side): void {
  if (side !== wanted) throw new Refusal(403, 'access.forbidden')
}

/** Changes what is to be done. @throws Refusal 404, 403 for the student, 409 `lessons.assignment_over` */
export async function save(
  work: Work,
  user_id: number,
  id: number,
  draft: AssignmentDraft,
): Promise<Assignment> {
  const { row, side } = await rowOf(work.db, user_id, id, work.now)
  assertSide(side, 'teacher')
  const [saved] = await work.db
    .update(assignments)
    .set(draft)
    .where(and(eq(assignments.id, id), inArray(assignments.state, OPEN_ASSIGNMENTS)))
    .returning()
  if (!saved) throw new Refusal(409, 'lessons.assignment_over')
  if (saved.title !== row.title || saved.text !== row.text) await copyDraft(work, saved)
  return assignmentOf(work.db, user_id, id, work.now)
}

/**
 * Turns an assignment in, asks for it once more, accepts it or takes it back. What is turned in has a file or a word of the
 * student's.
 * @throws Refusal 404, 403 for a step of the other side, 409 `lessons.assignment_moved_on`, `lessons.assignment_empty`
 */
export async function step(
  work: Work,
  user_id: number,
  id: number,
  wanted: Exclude<AssignmentStep, 'give'>,
): Promise<Assignment> {
  const { db, now } = work
  const { side } = await rowOf(db, user_id, id, now)
  const at = now.toISOString()
  if (wanted === 'turn_in') {
    assertSide(side, 'student')
    const hasFile = await db.$count(
      assignment_files,
      and(eq(assignment_files.assignment_id, id), eq(assignment_files.user_id, user_id), stored),
    )
    const hasWord = await db.$count(
      assignment_remarks,
      and(eq(assignment_remarks.assignment_id, id), eq(assignment_remarks.user_id, user_id)),
    )
    if (hasFile + hasWord === 0) throw new Refusal(409, 'lessons.assignment_empty')
    const row = await assignmentSteps.take(work, id, 'turn_in', 'student', {
      set: { turned_in_at: at, round: sql`${assignments.round} + 1` },
    })
    await tell(work, row, 'turned_in')
    return assignmentOf(db, user_id, id, now)
  }
  assertSide(side, 'teacher')
  const ends = wanted !== 'return'
  const row = await assignmentSteps.take(work, id, wanted, 'teacher', ends ? { set: { ended_at: at } } : {})
  if (wanted !== 'withdraw') await tell(work, row, wanted === 'accept' ? 'done' : 'returned')
  return assignmentOf(db, user_id, id, now)
}

const stored = sql`${assignment_files.stored_at} is not null`

/* ---------------------------------------------------------------- files */

/** Whether somebody may put a file to an assignment, or remove theirs. @throws Refusal 409 */
function assertOpen(row: AssignmentRow, side: Side): void {
  if (isOver(row)) throw new Refusal(409, 'lessons.assignment_over')
  // What was turned in is what the teacher hears.
  if (side === 'student' && row.state === 'turned_in') throw new Refusal(409, 'lessons.assignment_turned_in')
}

/**
 * Uploads a file to an assignment. Its row comes first: what breaks off is found by it.
 * @throws Refusal 404, 409 when it is over, turned in or full, 413, 415 or 422 for the file, 429 after too many
 */
export async function addFile(ctx: ReadContext, id: number): Promise<AssignmentFile> {
  const { app, now, viewer } = ctx
  const { row, side } = await rowOf(app.db, viewer.id, id, now)
  assertOpen(row, side)
  const kept = await keepAttachment(ctx, encodeAttachment, {
    insert: (its) =>
      transaction(app, now, async ({ db }) => {
        // One after the other: how many there are decides whether there is room.
        const [still] = await db.select().from(assignments).where(eq(assignments.id, id)).for('update')
        if (!still) throw notFound()
        assertOpen(still, side)
        const there = await db.$count(
          assignment_files,
          and(eq(assignment_files.assignment_id, id), eq(assignment_files.side, side)),
        )
        if (there >= MOST_FILES)
          throw new Refusal(409, 'lessons.assignment_files_full', { values: { count: MOST_FILES } })
        const [made] = await db
          .insert(assignment_files)
          .values({ ...its, assignment_id: id, user_id: viewer.id, side, created_at: now.toISOString() })
          .returning({ id: assignment_files.id })
        if (!made) throw new Error('a file was not inserted')
        return made.id
      }),
    stored: async (file_id) =>
      (
        await app.db
          .update(assignment_files)
          .set({ stored_at: now.toISOString() })
          .where(eq(assignment_files.id, file_id))
          .returning({ id: assignment_files.id })
      ).length > 0,
    drop: (file_id) =>
      transaction(app, now, async (work) => {
        await deleteFiles(work, eq(assignment_files.id, file_id))
      }),
  })
  await copyWords({ app, db: app.db, now }, { ...about(row), side, kind: 'assignment_file', text: kept.name })
  return { ...kept, side }
}

/** Removes a file of one's own, and what was said of it. @throws Refusal 404, 409 when it is over or turned in */
export async function removeFile(
  work: Work,
  user_id: number,
  id: number,
  file_id: number,
): Promise<Assignment> {
  const { side } = await rowOf(work.db, user_id, id, work.now)
  const [row] = await work.db.select().from(assignments).where(eq(assignments.id, id)).for('update')
  if (!row) throw notFound()
  assertOpen(row, side)
  const own = and(
    eq(assignment_files.id, file_id),
    eq(assignment_files.assignment_id, id),
    eq(assignment_files.user_id, user_id),
  )
  if ((await deleteFiles(work, own)) === 0) throw notFound()
  return assignmentOf(work.db, user_id, id, work.now)
}

/** Deletes files of assignments; a job removes their bytes once that has happened. @returns how many */
export async function deleteFiles(work: Work, which: SQL | undefined): Promise<number> {
  const deleted = await work.db
    .delete(assignment_files)
    .where(which)
    .returning({ key: assignment_files.key, format: assignment_files.format })
  for (const file of deleted) await enqueue(work, removals, filePlace(file))
  return deleted.length
}

/** Deletes files whose upload broke off. */
export const deleteBrokenOff = async (work: Work): Promise<void> => {
  const before = new Date(work.now.getTime() - STORED_WITHIN_MS).toISOString()
  await deleteFiles(work, and(isNull(assignment_files.stored_at), lt(assignment_files.created_at, before)))
}

/* ---------------------------------------------------------------- remarks */

const wrong = (field: string) =>
  new Refusal(422, 'common.invalid', { fields: { [field]: { key: 'validation.option' } } })

/**
 * Says something of an assignment, of one of its files, or of a place in a recording.
 * @throws Refusal 404, 409 when it was taken back or has too many, 422 for a file that isn't its, and for a place in
 * what isn't a recording
 */
export async function remark(
  work: Work,
  user_id: number,
  id: number,
  { text, file_id, at_ms }: RemarkDraft,
): Promise<Assignment> {
  const { db, now } = work
  const { row, side } = await rowOf(db, user_id, id, now)
  if (row.state === 'withdrawn') throw new Refusal(409, 'lessons.assignment_over')
  if (file_id === null && at_ms !== null) throw wrong('at_ms')
  if (file_id !== null) {
    const [file] = await db
      .select({ format: assignment_files.format })
      .from(assignment_files)
      .where(and(eq(assignment_files.id, file_id), eq(assignment_files.assignment_id, id), stored))
    if (!file) throw wrong('file_id')
    if (at_ms !== null && !isAudio(file.format)) throw wrong('at_ms')
  }
  await takeTurns(db, 'assignment', [id])
  if ((await db.$count(assignment_remarks, eq(assignment_remarks.assignment_id, id))) >= MOST_REMARKS)
    throw new Refusal(409, 'lessons.remarks_full', { values: { count: MOST_REMARKS } })
  await db.insert(assignment_remarks).values({
    ...{ assignment_id: id, user_id, side, text, file_id, at_ms },
    created_at: now.toISOString(),
  })
  await copyWords(work, { ...about(row), side, kind: 'remark', text })
  return assignmentOf(db, user_id, id, now)
}

/** Takes back what one said. @throws Refusal 404 for somebody else's */
export async function takeBack(
  work: Work,
  user_id: number,
  id: number,
  remark_id: number,
): Promise<Assignment> {
  await rowOf(work.db, user_id, id, work.now)
  const gone = await work.db
    .delete(assignment_remarks)
    .where(
      and(
        eq(assignment_remarks.id, remark_id),
        eq(assignment_remarks.assignment_id, id),
        eq(assignment_remarks.user_id, user_id),
      ),
    )
    .returning({ id: assignment_remarks.id })
  if (gone.length === 0) throw notFound()
  return assignmentOf(work.db, user_id, id, work.now)
}

/* ---------------------------------------------------------------- erasure */

/**
 * Somebody is gone. A student's assignments go with them, as do those of a teacher that were never turned in, with
 * whatever lay in them. A teacher's files and words go; what a student turned in stays the student's, under the title that
 * it had.
 */
export async function eraseAssignments(work: Work, user_id: number): Promise<void> {
  const { db } = work
  const goes = or(
    eq(assignments.student_id, user_id),
    and(eq(assignments.teacher_id, user_id), inArray(assignments.state, ['given', 'withdrawn'])),
  )
  // Before the rows that name them: bytes without a row would never be found again.
  const gone = db.select({ id: assignments.id }).from(assignments).where(goes)
  await deleteFiles(work, inArray(assignment_files.assignment_id, gone))
  await deleteFiles(work, eq(assignment_files.user_id, user_id))
  await db.delete(assignment_remarks).where(eq(assignment_remarks.user_id, user_id))
  await db.delete(assignments).where(goes)
  await db.update(assignments).set({ text: '' }).where(eq(assignments.teacher_id, user_id))
}
