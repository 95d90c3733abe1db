import { eq } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { parseSubject } from '#core/contract/subject.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { assertByHand, assertForStaff } from '#features/payments/commands.cards.ts'
import * as payments from '#features/payments/commands.ts'
import type { End, RecordedMethod } from '#features/payments/contract.ts'
import { lockPayments, type PaymentRow, subjectOf } from '#features/payments/queries.ts'
import { mayStep } from '#features/payments/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Side } from '../contract.ts'
import { lessons } from '../table.ts'
import { lockPackage } from './commands.credits.ts'
import { activate } from './commands.packages.ts'
import { settle, settlePaid, unsettle } from './commands.steps.ts'
import { tell, tellOfPackage } from './commands.telling.ts'
import { again, lockLesson } from './commands.ts'
import type { PaidFor } from './contract.ts'
import { type LessonRow, lessonSubject, type PackageRow, packageSubject } from './queries.ts'

/* One side says that a lesson or a package was paid, the other that this is so: then it stands in the books. */

const END: Record<Side, End> = { student: 'user', teacher: 'project' }
const otherSide = (side: Side): Side => (side === 'student' ? 'teacher' : 'student')

interface Locked {
  side: Side
  lesson: LessonRow | null
  pack: PackageRow | null
  /** What is to be said of now: what comes back before what was paid. */
  one: PaymentRow | undefined
}

/** What is paid, locked with its payment. @throws Refusal 404 when it isn't theirs */
export async function lockPaid(work: Work, user_id: number, of: PaidFor, id: number): Promise<Locked> {
  if (of === 'lesson') {
    const { row, side } = await lockLesson(work, user_id, id)
    const rows = await lockPayments(work.db, lessonSubject(id))
    return { side, lesson: row, pack: null, one: current(rows) }
  }
  const pack = await lockPackage(work, id)
  const [project] = await work.db
    .select({ owner_id: music_projects.owner_id })
    .from(music_projects)
    .where(eq(music_projects.id, pack.project_id))
  if (pack.student_id !== user_id && project?.owner_id !== user_id) throw notFound()
  const rows = await lockPayments(work.db, packageSubject(id))
  return { side: pack.student_id === user_id ? 'student' : 'teacher', lesson: null, pack, one: current(rows) }
}

/** What goes back to a card does so by itself. */
const current = (rows: readonly PaymentRow[]) =>
  rows.findLast(({ kind, refund_of }) => kind === 'refund' && refund_of === null) ??
  rows.findLast(({ kind }) => kind === 'balance')

/** Tells the other side that it has to answer, or that something was contested. */
async function tellOther(work: Work, { side, lesson, pack, one }: Locked): Promise<void> {
  const version = Math.floor(work.now.getTime() / 1000) % 2_000_000_000
  const other = otherSide(side)
  if (lesson) await tell(work, other, 'LESSON_CHANGED', 'payment', [lesson], { version })
  if (pack) await tellOfPackage(work, other, 'LESSON_CHANGED', 'payment', pack, { version })
  if (!one) throw notFound()
}

/** @throws Refusal 409 `lessons.no_payment` when there is nothing to say of it */
export function assertOpen(one: PaymentRow | undefined): asserts one {
  if (!one || one.held_at || one.state === 'cancelled' || one.state === 'scheduled')
    throw new Refusal(409, 'lessons.no_payment')
}

/**
 * One side says that it was paid; a lesson that waited for that takes place.
 * @throws Refusal 404, 409 when nothing is to be paid, or it was said already
 */
export async function recordPayment(
  work: Work,
  user_id: number,
  of: PaidFor,
  id: number,
  said: { method: RecordedMethod; reference: string },
): Promise<void> {
  const locked = await lockPaid(work, user_id, of, id)
  const { one, side, lesson } = locked
  assertOpen(one)
  assertByHand(one)
  if (!mayStep('declare', one.state)) throw new Refusal(409, 'lessons.payment_said')
  await payments.declare(work, one, END[side], said)
  if (lesson && one.kind !== 'refund') await settle(work, lesson.id)
  await tellOther(work, locked)
}

/** What follows from money that is there. @returns false when it was for what had ended by then, and goes back */
export async function follow(work: Work, one: PaymentRow): Promise<boolean> {
  if (one.kind === 'refund') return true
  const about = parseSubject(one.subject)
  if (about?.kind === 'lesson_package') {
    const pack = await lockPackage(work, about.id)
    const [project] = await work.db
      .select({ status: music_projects.status })
      .from(music_projects)
      .where(eq(music_projects.id, pack.project_id))
    const isOver = pack.state === 'lapsed' || pack.state === 'cancelled' || project?.status !== 'active'
    // It came to an end before anybody answered, or nobody gives these lessons any more.
    if (isOver) await payments.giveBack(work, 'refund', [{ row: one, refunded: one.amount }])
    else if (pack.state === 'ordered') await activate(work, about.id, one.method === 'card' ? 'card' : 'hand')
    return !isOver
  }
  if (about?.kind !== 'lesson') return true
  await settle(work, about.id)
  const [lesson] = await again(work, [about.id])
  if (!lesson?.ended_at) return true
  await settlePaid(work, lesson)
  return lesson.is_charged
}

/** The other side confirms it. @throws Refusal 404, 409 when nothing was said, or by the caller themselves */
export async function confirmPayment(work: Work, user_id: number, of: PaidFor, id: number): Promise<void> {
  const locked = await lockPaid(work, user_id, of, id)
  const { one, side } = locked
  assertOpen(one)
  if (one.state !== 'processing') throw new Refusal(409, 'lessons.no_payment')
  assertByHand(one)
  if (one.declared_by === END[side]) throw new Refusal(409, 'lessons.other_side_confirms')
  await follow(work, await payments.confirm(work, one, END[side]))
}

/** A lesson isn't paid after all: one to come waits for that again, and of one that ended nothing is to be paid any more. */
export async function isUnpaid(work: Work, lesson: LessonRow, one: PaymentRow): Promise<void> {
  if (one.kind === 'refund') return
  if (!lesson.ended_at) await unsettle(work, lesson)
  else if (!lesson.is_charged) await payments.cancel(work, [one])
}

/** What was said isn't so: it is taken back, or contested. @throws Refusal 404, 409 when nothing was said */
export async function clearPayment(work: Work, user_id: number, of: PaidFor, id: number): Promise<void> {
  const locked = await lockPaid(work, user_id, of, id)
  const { one, side, lesson } = locked
  assertOpen(one)
  if (one.state !== 'processing') throw new Refusal(409, 'lessons.no_payment')
  assertByHand(one)
  const left = await payments.unsay(work, one, END[side])
  if (lesson && left.state === 'due') await isUnpaid(work, lesson, left)
  await tellOther(work, locked)
}

/** What a payment is for, where it is a lesson's or a package's; locked. */
export async function lockSubject(work: Work, about: string) {
  const found = parseSubject(about)
  if (found?.kind === 'lesson') {
    const [lesson] = await work.db.select().from(lessons).where(eq(lessons.id, found.id)).for('update')
    if (lesson) return { lesson, pack: null, id: found.id, subject: lessonSubject(found.id) }
  }
  if (found?.kind === 'lesson_package')
    return {
      lesson: null,
      pack: await lockPackage(work, found.id),
      id: found.id,
      subject: packageSubject(found.id),
    }
  return null
}

/**
 * Staff found the money of a payment that was contested or not answered, or didn't.
 * @throws Refusal 404 for no such payment of a lesson or a package, 409 when there is nothing to settle
 */
export async function settlePayment(
  work: Work,
  payment_id: number,
  by: string,
  outcome: { failed?: string } = {},
): Promise<PaymentRow> {
  const about = await subjectOf(work.db, payment_id)
  const locked = about && (await lockSubject(work, about))
  if (!locked) throw notFound()
  const one = (await lockPayments(work.db, locked.subject)).find(({ id }) => id === payment_id)
  if (!one) throw notFound()
  await assertForStaff(work, one, outcome)
  if (outcome.failed) {
    const failed = await payments.fail(work, one, by, outcome.failed)
    if (locked.lesson) await isUnpaid(work, locked.lesson, failed)
    // Neither of the two knows yet: whoever pays does something about it.
    const payer: Side = one.kind === 'refund' ? 'teacher' : 'student'
    const version = Math.floor(work.now.getTime() / MINUTE)
    if (locked.lesson && failed.state === 'failed' && !locked.lesson.ended_at)
      await tell(work, payer, 'LESSON_REMINDER', 'payment', [locked.lesson], { version })
    if (locked.pack) await tellOfPackage(work, payer, 'LESSON_REMINDER', 'payment', locked.pack, { version })
    return failed
  }
  const settled = await payments.confirm(work, one, { staff: by })
  await follow(work, settled)
  return settled
}

/** Whoever has to pay, or to answer, is told again. */
export async function remindOf(
  work: Work,
  { payment_id, subject: about }: { payment_id: number; subject: string },
): Promise<void> {
  const locked = await lockSubject(work, about)
  if (!locked) return
  const one = (await lockPayments(work.db, locked.subject)).find(({ id }) => id === payment_id)
  if (!one || one.state === 'disputed') return
  const payer: Side = one.kind === 'refund' ? 'teacher' : 'student'
  const answers: Side = one.declared_by === 'user' ? 'teacher' : 'student'
  const side = one.state === 'processing' ? answers : payer
  const version = Math.floor(work.now.getTime() / DAY)
  if (locked.lesson) await tell(work, side, 'LESSON_REMINDER', 'payment', [locked.lesson], { version })
  if (locked.pack) await tellOfPackage(work, side, 'LESSON_REMINDER', 'payment', locked.pack, { version })
}
