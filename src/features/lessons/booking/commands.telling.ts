import { and, eq, isNotNull, lte, or } from 'drizzle-orm'
import { formatMoney } from '#core/contract/money.ts'
import { DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { users } from '#features/accounts/table.ts'
import { zoneOf } from '#features/availability/queries.personal.ts'
import { notify } from '#features/notifications/commands.ts'
import type { NotificationType } from '#features/notifications/contract.ts'
import { lockPayments } from '#features/payments/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Side } from '../contract.ts'
import type { SubstituteRole } from '../rules.substitutes.ts'
import { lesson_substitute_lessons, lesson_substitutes } from '../table.substitutes.ts'
import type { SubstituteRow } from './queries.substitutes.ts'
import { type LessonRow, lessonSubject, type PackageRow } from './queries.ts'

/* Who is told of what: in the bell, and by a letter at once unless they chose otherwise. */

/** What is told of a payment by card. `card_dispute_off`: lost, and what was ahead isn't held. */
export type CardVoice =
  | 'card_paid'
  | 'card_declined'
  | 'card_returned'
  | 'card_disputed'
  | 'card_dispute_won'
  | 'card_dispute_lost'
  | 'card_dispute_off'

type Voice =
  | CardVoice
  | 'request'
  | 'accepted'
  | 'to_pay'
  | 'declined'
  | 'lapsed'
  | 'cancelled'
  | 'moved'
  | 'place'
  | 'missed'
  | 'soon'
  | 'held'
  | 'payment'
  | 'credits'
  | 'ordered'
  | 'credits_begin'
  | 'credits_by_card'
  | 'more'
  | 'package_ended'
  /** A lesson of a package that was given back, where another teacher was to give it. */
  | 'package_back'

/** What is said otherwise of several lessons at once. */
const SERIES: readonly Voice[] = ['request', 'accepted', 'declined', 'moved', 'place']

/** Names and clocks of the two sides of lessons. */
async function sidesOf(work: Work, row: Pick<LessonRow, 'student_id' | 'project_id'>) {
  const [student] = await work.db.select({ name: users.name }).from(users).where(eq(users.id, row.student_id))
  const [project] = await work.db
    .select({ name: music_projects.name, zone: music_projects.zone, owner_id: music_projects.owner_id })
    .from(music_projects)
    .where(eq(music_projects.id, row.project_id))
  return {
    student: { id: row.student_id, name: student?.name ?? '', zone: await zoneOf(work.db, row.student_id) },
    teacher: { id: project?.owner_id ?? 0, name: project?.name ?? '', zone: project?.zone ?? DEFAULT_ZONE },
  }
}

/**
 * Tells a side of a lesson, once for each version.
 * @param voice what of it: picks the words
 */
export async function tell(
  work: Work,
  side: Side,
  type: NotificationType,
  voice: Voice,
  rows: readonly LessonRow[],
  { version = 1 }: { version?: number } = {},
): Promise<void> {
  const first = [...rows].sort((a, b) => a.starts_at.localeCompare(b.starts_at))[0]
  if (!first) return
  const sides = await sidesOf(work, first)
  const other = side === 'student' ? sides.teacher : sides.student
  notify(work, [
    {
      user_id: sides[side].id,
      type,
      subject: `lesson:${first.id} ${voice}`,
      version,
      value: String(first.id),
      params: {
        voice: rows.length > 1 && SERIES.includes(voice) ? `${voice}_series` : voice,
        person_name: other.name,
        date: first.starts_at,
        time: wallClock(first.starts_at, sides[side].zone).time,
        zone: sides[side].zone,
        count: rows.length,
        modality: first.modality,
      },
    },
  ])
}

/** A teacher is asked for lessons. */
export const tellRequested = (work: Work, rows: readonly LessonRow[]): Promise<void> =>
  tell(work, 'teacher', 'LESSON_REQUESTED', 'request', rows)

/** Tells a side of a package. */
export async function tellOfPackage(
  work: Work,
  side: Side,
  type: NotificationType,
  voice: Voice,
  row: PackageRow,
  { version = 1, count = row.size }: { version?: number; count?: number } = {},
): Promise<void> {
  const sides = await sidesOf(work, row)
  const other = side === 'student' ? sides.teacher : sides.student
  notify(work, [
    {
      user_id: sides[side].id,
      type,
      subject: `lesson_package:${row.id} ${voice}`,
      version,
      value: null,
      params: {
        // It is kept for longer than for one lesson.
        voice: voice === 'card_paid' ? 'card_paid_package' : voice,
        person_name: other.name,
        date: row.expires_at ?? row.pay_by,
        zone: sides[side].zone,
        count,
      },
    },
  ])
}

/** What is told of a proposal that another teacher gives lessons, as which type. */
const SUBSTITUTE_TYPES = {
  asked: 'LESSON_REQUESTED',
  offered: 'LESSON_CHANGED',
  agreed: 'LESSON_CHANGED',
  refused: 'LESSON_CHANGED',
  declined: 'LESSON_CHANGED',
  dropped: 'LESSON_CHANGED',
  unanswered: 'LESSON_CHANGED',
  /** To the student: their teacher gives it after all. */
  stays: 'LESSON_CHANGED',
  /** To the student: some of several are off, and nobody is asked of the others any more. */
  moot: 'LESSON_CHANGED',
  /** A lesson of it changed: nobody is asked any more. */
  released: 'LESSON_CHANGED',
  /** To who was paid for it: the lesson that another was to give isn't held, and the money goes back. */
  returned: 'LESSON_CHANGED',
  accepted: 'LESSON_CONFIRMED',
} as const satisfies Record<string, NotificationType>

/** Whether somebody's account is deleted, or is at this moment: nobody reads what they are told. */
const isGone = async (work: Work, user_id: number): Promise<boolean> =>
  (await work.db.$count(
    users,
    and(eq(users.id, user_id), or(isNotNull(users.deleted_at), lte(users.delete_at, work.now.toISOString()))),
  )) > 0

/** What is said otherwise to each who reads it. */
const BY_ROLE: readonly (keyof typeof SUBSTITUTE_TYPES)[] = ['accepted', 'declined']

/**
 * Tells one of the three of a proposal that another teacher gives lessons; each news once.
 * @param rows the lessons
 */
export async function tellOfSubstitute(
  work: Work,
  role: SubstituteRole,
  news: keyof typeof SUBSTITUTE_TYPES,
  row: SubstituteRow,
  rows: readonly Pick<LessonRow, 'id' | 'starts_at' | 'price' | 'currency'>[],
): Promise<void> {
  const first = [...rows].sort((a, b) => a.starts_at.localeCompare(b.starts_at))[0]
  if (!first) return
  const { teacher, student } = await sidesOf(work, { ...row, project_id: row.from_project_id })
  const { teacher: other } = await sidesOf(work, row)
  const reader = { teacher, substitute: other, student }[role]
  if (await isGone(work, reader.id)) return
  // Who can't read the lesson finds it among what they were asked, or proposed.
  const isTheirs =
    role === 'student' || (role === 'teacher' ? row.state !== 'accepted' : row.state === 'accepted')
  const voice = ['substitute', news, BY_ROLE.includes(news) && role, rows.length > 1 && 'series']
  notify(work, [
    {
      user_id: reader.id,
      type: SUBSTITUTE_TYPES[news],
      subject: `lesson_substitute:${row.id} ${news}`,
      value: isTheirs ? String(first.id) : null,
      params: {
        voice: voice.filter(Boolean).join('_'),
        person_name: teacher.name,
        project_name: other.name,
        date: first.starts_at,
        time: wallClock(first.starts_at, reader.zone).time,
        zone: reader.zone,
        count: rows.length,
        ...(first.price > 0 ? { amount: formatMoney(first.price, first.currency, 'es') } : {}),
      },
    },
  ])
}

/**
 * A lesson that was paid by itself and handed over isn't held, and its price goes back: who was paid by hand learns it. By the
 * books it is who was to give it that gives it back. What came by card goes back to it, and nobody has it.
 */
export async function tellOfReturns(work: Work, { rows }: { rows: readonly LessonRow[] }): Promise<void> {
  const back = rows.filter(
    ({ handed_over_at, price, ended_at, is_charged }) =>
      handed_over_at !== null && price > 0 && ended_at !== null && !is_charged,
  )
  for (const row of back) {
    const paid = await lockPayments(work.db, lessonSubject(row.id))
    if (paid.some(({ carded }) => carded > 0)) continue
    const [over] = await work.db
      .select({ proposal: lesson_substitutes })
      .from(lesson_substitutes)
      .innerJoin(
        lesson_substitute_lessons,
        eq(lesson_substitute_lessons.substitute_id, lesson_substitutes.id),
      )
      .where(and(eq(lesson_substitute_lessons.lesson_id, row.id), eq(lesson_substitutes.state, 'accepted')))
    if (over) await tellOfSubstitute(work, 'teacher', 'returned', over.proposal, [row])
  }
}

/**
 * A lesson of a package counts as taken, and another gave it: who was paid for the package by hand passes its part on, and by
 * card reads that it is the other's.
 * @param share.amount minor units
 */
export async function tellOfShare(
  work: Work,
  row: LessonRow,
  pack: PackageRow,
  { amount, way }: { amount: number; way: 'card' | 'hand' },
): Promise<void> {
  const { teacher: seller, student } = await sidesOf(work, pack)
  const { teacher: gave } = await sidesOf(work, row)
  notify(work, [
    {
      user_id: seller.id,
      type: 'LESSON_CHANGED',
      subject: `lesson:${row.id} share`,
      // They can't read the lesson: it is the other's.
      value: null,
      params: {
        voice: way === 'card' ? 'substitute_share_card' : 'substitute_share',
        person_name: student.name,
        project_name: gave.name,
        date: row.starts_at,
        zone: seller.zone,
        amount: formatMoney(amount, pack.currency, 'es'),
      },
    },
  ])
}
