import { and, eq, inArray, lte, or, type SQL } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Viewer } from '#core/server/route.ts'
import { assertByHand } from '#features/payments/commands.cards.ts'
import * as payments from '#features/payments/commands.ts'
import { lockPayments } from '#features/payments/queries.ts'
import { limitsOf } from '#features/plans/commands.limits.ts'
import { feeOn } from '#features/plans/rules.fee.ts'
import { music_projects } from '#features/projects/table.ts'
import type { PackageSize } from '#features/services/contract.ts'
import { offerOf } from '../finding/queries.offer.ts'
import { assertStudent } from '../queries.ts'
import { PACKAGE_PAY_HOURS, PACKAGE_STEPS, SETTLED, UPCOMING } from '../rules.ts'
import { lesson_packages, lessons } from '../table.ts'
import { beginCredits, expireCredits, leftOf, lockPackage, packageSteps } from './commands.credits.ts'
import { keptOf } from './commands.shares.ts'
import { end } from './commands.steps.ts'
import { tell, tellOfPackage } from './commands.telling.ts'
import type { PackageDraft } from './contract.ts'
import { creditsOf, type PackageRow, packageSubject } from './queries.ts'

/* Lessons that are bought together: ordered, paid, then counted as credits until they run out. */

/**
 * Orders a package; its payment is due from then on.
 * @throws Refusal 404 for no such lesson, 422 when it isn't sold so, 409 when one is ordered already
 */
export async function orderPackage(
  work: Work,
  viewer: Viewer,
  { service_id, size }: PackageDraft,
): Promise<number> {
  assertStudent(viewer)
  const offer = await offerOf(work.db, service_id)
  const price = offer.service[`package_${size as PackageSize}_price`]
  if (price === null) throw new Refusal(422, 'lessons.no_package')
  const { fee_pct } = await limitsOf(work, offer.teacher_id)
  const fee = feeOn(price, fee_pct)
  const pay_by = new Date(work.now.getTime() + PACKAGE_PAY_HOURS * HOUR).toISOString()
  const currency = offer.service.currency as PackageRow['currency']
  const [row] = await work.db
    .insert(lesson_packages)
    .values({
      ...{ student_id: viewer.id, project_id: offer.project_id, service_id, size, price, fee, currency },
      ...{ pay_by, state: PACKAGE_STEPS.order.to, created_at: work.now.toISOString() },
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new Refusal(409, 'lessons.package_ordered')
  await payments.schedule(work, [
    {
      ...{ subject: packageSubject(row.id), kind: 'balance', user_id: viewer.id },
      ...{ project_id: offer.project_id, amount: price, fee, currency, due_at: pay_by },
      isDue: true,
    },
  ])
  await tellOfPackage(work, 'teacher', 'LESSON_REQUESTED', 'ordered', row)
  return row.id
}

/** What isn't paid of a package isn't asked for any more. */
async function cancelPayments(work: Work, id: number): Promise<void> {
  const rows = await lockPayments(work.db, packageSubject(id))
  await payments.cancel(
    work,
    rows.filter(({ state }) => state === 'scheduled' || state === 'due' || state === 'failed'),
  )
}

/** Takes an order back. @throws Refusal 404 when it isn't theirs, 409 when it is paid, or said to be */
export async function cancelPackage(work: Work, user_id: number, id: number): Promise<void> {
  const row = await lockPackage(work, id)
  if (row.student_id !== user_id) throw notFound()
  for (const one of await lockPayments(work.db, packageSubject(id))) assertByHand(one)
  if (await isSaid(work, id)) throw new Refusal(409, 'lessons.payment_said')
  await cancelOrder(work, id)
}

async function cancelOrder(work: Work, id: number): Promise<void> {
  await packageSteps.take(work, id, 'cancel', 'student', { set: { ended_at: work.now.toISOString() } })
  await cancelPayments(work, id)
}

/** Takes back orders of whoever goes; one that is said to be paid waits for its answer. @param whose condition on packages */
export async function dropOrders(work: Work, whose: SQL): Promise<void> {
  const ordered = await work.db
    .select({ id: lesson_packages.id })
    .from(lesson_packages)
    .where(and(whose, eq(lesson_packages.state, 'ordered')))
    .orderBy(lesson_packages.id)
    .for('update')
  for (const { id } of ordered) if (!(await isSaid(work, id))) await cancelOrder(work, id)
}

/** Whether somebody says that an order was paid. */
async function isSaid(work: Work, id: number): Promise<boolean> {
  const rows = await lockPayments(work.db, packageSubject(id))
  return rows.some(({ state }) => state === 'processing' || state === 'disputed')
}

/** What was paid for a package arrived, by card or by hand: its credits begin. */
export async function activate(work: Work, id: number, by: 'card' | 'hand'): Promise<void> {
  const row = await lockPackage(work, id)
  if (row.state !== 'ordered') return
  const active = await beginCredits(work, row)
  await tellOfPackage(
    work,
    'student',
    'LESSON_CONFIRMED',
    by === 'card' ? 'credits_by_card' : 'credits_begin',
    active,
  )
}

/** Whether lessons of a package are still to be held or to be confirmed: what was paid isn't earned yet. */
const isOpen = async (work: Work, id: number): Promise<boolean> =>
  (await work.db.$count(
    lessons,
    and(eq(lessons.package_id, id), inArray(lessons.state, [...UPCOMING, 'held'])),
  )) > 0

/** All of a package was taken, or has run out: what was paid for it is theirs. */
export async function close(work: Work, id: number): Promise<void> {
  const row = await lockPackage(work, id)
  if (row.state !== 'active' || (await isOpen(work, id))) return
  const isOver = row.expires_at !== null && Date.parse(row.expires_at) <= work.now.getTime()
  const left = await leftOf(work, id)
  if (left > 0 && !isOver) return
  if (left > 0) await expireCredits(work, row, 'expire')
  const set = { ended_at: work.now.toISOString() }
  await packageSteps.take(work, id, left > 0 ? 'expire' : 'finish', 'clock', { set })
  const rows = await lockPayments(work.db, packageSubject(id))
  const kept = await keptOf(work, id)
  await payments.release(
    work,
    rows.filter(({ state, kind }) => state === 'held' && kind !== 'refund'),
    () => kept,
  )
  if (left > 0) await tellOfPackage(work, 'student', 'LESSON_CHANGED', 'package_ended', row, { count: left })
}

/** Nobody paid an order in time. What somebody said of it waits for its answer. */
export async function lapsePackage(work: Work, id: number): Promise<void> {
  const row = await lockPackage(work, id)
  if (row.state !== 'ordered' || Date.parse(row.pay_by) > work.now.getTime()) return
  if (await isSaid(work, id)) return
  await packageSteps.take(work, id, 'lapse', 'clock', { set: { ended_at: work.now.toISOString() } })
  await cancelPayments(work, id)
  await tellOfPackage(work, 'student', 'LESSON_CHANGED', 'package_ended', row, { count: 0 })
}

/** A warning before credits run out went to the student. */
export async function warn(work: Work, { id, days }: { id: number; days: number }): Promise<void> {
  const row = await lockPackage(work, id)
  const left = await leftOf(work, id)
  await work.db.update(lesson_packages).set({ warned_days: days }).where(eq(lesson_packages.id, id))
  if (row.state !== 'active' || left === 0) return
  await tellOfPackage(work, 'student', 'LESSON_REMINDER', 'credits', row, { version: days, count: left })
}

/** The lessons of a package that are ahead, locked: before the package is, as whoever changes a lesson does. */
export const lockToCome = (work: Work, id: number) =>
  work.db
    .select()
    .from(lessons)
    .where(and(eq(lessons.package_id, id), inArray(lessons.state, ['requested', ...SETTLED])))
    .orderBy(lessons.id)
    .for('update')

/**
 * The bank took back what was paid for a package: nothing is left of it, and its lessons that haven't begun are off. Whoever
 * was to give one in another's place is told so.
 * @returns whether it was in force
 */
export async function revokePackage(work: Work, id: number): Promise<boolean> {
  const to_come = (await lockToCome(work, id)).filter(
    ({ starts_at }) => Date.parse(starts_at) > work.now.getTime(),
  )
  const row = await lockPackage(work, id)
  if (row.state !== 'active') return false
  for (const lesson of to_come) {
    await end(work, lesson, 'cancel_as_student', 'student', { free: true, quiet: true })
    if (lesson.handed_over_at !== null)
      await tell(work, 'teacher', 'LESSON_CHANGED', 'package_back', [lesson])
  }
  await packageSteps.take(work, id, 'charge_back', 'system', { set: { ended_at: work.now.toISOString() } })
  await expireCredits(work, row, 'refund')
  return true
}

/**
 * A teacher gives back what is left of a package; its lessons to come are cancelled first, so that their credits are
 * among it.
 * @param user_id whoever owns the project; null: the project is erased
 * @throws Refusal 404 when they don't sell it, 409 when it isn't in force, or a lesson of it waits to be confirmed
 */
export async function refundPackage(work: Work, user_id: number | null, id: number): Promise<void> {
  const [project] = await work.db
    .select({ owner_id: music_projects.owner_id })
    .from(lesson_packages)
    .innerJoin(music_projects, eq(music_projects.id, lesson_packages.project_id))
    .where(eq(lesson_packages.id, id))
  if (!project || (user_id !== null && project.owner_id !== user_id)) throw notFound()
  const begun = and(
    eq(lessons.package_id, id),
    or(
      eq(lessons.state, 'held'),
      and(inArray(lessons.state, [...SETTLED]), lte(lessons.starts_at, work.now.toISOString())),
    ),
  )
  // Whether it was held, and is paid, is for the two to say first.
  if (user_id !== null && (await work.db.$count(lessons, begun)) > 0)
    throw new Refusal(409, 'lessons.lesson_open')
  for (const lesson of await lockToCome(work, id)) {
    // It is neither who was to give it nor the student that cancels it.
    const isOthers = lesson.handed_over_at !== null
    await end(work, lesson, lesson.state === 'requested' ? 'decline' : 'cancel_as_teacher', 'teacher', {
      forgives: true,
      quiet: isOthers,
    })
    for (const side of isOthers ? (['teacher', 'student'] as const) : [])
      await tell(work, side, 'LESSON_CHANGED', 'package_back', [lesson])
  }
  const row = await lockPackage(work, id)
  await packageSteps.take(work, id, 'refund', 'teacher', { set: { ended_at: work.now.toISOString() } })
  const spent = (await creditsOf(work.db, [id])).get(id)?.spent ?? 0
  const left = await expireCredits(work, row, 'refund')
  const rows = await lockPayments(work.db, packageSubject(id))
  // What was given on top has no price: of the lessons that were bought, those that weren't taken come back.
  const unused = Math.max(0, Math.min(left, row.size - spent))
  const back = rows
    .filter(({ kind, state }) => kind !== 'refund' && state === 'held')
    .map((one) => ({
      row: one,
      refunded: Math.min(one.amount, Math.round((one.amount * unused) / row.size)),
    }))
  if (back.length > 0) await payments.giveBack(work, 'refund', back)
  await tellOfPackage(work, 'student', 'LESSON_CHANGED', 'package_ended', row, { count: left })
}
