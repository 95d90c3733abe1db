import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AgreementSide } from '#core/contract/audience.ts'
import { withoutReach } from '#core/contract/contacts.ts'
import { notFound } from '#core/contract/errors.ts'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { type Subject, subject } from '#core/contract/subject.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { readBy } from '#core/server/audience.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { availability_settings } from '#features/availability/table.ts'
import { balancesOf } from '#features/ledger/queries.ts'
import { type PaymentRow, paymentsFor, type ReadPayment } from '#features/payments/queries.ts'
import { mayStep } from '#features/payments/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { LessonState, Side } from '../contract.ts'
import { OPEN_SUBSTITUTES, substituteObstacle } from '../rules.substitutes.ts'
import { isInRoom, isSure, noticeOf, placeOf, SETTLED, stepsOf, UPCOMING } from '../rules.ts'
import { lesson_substitute_lessons, lesson_substitutes } from '../table.substitutes.ts'
import { lesson_packages, lesson_series, lesson_settings, lessons } from '../table.ts'
import type { Lesson, LessonPackage, LessonPayment } from './contract.ts'

export type LessonRow = typeof lessons.$inferSelect
export type PackageRow = typeof lesson_packages.$inferSelect

/** What the payments for a lesson, and for a package, are about. */
export const lessonSubject = (id: number): Subject => subject('lesson', id)
export const packageSubject = (id: number): Subject => subject('lesson_package', id)

/** Lessons that are before somebody: they are to come, or wait for an answer. */
export const OPEN: readonly LessonState[] = [...UPCOMING, 'held']

/** Whose words they read as their own: who learns is on the side of who hires, who teaches on the side of who plays. */
export const asReader = (side: Side): AgreementSide => (side === 'student' ? 'hunter' : 'artist')

/** Who said why a lesson came to an end. */
export const REASON_OF: Partial<Record<LessonState, Side>> = {
  declined: 'teacher',
  cancelled_by_student: 'student',
  cancelled_by_teacher: 'teacher',
  no_show_student: 'teacher',
  no_show_teacher: 'student',
}

/** SQL condition: somebody learns in it, or teaches it. */
export const isTheirs = (user_id: number): SQL =>
  sql`(${lessons.student_id} = ${user_id} or ${lessons.teacher_id} = ${user_id})`

const student = alias(users, 'student')
/** Where the teacher's clock stands. */
export const teacherZone = sql<string>`coalesce(${availability_settings.zone}, ${music_projects.zone}, ${DEFAULT_ZONE})`

/** Somebody is asked to give it instead, and nobody has answered for good. */
const isProposed = sql<boolean>`exists (select from ${lesson_substitute_lessons} its
  join ${lesson_substitutes} proposal on proposal.id = its.substitute_id
  where its.lesson_id = ${outer(lessons.id)} and proposal.state in (${sql.join(
    OPEN_SUBSTITUTES.map((state) => sql`${state}`),
    sql`, `,
  )}))`

/** What who handed it over had noted for both by then, and who that is: their words stay theirs. */
const notesBefore = sql<Lesson['notes_before']>`case when ${lessons.handed_over_at} is not null then (
  select json_build_object('name', who.name, 'text', its.notes_shared) from ${lesson_substitute_lessons} its
  join ${lesson_substitutes} proposal on proposal.id = its.substitute_id and proposal.state = 'accepted'
  join ${music_projects} who on who.id = proposal.from_project_id
  where its.lesson_id = ${outer(lessons.id)} and its.notes_shared <> '' limit 1) end`

/** Everything a view is made of, by one statement; callers add whose and which. */
const shownLessons = (db: Db) =>
  db
    .select({
      row: lessons,
      note: lesson_series.note,
      title: services.title,
      instrument: services.instrument,
      student_name: student.name,
      project_name: music_projects.name,
      image: music_projects.profile_image,
      city: music_projects.city,
      zone: teacherZone,
      pay_to: lesson_settings.pay_to,
      own_link: lesson_settings.link,
      usual_place: lesson_settings.place,
      room: lesson_settings.room,
      proposed: isProposed,
      notes_before: notesBefore,
    })
    .from(lessons)
    .innerJoin(lesson_series, eq(lesson_series.id, lessons.series_id))
    .innerJoin(services, eq(services.id, lessons.service_id))
    .innerJoin(student, eq(student.id, lessons.student_id))
    .innerJoin(music_projects, eq(music_projects.id, lessons.project_id))
    .leftJoin(availability_settings, eq(availability_settings.project_id, lessons.project_id))
    .leftJoin(lesson_settings, eq(lesson_settings.project_id, lessons.project_id))

type Shown = Awaited<ReturnType<ReturnType<typeof shownLessons>['execute']>>[number]

/** What a side may do about a payment now. Of a card the provider is asked, and only who pays has a say. */
function mayOf({ kind, state, method, declared_by }: PaymentRow, side: Side): LessonPayment['may'] {
  const end = side === 'student' ? 'user' : 'project'
  const card = side === 'student' && kind !== 'refund' ? (['card'] as const) : []
  if (state === 'processing' && method === 'card') return [...card]
  if (state === 'processing') return declared_by === end ? ['clear'] : ['confirm', 'clear']
  return mayStep('declare', state) ? ['record', ...card] : []
}

const paymentView =
  (side: Side) =>
  (row: ReadPayment): LessonPayment => ({
    state: row.state,
    amount: row.amount,
    currency: row.currency,
    due_at: row.due_at,
    method: row.method,
    reference: row.reference,
    declared_by: row.declared_by,
    is_refund: row.kind === 'refund',
    ...{ arrived_at: row.held_at, release_at: row.release_at, card: row.card },
    may: mayOf(row, side),
  })

/** Whether all that is to be paid for a lesson by itself has arrived, and nothing of it comes back. */
export const hasArrived = (paid: readonly PaymentRow[]): boolean =>
  paid.every(({ kind, state }) => kind !== 'refund' && state === 'held')

/**
 * Where to pay, as a side reads it: its account stays as written. What else somebody wrote there before that was refused is
 * for who knows them.
 */
const payTo = (pay_to: string | null, { side, open }: { side: Side; open: boolean }): string =>
  side === 'teacher' || open ? (pay_to ?? '') : withoutReach(pay_to ?? '')

function viewOf(one: Shown, user_id: number, paid: readonly ReadPayment[], now: Date): Lesson {
  const { row } = one
  const side: Side = row.student_id === user_id ? 'student' : 'teacher'
  const open = isSure(row.state)
  const isAhead = UPCOMING.some((state) => state === row.state)
  const usual = one.usual_place ?? ''
  return readBy(
    { side: asReader(side), open, own: REASON_OF[row.state] === side ? ['reason'] : [] },
    {
      ...{ id: row.id, series_id: row.series_id, kind: row.kind, state: row.state, side },
      ...{ starts_at: row.starts_at, ends_at: row.ends_at, zone: one.zone },
      service_id: row.service_id,
      title: one.title,
      instrument: one.instrument as Lesson['instrument'],
      modality: row.modality,
      student: { id: row.student_id, name: one.student_name },
      teacher: { project_id: row.project_id, name: one.project_name, image: one.image, city: one.city },
      ...{ price: row.price, currency: row.currency, package_id: row.package_id },
      payments: paid.map(paymentView(side)),
      pay_to: paid.length > 0 ? payTo(one.pay_to, { side, open }) : '',
      steps: stepsOf(row, side, now),
      substitutable:
        side === 'teacher' &&
        !one.proposed &&
        substituteObstacle({ ...row, is_paid: hasArrived(paid) }, now) === null,
      handed_over: row.handed_over_at !== null,
      late:
        SETTLED.some((state) => state === row.state) && noticeOf(row, 'cancel_as_student', now) === 'late',
      due_at: row.due_at,
      note: one.note,
      reason: row.reason,
      // Where it isn't held is nothing that anybody needs to be told.
      link: open && row.modality === 'online' ? row.link || (one.own_link ?? '') : '',
      place: placeOf(row, usual),
      own_place: side === 'teacher' ? row.place : '',
      usual_place: side === 'teacher' && isAhead && row.modality === 'in_person' ? usual : '',
      room: isInRoom({ ...row, room: one.room ?? false }),
      own_link: side === 'teacher' ? row.link : '',
      notes_shared: row.notes_shared,
      notes_before: one.notes_before,
      notes_private: side === 'teacher' ? row.notes_private : '',
    },
  )
}

async function viewsOf(db: Db, found: readonly Shown[], user_id: number, now: Date): Promise<Lesson[]> {
  const paid = await paymentsFor(
    db,
    found.filter(({ row }) => row.price > 0).map(({ row }) => lessonSubject(row.id)),
  )
  return found.map((one) => viewOf(one, user_id, paid.get(lessonSubject(one.row.id)) ?? [], now))
}

/** Some lessons of somebody, in the order of their starts; those that aren't theirs are left out. */
export async function lessonsOf(
  db: Db,
  user_id: number,
  ids: readonly number[],
  now: Date,
): Promise<Lesson[]> {
  if (ids.length === 0) return []
  const found = await shownLessons(db)
    .where(and(inArray(lessons.id, [...ids]), isTheirs(user_id)))
    .orderBy(asc(lessons.starts_at), asc(lessons.id))
  return viewsOf(db, found, user_id, now)
}

/** @throws Refusal 404 when it isn't theirs */
export async function lessonOf(db: Db, user_id: number, id: number, now: Date): Promise<Lesson> {
  const [found] = await lessonsOf(db, user_id, [id], now)
  if (!found) throw notFound()
  return found
}

/** Lessons of somebody by a condition, soonest first. */
export async function lessonsWhere(
  db: Db,
  user_id: number,
  where: SQL | undefined,
  now: Date,
  limit = 50,
): Promise<Lesson[]> {
  const found = await shownLessons(db)
    .where(and(isTheirs(user_id), where))
    .orderBy(asc(lessons.starts_at), asc(lessons.id))
    .limit(limit)
  return viewsOf(db, found, user_id, now)
}

/** A page of somebody's lessons: those to come soonest first, those that are over newest first. */
export async function lessonPage(
  db: Db,
  user_id: number,
  query: PageQuery & { when: 'upcoming' | 'past'; student?: number | undefined },
  now: Date,
): Promise<Page<Lesson>> {
  const isAhead = query.when === 'upcoming'
  const after = idAfter(query.cursor)
  const at = isAhead ? asc : desc
  // Goes on behind the row that the cursor names; who doesn't have that row begins nowhere.
  const behind =
    after === undefined
      ? undefined
      : sql`(${lessons.starts_at}, ${lessons.id}) ${sql.raw(isAhead ? '>' : '<')} (
          select l.starts_at, l.id from ${lessons} l where l.id = ${after}
            and (l.student_id = ${user_id} or l.teacher_id = ${user_id}))`
  const found = await shownLessons(db)
    .where(
      and(
        isTheirs(user_id),
        (isAhead ? inArray : notIn)(lessons.state, [...OPEN]),
        query.student === undefined ? undefined : eq(lessons.student_id, query.student),
        behind,
      ),
    )
    .orderBy(at(lessons.starts_at), at(lessons.id))
    .limit(query.limit + 1)
  const { results, next } = pageOf(found, query.limit, ({ row }) => row.id)
  return { results: await viewsOf(db, results, user_id, now), next }
}

const notIn = (column: typeof lessons.state, values: LessonState[]): SQL =>
  sql`${column} not in (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`

/* ---------------------------------------------------------------- packages */

/** What became of the lessons of some packages, as the books have it. */
export interface Credits {
  left: number
  spent: number
  expired: number
}

/** The credits of some packages, by package: what was bought is what is left, spent and expired together. */
export async function creditsOf(db: Db, package_ids: readonly number[]): Promise<Map<number, Credits>> {
  const balances = await balancesOf(
    db,
    package_ids.map((owner_id) => ({ owner_kind: 'package' as const, owner_id })),
  )
  const found = new Map<number, Credits>()
  for (const { owner_id, kind, currency, balance } of balances) {
    if (currency !== 'LESSON') continue
    const one = found.get(owner_id) ?? { left: 0, spent: 0, expired: 0 }
    if (kind === 'credit') one.left = balance
    if (kind === 'spent') one.spent = balance
    if (kind === 'expired') one.expired = balance
    found.set(owner_id, one)
  }
  return found
}

const NONE: Credits = { left: 0, spent: 0, expired: 0 }

/** Packages that somebody bought or sold, by a condition, newest first. */
export async function packagesWhere(
  db: Db,
  user_id: number,
  where: SQL | undefined,
  limit = 50,
): Promise<LessonPackage[]> {
  const found = await db
    .select({
      row: lesson_packages,
      title: services.title,
      instrument: services.instrument,
      minutes: services.lesson_minutes,
      student_name: student.name,
      project_name: music_projects.name,
      image: music_projects.profile_image,
      pay_to: lesson_settings.pay_to,
    })
    .from(lesson_packages)
    .innerJoin(services, eq(services.id, lesson_packages.service_id))
    .innerJoin(student, eq(student.id, lesson_packages.student_id))
    .innerJoin(music_projects, eq(music_projects.id, lesson_packages.project_id))
    .leftJoin(lesson_settings, eq(lesson_settings.project_id, lesson_packages.project_id))
    .where(
      and(
        sql`(${lesson_packages.student_id} = ${user_id} or ${music_projects.owner_id} = ${user_id})`,
        where,
      ),
    )
    .orderBy(desc(lesson_packages.id))
    .limit(limit)
  const ids = found.map(({ row }) => row.id)
  const credits = await creditsOf(db, ids)
  const paid = await paymentsFor(db, ids.map(packageSubject))
  return found.map(({ row, ...one }) => {
    const side: Side = row.student_id === user_id ? 'student' : 'teacher'
    const payments = (paid.get(packageSubject(row.id)) ?? []).map(paymentView(side))
    // Who orders one can't wait for a yes to pay it; once there is nothing to pay, they need no account.
    const isToPay = payments.some(({ is_refund, may }) => !is_refund && may.includes('record'))
    // Credits alone make nobody known: a lesson that is certain does.
    return readBy(
      { side: asReader(side), open: false },
      {
        ...{ id: row.id, state: row.state, side, service_id: row.service_id },
        title: one.title,
        instrument: one.instrument as LessonPackage['instrument'],
        minutes: one.minutes ?? 60,
        student: { id: row.student_id, name: one.student_name },
        teacher: { project_id: row.project_id, name: one.project_name, image: one.image },
        ...{ size: row.size, price: row.price, currency: row.currency },
        ...(credits.get(row.id) ?? NONE),
        ...{ pay_by: row.pay_by, expires_at: row.expires_at },
        payments,
        pay_to: side === 'teacher' || isToPay ? payTo(one.pay_to, { side, open: false }) : '',
      },
    )
  })
}

/** @throws Refusal 404 when it is of neither their buying nor their selling */
export async function packageOf(db: Db, user_id: number, id: number): Promise<LessonPackage> {
  const [found] = await packagesWhere(db, user_id, eq(lesson_packages.id, id), 1)
  if (!found) throw notFound()
  return found
}
