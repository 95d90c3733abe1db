import { eq } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { releaseTime } from '#features/availability/commands.ts'
import * as payments from '#features/payments/commands.ts'
import { lockPayments, type PaymentRow } from '#features/payments/queries.ts'
import { heldUntil } from '#features/payments/rules.ts'
import type { LessonStep, Side } from '../contract.ts'
import { offerOf } from '../finding/queries.offer.ts'
import {
  CANCELLED_WITHIN,
  CONFIRM_HOURS,
  consequenceOf,
  givesOneMore,
  mayTake,
  payBy,
  toldOf,
  toldOfMove,
} from '../rules.ts'
import { lesson_packages, lessons } from '../table.ts'
import { beginCredits, giveCreditBack, giveOneMore } from './commands.credits.ts'
import { copyPlaces, usualPlace } from './commands.settings.ts'
import { shareOf } from './commands.shares.ts'
import { tell, tellOfPackage } from './commands.telling.ts'
import { again, hold, lessonSteps, lockLesson, lockRequested, note, obstaclesOf, TAKEN } from './commands.ts'
import type { TakenStep } from './contract.ts'
import { failedSince } from './queries.sold.ts'
import { type LessonRow, lessonSubject } from './queries.ts'

/* What becomes of a lesson once it was asked for. What each step costs, and who is told, is a table in the rules. */

/** A lesson was held as it should: both may say how it was. */
export const lessonConfirmed = domainEvent<LessonRow>('lessons.confirmed')

/**
 * A teacher accepts lessons: what a package pays, or is free, is settled at once; the rest waits for its payment.
 * @param rows of one series, asked for, locked
 */
export async function accept(work: Work, rows: readonly LessonRow[]): Promise<void> {
  const settled: LessonRow[] = []
  for (const row of rows) {
    const isSettled = row.price === 0
    if (isSettled) {
      const path = [
        { step: 'accept', actor: 'teacher' },
        { step: 'schedule', actor: 'system' },
      ] as const
      const { row: now } = await lessonSteps.takeInTurn(work, row.id, path, { set: { due_at: null } })
      await note(work, [now], 'accept', 'teacher')
      settled.push(now)
      continue
    }
    const due_at = payBy(row.starts_at, work.now)
    const now = await lessonSteps.take(work, row.id, 'accept', 'teacher', { set: { due_at } })
    await note(work, [now], 'accept', 'teacher')
    await payments.schedule(work, [
      {
        ...{ subject: lessonSubject(row.id), kind: 'balance', user_id: row.student_id },
        ...{ project_id: row.project_id, amount: row.price, fee: row.fee, currency: row.currency, due_at },
        isDue: true,
      },
    ])
  }
  await copyPlaces(work, settled)
  await tell(work, 'student', 'LESSON_CONFIRMED', rows[0]?.price ? 'to_pay' : 'accepted', rows)
}

/** A lesson is paid, as far as one side says: it takes place. */
export async function settle(work: Work, id: number): Promise<void> {
  const [row] = await lessonSteps.takeAll(work, eq(lessons.id, id), 'schedule', 'system', {
    set: { due_at: null },
  })
  if (!row) return
  await note(work, [row], 'schedule', 'system')
  await copyPlaces(work, [row])
}

/** What was said to be paid for a lesson wasn't: it waits for that again, and lapses without. Nothing once it has begun. */
export async function unsettle(work: Work, { id, starts_at }: LessonRow): Promise<void> {
  if (Date.parse(starts_at) <= work.now.getTime()) return
  const [row] = await lessonSteps.takeAll(work, eq(lessons.id, id), 'unsettle', 'system', {
    set: { due_at: payBy(starts_at, work.now) },
  })
  if (row) await note(work, [row], 'unsettle', 'system')
}

/**
 * What was paid for a lesson that ended goes where its end says: it is earned, or comes back. What came by card is kept until
 * two days after it.
 */
export async function settlePaid(work: Work, row: LessonRow): Promise<void> {
  const paid = await lockPayments(work.db, lessonSubject(row.id))
  const is = (...states: PaymentRow['state'][]) =>
    paid.filter(({ kind, state }) => kind !== 'refund' && states.includes(state))
  if (row.is_charged) {
    await payments.release(work, is('held'), () => heldUntil(row.ends_at))
    return
  }
  await payments.cancel(work, is('scheduled', 'due', 'failed'))
  const back = is('held').map((one) => ({ row: one, refunded: one.amount }))
  if (back.length > 0) await payments.giveBack(work, 'refund', back)
}

/** One more lesson with who cancelled again: in the package, or as one that is given. */
async function giveMore(work: Work, row: LessonRow): Promise<void> {
  // Who stands in gives it as one of their own: the package is another's.
  if (row.package_id !== null && row.handed_over_at === null) await giveOneMore(work, row.package_id, row.id)
  else {
    const [given] = await work.db
      .insert(lesson_packages)
      .values({
        ...{ student_id: row.student_id, project_id: row.project_id, service_id: row.service_id },
        ...{ size: 1, price: 0, currency: row.currency, state: 'ordered' as const },
        pay_by: work.now.toISOString(),
        created_at: work.now.toISOString(),
      })
      .onConflictDoNothing()
      .returning()
    if (!given) return
    const active = await beginCredits(work, given)
    await tellOfPackage(work, 'student', 'LESSON_CHANGED', 'more', active)
    return
  }
  await tell(work, 'student', 'LESSON_CHANGED', 'more', [row])
}

const SAID: Partial<Record<LessonStep, 'declined' | 'lapsed' | 'cancelled' | 'missed'>> = {
  decline: 'declined',
  lapse: 'lapsed',
  cancel_as_student: 'cancelled',
  cancel_as_teacher: 'cancelled',
  miss_as_student: 'missed',
  miss_as_teacher: 'missed',
}

/** A lesson that came to an end, and whether its teacher gives one more for it. */
export type Ended = LessonRow & { given_more: boolean }

/**
 * A lesson comes to an end other than being held: the time is given back, and what was paid goes where the table says.
 * @param row as it was, locked
 * @param forgives it doesn't count against the teacher, such as a holiday said long before
 * @param free it costs nothing, whatever the table says
 */
export async function end(
  work: Work,
  row: LessonRow,
  step: keyof typeof SAID & LessonStep,
  actor: Side | 'clock',
  { reason = '', forgives = false, quiet = false, free = false } = {},
): Promise<Ended> {
  const consequence = consequenceOf(row, step, work.now)
  if (!consequence) throw new Refusal(409, 'lessons.moved_on')
  // Before this one is among them.
  const since = new Date(work.now.getTime() - CANCELLED_WITHIN)
  const counts = consequence.counts && !forgives
  const before = counts ? await failedSince(work.db, row, since) : 0
  const is_charged = consequence.costs === 'lesson' && !free
  const set = { due_at: null, ended_at: work.now.toISOString(), is_charged, counts, reason }
  const now = await lessonSteps.take(work, row.id, step, actor as never, { set })
  await note(work, [now], step, actor)
  await releaseTime(work, lessonSubject(row.id))
  if (now.package_id !== null && !is_charged) await giveCreditBack(work, now.package_id, now.id)
  await shareOf(work, now)
  if (now.price > 0) await settlePaid(work, now)
  const voice = SAID[step]
  if (voice && !quiet)
    for (const side of toldOf(consequence, actor)) await tell(work, side, 'LESSON_CHANGED', voice, [now])
  const given_more = counts && givesOneMore(before)
  if (given_more) await giveMore(work, now)
  return { ...now, given_more }
}

/** A lesson was held: what was paid for it is earned, and both may say how it was. */
export async function confirm(work: Work, row: LessonRow, actor: 'student' | 'clock'): Promise<LessonRow> {
  const set = { due_at: null, ended_at: work.now.toISOString(), is_charged: true }
  const now = await lessonSteps.take(work, row.id, 'confirm', actor, { set })
  await note(work, [now], 'confirm', actor)
  await shareOf(work, now)
  if (now.price > 0) await settlePaid(work, now)
  await raise(work, lessonConfirmed, now)
  return now
}

/** Its time is over: from now on the student may say that it wasn't so. */
export async function held(work: Work, id: number): Promise<void> {
  const due_at = new Date(work.now.getTime() + CONFIRM_HOURS * HOUR).toISOString()
  const [row] = await lessonSteps.takeAll(work, eq(lessons.id, id), 'hold', 'clock', { set: { due_at } })
  if (!row) return
  // Who learned there keeps where it was, not where their teacher is by now.
  if (row.modality === 'in_person' && !row.place) {
    const place = await usualPlace(work, row.project_id)
    await work.db.update(lessons).set({ place }).where(eq(lessons.id, id))
  }
  await note(work, [row], 'hold', 'clock')
  await tell(work, 'student', 'LESSON_CHANGED', 'held', [row])
}

/** It was said how a lesson was. Nothing where it stands otherwise by now. */
export async function reviewed(work: Work, id: number): Promise<void> {
  const [row] = await lessonSteps.takeAll(work, eq(lessons.id, id), 'review', 'system')
  if (row) await note(work, [row], 'review', 'system')
}

/**
 * Takes a step with one lesson.
 * @throws Refusal 404 when it isn't theirs, 409 when it can't be taken (any more), or not yet, 403 when it is the other's
 */
export async function takeStep(
  work: Work,
  user_id: number,
  id: number,
  step: TakenStep,
  reason: string,
): Promise<LessonRow> {
  const { row, side } = await lockLesson(work, user_id, id)
  if (!mayTake(row, step, side, work.now)) {
    const isOthers = mayTake(row, step, side === 'student' ? 'teacher' : 'student', work.now)
    throw isOthers ? new Refusal(403, 'access.forbidden') : new Refusal(409, 'lessons.moved_on')
  }
  if (step === 'accept') {
    await accept(work, [row])
    const [now] = await again(work, [id])
    return now ?? row
  }
  if (step === 'confirm') return confirm(work, row, 'student')
  return end(work, row, step, side, { reason })
}

/**
 * A teacher answers all that is asked for in a series.
 * @throws Refusal 404 when it isn't theirs, 409 when nothing waits for an answer
 */
export async function answerSeries(
  work: Work,
  user_id: number,
  series_id: number,
  { answer, reason }: { answer: 'accept' | 'decline'; reason: string },
): Promise<number[]> {
  const rows = await lockRequested(work, user_id, series_id)
  if (answer === 'accept') await accept(work, rows)
  else {
    const ended: LessonRow[] = []
    for (const row of rows) ended.push(await end(work, row, 'decline', 'teacher', { reason, quiet: true }))
    await tell(work, 'student', 'LESSON_CHANGED', 'declined', ended)
  }
  return rows.map(({ id }) => id)
}

/**
 * Moves a lesson to another start; the old time is given back in the same transaction.
 * @param actor who moves it; a holiday moves it for the teacher
 * @throws Refusal 409 when it is too late for that, or the other time isn't free
 */
export async function moveTo(
  work: Work,
  row: LessonRow,
  starts_at: string,
  actor: Side,
  { checked = false } = {},
): Promise<LessonRow> {
  const minutes = (Date.parse(row.ends_at) - Date.parse(row.starts_at)) / MINUTE
  await releaseTime(work, lessonSubject(row.id))
  if (!checked) {
    const offer = await offerOf(work.db, row.service_id, { sold: true })
    const [obstacle] = await obstaclesOf(work, offer, row.student_id, [starts_at], minutes)
    if (obstacle) throw new Refusal(409, TAKEN[obstacle])
  }
  const ends_at = new Date(Date.parse(starts_at) + minutes * MINUTE).toISOString()
  const set = { starts_at, ends_at, moved_by: actor, reminded_at: null }
  const now = await lessonSteps.take(work, row.id, 'reschedule', actor, { set })
  await hold(work, [now])
  await note(work, [now], 'reschedule', actor)
  return now
}

/**
 * A student or a teacher moves a lesson, until twelve hours before it begins.
 * @throws Refusal 404 when it isn't theirs, 409 `lessons.too_late` or when that time isn't free
 */
export async function moveLesson(
  work: Work,
  user_id: number,
  id: number,
  starts_at: string,
): Promise<LessonRow> {
  const { row, side } = await lockLesson(work, user_id, id)
  if (!mayTake(row, 'reschedule', side, work.now)) {
    const isLate = consequenceOf(row, 'reschedule', work.now)?.costs === 'refused'
    throw new Refusal(409, isLate ? 'lessons.too_late' : 'lessons.moved_on')
  }
  if (row.package_id !== null) await assertBeforeExpiry(work, row.package_id, starts_at)
  const now = await moveTo(work, row, starts_at, side)
  // Each move is news.
  const version = Math.floor(work.now.getTime() / MINUTE)
  for (const told of toldOfMove(side)) await tell(work, told, 'LESSON_CHANGED', 'moved', [now], { version })
  return now
}

async function assertBeforeExpiry(work: Work, package_id: number, starts_at: string): Promise<void> {
  const [pack] = await work.db
    .select({ expires_at: lesson_packages.expires_at })
    .from(lesson_packages)
    .where(eq(lesson_packages.id, package_id))
  if (!pack) throw notFound()
  if (pack.expires_at && Date.parse(starts_at) >= Date.parse(pack.expires_at))
    throw new Refusal(409, 'lessons.after_expiry')
}
