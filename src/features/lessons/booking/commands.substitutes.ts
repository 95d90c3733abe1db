import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { machine } from '#core/server/steps.ts'
import { releaseTime } from '#features/availability/commands.ts'
import { handOver } from '#features/payments/commands.ts'
import { lockPayments } from '#features/payments/queries.ts'
import type { LessonStep } from '../contract.ts'
import { offerOf } from '../finding/queries.offer.ts'
import {
  fitsInstead,
  LESSON_SUBSTITUTE_STEPS,
  OPEN_SUBSTITUTES,
  substituteAnswersUntil,
} from '../rules.substitutes.ts'
import { SETTLED } from '../rules.ts'
import { lesson_substitute_lessons, lesson_substitutes } from '../table.substitutes.ts'
import { lesson_history, lesson_series, lessons } from '../table.ts'
import { copyPlaces } from './commands.settings.ts'
import { tellOfSubstitute } from './commands.telling.ts'
import { again, hold, lockLesson } from './commands.ts'
import type { LessonSubstituteDraft } from './contract.substitutes.ts'
import { assertReplaceable, hasFree, taughtBy, taughtIn } from './queries.candidates.ts'
import { roleIn, type SubstituteRow, seriesUntil } from './queries.substitutes.ts'
import { type LessonRow, lessonSubject } from './queries.ts'

/*
 * A teacher can't give lessons: they ask another, who says yes, and then the student does. Until then nothing is promised and
 * what was agreed stays; from then on the lessons are the other's, with their time, their payment and their talk.
 */

export const substituteSteps = machine({
  table: lesson_substitutes,
  column: 'state',
  steps: LESSON_SUBSTITUTE_STEPS,
  moved_on: 'lessons.substitute_moved_on',
})

/** Lessons went over to another teacher: each as it was before, in the series that it was of, and as it is now. */
export const lessonsHandedOver = domainEvent<{
  rows: readonly LessonRow[]
  theirs: readonly LessonRow[]
}>('lessons.handed_over')

const isOpen = inArray(lesson_substitutes.state, [...OPEN_SUBSTITUTES])

/** The proposals about some lessons, by a condition. */
const aboutLessons = (work: Work, ids: readonly number[]) =>
  inArray(
    lesson_substitutes.id,
    work.db
      .select({ id: lesson_substitute_lessons.substitute_id })
      .from(lesson_substitute_lessons)
      .where(inArray(lesson_substitute_lessons.lesson_id, [...ids])),
  )

/**
 * A teacher asks another to give a lesson of theirs, or those of its series until a moment, instead.
 * @returns the proposal's id
 * @throws Refusal 404 when they don't teach it, or there is no such lesson to be given; 422 for who can't be asked, or whose
 * lesson isn't of that kind; 409 when it can't be given by another, one is asked already, or isn't free
 */
export async function proposeSubstitute(
  work: Work,
  user_id: number,
  lesson_id: number,
  { service_id, until, reason }: LessonSubstituteDraft,
): Promise<number> {
  const { row, side } = await lockLesson(work, user_id, lesson_id)
  if (side !== 'teacher') throw notFound()
  if (until !== undefined && Date.parse(until) < Date.parse(row.starts_at))
    throw new Refusal(422, 'common.invalid', { fields: { until: { key: 'validation.after_start' } } })
  const rows = await work.db
    .select()
    .from(lessons)
    .where(seriesUntil(row, until))
    .orderBy(asc(lessons.id))
    .for('update')
  rows.sort((one, other) => one.starts_at.localeCompare(other.starts_at))
  const reply_by = await assertReplaceable(work.db, rows, work.now)
  const ids = rows.map(({ id }) => id)
  if ((await work.db.$count(lesson_substitutes, and(isOpen, aboutLessons(work, ids)))) > 0)
    throw new Refusal(409, 'lessons.substitute_open')
  const offer = await offerOf(work.db, service_id)
  const isOther = offer.teacher_id !== user_id && offer.teacher_id !== row.student_id
  if (!isOther || !(await fits(work, row, service_id)))
    throw new Refusal(422, 'common.invalid', { fields: { service_id: { key: 'validation.option' } } })
  if (!(await hasFree(work.db, offer.project_id, rows, work.now)))
    throw new Refusal(409, 'lessons.substitute_busy')
  const [made] = await work.db
    .insert(lesson_substitutes)
    .values({
      ...{ student_id: row.student_id, series_id: row.series_id, service_id, reason },
      ...{ from_project_id: row.project_id, from_user_id: user_id },
      ...{ project_id: offer.project_id, user_id: offer.teacher_id },
      ...{ state: LESSON_SUBSTITUTE_STEPS.ask.to, reply_by: reply_by.toISOString() },
      created_at: work.now.toISOString(),
    })
    .returning()
  if (!made) throw notFound()
  await work.db
    .insert(lesson_substitute_lessons)
    .values(ids.map((id) => ({ substitute_id: made.id, lesson_id: id })))
  await tellOfSubstitute(work, 'substitute', 'asked', made, rows)
  return made.id
}

/** Whether what somebody offers can take the place of a lesson now. */
const fits = async (work: Work, row: LessonRow, other_id: number): Promise<boolean> =>
  fitsInstead(await taughtIn(work.db, row), await taughtBy(work.db, other_id))

/** The lessons of a proposal, soonest first; locked before the proposal is, as whoever changes a lesson does. */
async function lockLessons(work: Work, id: number): Promise<LessonRow[]> {
  const rows = await work.db
    .select()
    .from(lessons)
    .where(
      inArray(
        lessons.id,
        work.db
          .select({ id: lesson_substitute_lessons.lesson_id })
          .from(lesson_substitute_lessons)
          .where(eq(lesson_substitute_lessons.substitute_id, id)),
      ),
    )
    .orderBy(asc(lessons.id))
    .for('update')
  return rows.sort((one, other) => one.starts_at.localeCompare(other.starts_at))
}

async function rowOf(work: Work, id: number): Promise<SubstituteRow> {
  const [row] = await work.db.select().from(lesson_substitutes).where(eq(lesson_substitutes.id, id))
  if (!row) throw notFound()
  return row
}

const ended = (work: Work) => ({ set: { ended_at: work.now.toISOString() } })

/** The other teacher still has time for all of it, and gives such lessons. @throws Refusal 409 */
async function assertCan(work: Work, row: SubstituteRow, rows: readonly LessonRow[]): Promise<void> {
  await assertReplaceable(work.db, rows, work.now)
  const offer = await offerOf(work.db, row.service_id).catch((error) => {
    if (error instanceof Refusal && error.status === 404) throw new Refusal(409, 'lessons.substitute_gone')
    throw error
  })
  // Either may have changed what they offer since; those of a series are of one service, and held the same way.
  const [first] = rows
  if (first && !(await fits(work, first, row.service_id))) throw new Refusal(409, 'lessons.substitute_gone')
  if (!(await hasFree(work.db, offer.project_id, rows, work.now)))
    throw new Refusal(409, 'lessons.substitute_busy')
}

/**
 * Lessons become the substitute's: the time of who can't is given back and theirs is held, what is held of what was paid goes
 * over, and the two who have them now get a series, and so a talk, of their own.
 */
async function takeOver(work: Work, row: SubstituteRow, rows: readonly LessonRow[]): Promise<LessonRow[]> {
  const { project_id, user_id, service_id, student_id } = row
  const [before] = await work.db.select().from(lesson_series).where(eq(lesson_series.id, row.series_id))
  if (!before) throw notFound()
  const at = work.now.toISOString()
  const { package_id, kind, note } = before
  const [series] = await work.db
    .insert(lesson_series)
    .values({ student_id, project_id, service_id, package_id, kind, note, created_at: at })
    .returning({ id: lesson_series.id })
  if (!series) throw notFound()
  for (const one of rows) {
    const its = and(
      eq(lesson_substitute_lessons.substitute_id, row.id),
      eq(lesson_substitute_lessons.lesson_id, one.id),
    )
    const { notes_private, notes_shared } = one
    await work.db.update(lesson_substitute_lessons).set({ notes_private, notes_shared }).where(its)
    await releaseTime(work, lessonSubject(one.id))
    await handOver(work, await lockPayments(work.db, lessonSubject(one.id)), project_id)
  }
  const ids = rows.map(({ id }) => id)
  await work.db
    .update(lessons)
    .set({
      ...{ project_id, teacher_id: user_id, service_id, series_id: series.id, handed_over_at: at },
      // Who takes it is reminded of it, holds it where they hold theirs, and notes what they have to say of it.
      ...{ reminded_at: null, link: '', place: '', notes_private: '', notes_shared: '' },
    })
    .where(inArray(lessons.id, ids))
  const theirs = await again(work, ids)
  await work.db.insert(lesson_history).values(
    theirs.map(({ id, state, starts_at }) => ({
      ...{ lesson_id: id, step: 'hand_over', state, by: 'student', starts_at, at },
    })),
  )
  await hold(work, theirs).catch((error) => {
    if (error instanceof Refusal && error.code === 'lessons.taken')
      throw new Refusal(409, 'lessons.substitute_busy')
    throw error
  })
  await copyPlaces(work, theirs)
  return theirs
}

async function answerAsTeacher(work: Work, row: SubstituteRow, rows: readonly LessonRow[], accept: boolean) {
  if (!accept) {
    const over = await substituteSteps.take(work, row.id, 'refuse', 'substitute', ended(work))
    await tellOfSubstitute(work, 'teacher', 'refused', over, rows)
    if (row.state === 'offered') await tellOfSubstitute(work, 'student', 'stays', over, rows)
    return
  }
  await assertCan(work, row, rows)
  const until = substituteAnswersUntil(rows[0]?.starts_at ?? row.reply_by, work.now)
  if (!until) throw new Refusal(409, 'lessons.substitute_late')
  const now = await substituteSteps.take(work, row.id, 'agree', 'substitute', {
    set: { reply_by: until.toISOString(), offered_at: work.now.toISOString() },
  })
  await tellOfSubstitute(work, 'student', 'offered', now, rows)
  await tellOfSubstitute(work, 'teacher', 'agreed', now, rows)
}

async function answerAsStudent(work: Work, row: SubstituteRow, rows: readonly LessonRow[], accept: boolean) {
  if (!accept) {
    const over = await substituteSteps.take(work, row.id, 'decline', 'student', ended(work))
    for (const role of ['teacher', 'substitute'] as const)
      await tellOfSubstitute(work, role, 'declined', over, rows)
    return
  }
  const over = await substituteSteps.take(work, row.id, 'accept', 'student', ended(work))
  await assertCan(work, row, rows)
  const theirs = await takeOver(work, row, rows)
  await raise(work, lessonsHandedOver, { rows, theirs })
  for (const role of ['teacher', 'substitute'] as const)
    await tellOfSubstitute(work, role, 'accepted', over, theirs)
}

/**
 * The other teacher says yes or no, then the student; with the student's yes the lessons go over.
 * @throws Refusal 404 for whom it doesn't concern, 403 for who proposed it, 409 when it can't be answered (any more), or the
 * other isn't free by now
 */
export async function answerSubstitute(
  work: Work,
  user_id: number,
  id: number,
  accept: boolean,
): Promise<void> {
  const rows = await lockLessons(work, id)
  const row = await rowOf(work, id)
  const role = roleIn(row, user_id)
  if (!role) throw notFound()
  if (role === 'teacher') throw new Refusal(403, 'access.forbidden')
  if (row.ended_at !== null || Date.parse(row.reply_by) <= work.now.getTime())
    throw new Refusal(409, 'lessons.substitute_moved_on')
  const answer = role === 'substitute' ? answerAsTeacher : answerAsStudent
  await answer(work, row, rows, accept)
}

/**
 * A teacher takes back whom they asked.
 * @throws Refusal 404 for whom it doesn't concern, 403 for the other two, 409 when it is over
 */
export async function withdrawSubstitute(work: Work, user_id: number, id: number): Promise<void> {
  const rows = await lockLessons(work, id)
  const row = await rowOf(work, id)
  const role = roleIn(row, user_id)
  if (!role) throw notFound()
  if (role !== 'teacher') throw new Refusal(403, 'access.forbidden')
  const over = await substituteSteps.take(work, id, 'withdraw', 'teacher', ended(work))
  await tellOfSubstitute(work, 'substitute', 'dropped', over, rows)
  if (row.state === 'offered') await tellOfSubstitute(work, 'student', 'stays', over, rows)
}

/** Nobody answered in time: what was agreed stays, and each who knew of it is told. */
export async function lapseSubstitute(work: Work, id: number): Promise<void> {
  const rows = await lockLessons(work, id)
  const row = await rowOf(work, id)
  if (row.ended_at !== null || Date.parse(row.reply_by) > work.now.getTime()) return
  const over = await substituteSteps.take(work, id, 'lapse', 'clock', ended(work))
  await tellOfSubstitute(work, 'teacher', 'unanswered', over, rows)
  if (row.state !== 'offered') return
  await tellOfSubstitute(work, 'substitute', 'dropped', over, rows)
  await tellOfSubstitute(work, 'student', 'stays', over, rows)
}

/** The lessons of a proposal, each when it was to begin as it was proposed; those that it was about, whatever became of them. */
async function proposedIn(work: Work, { id, created_at }: SubstituteRow) {
  const found = await work.db
    .select({
      row: lessons,
      starts_at: sql<string>`coalesce((select h.starts_at from ${lesson_history} h
        where h.lesson_id = ${outer(lessons.id)} and h.at <= ${created_at}::timestamptz
        order by h.id desc limit 1), ${lessons.starts_at})`.mapWith(lessons.starts_at),
    })
    .from(lesson_substitute_lessons)
    .innerJoin(lessons, eq(lessons.id, lesson_substitute_lessons.lesson_id))
    .where(eq(lesson_substitute_lessons.substitute_id, id))
    .orderBy(asc(lessons.id))
  return found.map(({ row, starts_at }) => ({ now: row, before: { ...row, starts_at } }))
}

/** A proposal doesn't hold any more: each who knew of it is told, the student as long as any of it takes place. */
async function tellReleased(
  work: Work,
  over: SubstituteRow,
  news: 'released' | 'unanswered' = 'released',
): Promise<void> {
  const its = await proposedIn(work, over)
  const before = its.map((one) => one.before)
  await tellOfSubstitute(work, 'teacher', news, over, before)
  await tellOfSubstitute(work, 'substitute', 'dropped', over, before)
  const stay = its.map(({ now }) => now).filter(({ state }) => SETTLED.some((one) => one === state))
  if (over.offered_at === null || stay.length === 0) return
  // Where some are off, the others may be on their way: nobody says that they stay.
  if (stay.length === its.length) await tellOfSubstitute(work, 'student', 'stays', over, stay)
  else await tellOfSubstitute(work, 'student', 'moot', over, before)
}

/** A lesson was moved, cancelled or came to another end: what was proposed of it doesn't hold any more. */
export async function releaseSubstitutes(
  work: Work,
  { rows }: { rows: readonly LessonRow[]; step: LessonStep },
): Promise<void> {
  const about = and(
    isOpen,
    aboutLessons(
      work,
      rows.map(({ id }) => id),
    ),
  )
  if (!about) return
  const over = await substituteSteps.takeAll(work, about, 'release', 'system', ended(work))
  for (const one of over) await tellReleased(work, one)
}

/** A project that teaches is gone: nobody waits for it any more, and the words of who led it go. */
export async function eraseSubstitutesOf(work: Work, project_id: number): Promise<void> {
  const theirs = or(
    eq(lesson_substitutes.project_id, project_id),
    eq(lesson_substitutes.from_project_id, project_id),
  )
  const open = and(isOpen, theirs)
  if (!open) return
  const over = await substituteSteps.takeAll(work, open, 'release', 'system', ended(work))
  for (const one of over)
    await tellReleased(work, one, one.project_id === project_id ? 'unanswered' : 'released')
  await eraseWords(work, eq(lesson_substitutes.from_project_id, project_id))
}

/** Somebody who learned is gone: what was said of their lessons goes. */
export const eraseSubstitutesFor = (work: Work, student_id: number): Promise<void> =>
  eraseWords(work, eq(lesson_substitutes.student_id, student_id))

async function eraseWords(work: Work, whose: ReturnType<typeof eq>): Promise<void> {
  const ids = work.db.select({ id: lesson_substitutes.id }).from(lesson_substitutes).where(whose)
  const its = inArray(lesson_substitute_lessons.substitute_id, ids)
  await work.db.update(lesson_substitute_lessons).set({ notes_private: '', notes_shared: '' }).where(its)
  await work.db.update(lesson_substitutes).set({ reason: '' }).where(whose)
}
