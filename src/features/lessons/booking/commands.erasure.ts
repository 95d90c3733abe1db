import { and, eq, inArray } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { UPCOMING } from '../rules.ts'
import { lesson_holidays, lesson_packages, lesson_series, lesson_settings, lessons } from '../table.ts'
import { dropOrders, refundPackage } from './commands.packages.ts'
import { end } from './commands.steps.ts'

/**
 * Lessons that somebody has ahead end as if they had cancelled: they can't come any more.
 * @param free none that hasn't begun costs anything, however late it is: it isn't they who cancel
 */
export async function endLessonsOf(work: Work, student_id: number, { free = false } = {}): Promise<void> {
  const to_come = await work.db
    .select()
    .from(lessons)
    .where(and(eq(lessons.student_id, student_id), inArray(lessons.state, [...UPCOMING])))
    .orderBy(lessons.id)
    .for('update')
  for (const row of to_come)
    await end(work, row, 'cancel_as_student', 'student', {
      free: free && Date.parse(row.starts_at) > work.now.getTime(),
    })
}

/** Somebody who learned is gone: what they had ahead ends, and their words go. */
export async function eraseStudent(work: Work, student_id: number): Promise<void> {
  await endLessonsOf(work, student_id)
  // What they said they had paid waits for its answer.
  await dropOrders(work, eq(lesson_packages.student_id, student_id))
  await work.db.update(lesson_series).set({ note: '' }).where(eq(lesson_series.student_id, student_id))
  await work.db
    .update(lessons)
    .set({ notes_shared: '', notes_private: '', place: '', reason: '' })
    .where(eq(lessons.student_id, student_id))
}

/** A project that taught is gone: lessons to come are cancelled, and what is left of packages is to be given back. */
export async function eraseTeacher(work: Work, project_id: number): Promise<void> {
  const packs = await work.db
    .select({ id: lesson_packages.id })
    .from(lesson_packages)
    .where(and(eq(lesson_packages.project_id, project_id), eq(lesson_packages.state, 'active')))
    .orderBy(lesson_packages.id)
  for (const { id } of packs) await refundPackage(work, null, id)
  // What a student said they had paid waits for staff, and comes back then.
  await dropOrders(work, eq(lesson_packages.project_id, project_id))
  const to_come = await work.db
    .select()
    .from(lessons)
    .where(and(eq(lessons.project_id, project_id), inArray(lessons.state, [...UPCOMING])))
    .orderBy(lessons.id)
    .for('update')
  for (const row of to_come)
    await end(work, row, row.state === 'requested' ? 'decline' : 'cancel_as_teacher', 'teacher', {
      forgives: true,
    })
  await work.db
    .update(lessons)
    .set({ notes_shared: '', notes_private: '', link: '', place: '', reason: '' })
    .where(eq(lessons.project_id, project_id))
  for (const table of [lesson_settings, lesson_holidays])
    await work.db.delete(table).where(eq(table.project_id, project_id))
}
