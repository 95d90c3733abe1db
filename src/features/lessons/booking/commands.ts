import { and, eq, inArray } from 'drizzle-orm'
import { notFound, type Problem, Refusal } from '#core/contract/errors.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { isUniqueViolation } from '#core/server/db.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import type { Viewer } from '#core/server/route.ts'
import { machine } from '#core/server/steps.ts'
import { holdLessons } from '#features/availability/commands.ts'
import { limitsOf } from '#features/plans/commands.limits.ts'
import { feeOn } from '#features/plans/rules.fee.ts'
import { lessonPrice } from '#features/services/rules.ts'
import type { LessonKind, LessonModality, LessonStep } from '../contract.ts'
import { comparedOf, type Offer, offerOf } from '../finding/queries.offer.ts'
import { earliestOf, type Obstacle, obstacleOf } from '../finding/rules.ts'
import { assertStudent } from '../queries.ts'
import { heldAs, LESSON_STEPS, replyBy } from '../rules.ts'
import { lesson_history, lesson_series, lessons } from '../table.ts'
import { lockPackage, spendCredits } from './commands.credits.ts'
import { tellRequested } from './commands.telling.ts'
import type { BookingDraft, SeriesDraft } from './contract.ts'
import { type LessonRow, lessonSubject } from './queries.ts'

/* Asking for lessons. Both people's time is held from then on: the database's constraints decide who comes first. */

export const lessonSteps = machine({
  table: lessons,
  column: 'state',
  steps: LESSON_STEPS,
  moved_on: 'lessons.moved_on',
})

/** Some lessons took a step; each as it is after it. */
export const lessonsStepped = domainEvent<{ rows: readonly LessonRow[]; step: LessonStep }>('lessons.stepped')

/** Writes down a step that some lessons took, and says so to whom it concerns. */
export async function note(
  work: Work,
  rows: readonly LessonRow[],
  step: LessonStep,
  by: 'student' | 'teacher' | 'clock' | 'system',
): Promise<void> {
  if (rows.length === 0) return
  const at = work.now.toISOString()
  await work.db
    .insert(lesson_history)
    .values(rows.map(({ id, state, starts_at }) => ({ lesson_id: id, step, state, by, starts_at, at })))
  await raise(work, lessonsStepped, { rows, step })
}

/** How the time of a lesson that somebody else just took, or that was never free, is refused. */
export const TAKEN: Record<Obstacle | 'expired', string> = {
  past: 'lessons.too_soon',
  too_far: 'lessons.too_far',
  teacher: 'lessons.teacher_busy',
  student: 'lessons.student_busy',
  expired: 'lessons.after_expiry',
}

/** Holds the time of lessons for both. @throws Refusal 409 `lessons.taken` */
export async function hold(work: Work, rows: readonly LessonRow[]): Promise<void> {
  try {
    await holdLessons(
      work,
      rows.map(({ id, project_id, teacher_id, student_id, starts_at, ends_at }) => ({
        ...{ project_id, starts_at, ends_at },
        user_ids: [teacher_id, student_id],
        subject: lessonSubject(id),
      })),
    )
  } catch (error) {
    if (error instanceof Refusal && error.code === 'availability.taken')
      throw new Refusal(409, 'lessons.taken')
    throw error
  }
}

/**
 * What is in the way of some starts of a lesson, each by itself.
 * @param minutes how long it is, where that isn't as long as it is offered
 */
export async function obstaclesOf(
  work: Pick<Work, 'db' | 'now'>,
  offer: Pick<Offer, 'project_id' | 'service'>,
  student_id: number,
  starts: readonly string[],
  minutes = offer.service.lesson_minutes ?? 60,
): Promise<(Obstacle | null)[]> {
  const times = starts.map((start) => Date.parse(start))
  const from = new Date(Math.min(...times))
  const to = new Date(Math.max(...times) + DAY)
  const compared = await comparedOf(work.db, offer.project_id, student_id, from, to)
  const earliest = earliestOf(offer.service.lead_time_days, work.now)
  return starts.map((start) =>
    compared ? obstacleOf(compared, start, minutes, { now: work.now, earliest }) : 'teacher',
  )
}

interface Ordered {
  kind: LessonKind
  modality: LessonModality
  starts: readonly string[]
  price: number
  fee: number
  package_id: number | null
  note: string
}

/** Writes lessons that were asked for, with what they were booked as. */
async function insertLessons(
  work: Work,
  student_id: number,
  { service, project_id, teacher_id }: Offer,
  { kind, modality, starts, price, fee, package_id, note: text }: Ordered,
): Promise<LessonRow[]> {
  const at = work.now.toISOString()
  const [series] = await work.db
    .insert(lesson_series)
    .values({
      ...{ student_id, project_id, service_id: service.id, package_id, kind, note: text },
      created_at: at,
    })
    .returning({ id: lesson_series.id })
  if (!series) throw notFound()
  const minutes = service.lesson_minutes ?? 60
  const first = [...starts].sort()[0] ?? at
  try {
    return await work.db
      .insert(lessons)
      .values(
        starts.map((starts_at) => ({
          ...{ series_id: series.id, student_id, project_id, teacher_id, service_id: service.id },
          ...{ package_id, kind, modality, price, fee, currency: service.currency as LessonRow['currency'] },
          state: LESSON_STEPS.request.to,
          starts_at,
          ends_at: new Date(Date.parse(starts_at) + minutes * MINUTE).toISOString(),
          // A series is answered as one: before its first lesson.
          due_at: replyBy(first, work.now),
          created_at: at,
        })),
      )
      .returning()
  } catch (error) {
    if (isUniqueViolation(error, 'one_trial_a_teacher')) throw new Refusal(409, 'lessons.trial_taken')
    throw error
  }
}

/** What one lesson of a kind costs. @throws Refusal 422 without a trial, 409 when the price is on request */
function priceOfKind({ service }: Offer, kind: 'trial' | 'single'): number {
  if (kind === 'trial') {
    if (service.trial_price === null) throw new Refusal(422, 'lessons.no_trial')
    return service.trial_price
  }
  const price = lessonPrice(service)
  if (price === null) throw new Refusal(409, 'lessons.on_request')
  return price
}

/** How what is booked is held. @throws Refusal 422 for a way in which it isn't offered, or for none where it is in both */
function modalityOf({ service }: Offer, asked: LessonModality | undefined): LessonModality {
  const modality = heldAs(service.modality, asked)
  if (modality) return modality
  const key = asked ? 'validation.option' : 'errors.lessons.modality'
  throw new Refusal(422, 'common.invalid', { fields: { modality: { key } } })
}

/**
 * Asks for a trial or a single lesson.
 * @throws Refusal 404 for no such lesson, 403, 422 without a trial or a way to hold it, 409 when that time isn't free or the trial was taken
 */
export async function bookLesson(
  work: Work,
  viewer: Viewer,
  { service_id, kind, starts_at, modality: asked, note: text }: BookingDraft,
): Promise<LessonRow> {
  assertStudent(viewer)
  const offer = await offerOf(work.db, service_id)
  const price = priceOfKind(offer, kind)
  const modality = modalityOf(offer, asked)
  const [obstacle] = await obstaclesOf(work, offer, viewer.id, [starts_at])
  if (obstacle) throw new Refusal(409, TAKEN[obstacle])
  const { fee_pct } = await limitsOf(work, offer.teacher_id)
  const fee = feeOn(price, fee_pct)
  const rows = await insertLessons(work, viewer.id, offer, {
    ...{ kind, modality, price, fee, package_id: null, note: text },
    starts: [starts_at],
  })
  await hold(work, rows)
  await note(work, rows, 'request', 'student')
  await tellRequested(work, rows)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/**
 * Asks for a series that a package pays: all dates, or none.
 * @throws Refusal 404 when the package isn't theirs, 422 without a way to hold them, 409 `lessons.no_credit` or, with what is in the way of each date by
 *   field, `lessons.dates_taken`
 */
export async function bookSeries(
  work: Work,
  viewer: Viewer,
  { package_id, starts, modality: asked, note: text }: SeriesDraft,
): Promise<LessonRow[]> {
  assertStudent(viewer)
  const pack = await lockPackage(work, package_id)
  if (pack.student_id !== viewer.id) throw notFound()
  const offer = await offerOf(work.db, pack.service_id, { sold: true })
  const modality = modalityOf(offer, asked)
  const obstacles = await obstaclesOf(work, offer, viewer.id, starts)
  const fields: Record<string, Problem> = {}
  const minutes = offer.service.lesson_minutes ?? 60
  starts.forEach((start, n) => {
    const at = Date.parse(start)
    const meets = starts.some((other, m) => m < n && Math.abs(Date.parse(other) - at) < minutes * MINUTE)
    const why = meets
      ? 'student'
      : pack.expires_at && at >= Date.parse(pack.expires_at)
        ? 'expired'
        : obstacles[n]
    if (why) fields[`starts.${n}`] = { key: `errors.${TAKEN[why]}` }
  })
  if (Object.keys(fields).length > 0) throw new Refusal(409, 'lessons.dates_taken', { fields })
  const rows = await insertLessons(work, viewer.id, offer, {
    ...{ kind: 'weekly', modality, starts, price: 0, fee: 0, package_id, note: text },
  })
  await spendCredits(
    work,
    pack,
    rows.map(({ id }) => id),
  )
  await hold(work, rows)
  await note(work, rows, 'request', 'student')
  await tellRequested(work, rows)
  return rows
}

/**
 * A lesson, locked, and on which side somebody is.
 * @throws Refusal 404 when it isn't theirs
 */
export async function lockLesson(
  work: Work,
  user_id: number,
  id: number,
): Promise<{ row: LessonRow; side: 'student' | 'teacher' }> {
  const [row] = await work.db.select().from(lessons).where(eq(lessons.id, id)).for('update')
  if (!row || (row.student_id !== user_id && row.teacher_id !== user_id)) throw notFound()
  return { row, side: row.student_id === user_id ? 'student' : 'teacher' }
}

/** The lessons of a series that still wait for an answer, locked. @throws Refusal 404 for anybody but its teacher */
export async function lockRequested(work: Work, teacher_id: number, series_id: number): Promise<LessonRow[]> {
  const rows = await work.db
    .select()
    .from(lessons)
    .where(and(eq(lessons.series_id, series_id), eq(lessons.teacher_id, teacher_id)))
    .orderBy(lessons.id)
    .for('update')
  if (rows.length === 0) throw notFound()
  const asked = rows.filter(({ state }) => state === 'requested')
  if (asked.length === 0) throw new Refusal(409, 'lessons.moved_on')
  return asked
}

/** Lessons again as they are now, in the order of their ids. */
export const again = (work: Work, ids: readonly number[]): Promise<LessonRow[]> =>
  work.db
    .select()
    .from(lessons)
    .where(inArray(lessons.id, [...ids]))
    .orderBy(lessons.id)
