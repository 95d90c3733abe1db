import { eq } from 'drizzle-orm'
import { DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { users } from '#features/accounts/table.ts'
import { zoneOf } from '#features/availability/queries.personal.ts'
import { notify } from '#features/notifications/commands.ts'
import type { NotificationType } from '#features/notifications/contract.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Side } from '../contract.ts'
import type { SubstituteRole } from '../rules.substitutes.ts'
import type { SubstituteRow } from './queries.substitutes.ts'
import type { LessonRow, PackageRow } from './queries.ts'

/* Who is told of what: in the bell, and by a letter at once unless they chose otherwise. */

type Voice =
  | 'request'
  | 'accepted'
  | 'to_pay'
  | 'paid'
  | 'declined'
  | 'lapsed'
  | 'cancelled'
  | 'moved'
  | 'missed'
  | 'soon'
  | 'held'
  | 'payment'
  | 'credits'
  | 'ordered'
  | 'credits_begin'
  | 'more'
  | 'package_ended'

/** What is said otherwise of several lessons at once. */
const SERIES: readonly Voice[] = ['request', 'accepted', 'declined', 'moved']

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
        voice,
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
  accepted: 'LESSON_CONFIRMED',
} as const satisfies Record<string, NotificationType>

/**
 * Tells one of the three of a proposal that another teacher gives lessons; each news once.
 * @param rows the lessons
 */
export async function tellOfSubstitute(
  work: Work,
  role: SubstituteRole,
  news: keyof typeof SUBSTITUTE_TYPES,
  row: SubstituteRow,
  rows: readonly LessonRow[],
): Promise<void> {
  const first = [...rows].sort((a, b) => a.starts_at.localeCompare(b.starts_at))[0]
  if (!first) return
  const { teacher, student } = await sidesOf(work, { ...row, project_id: row.from_project_id })
  const { teacher: other } = await sidesOf(work, row)
  const reader = { teacher, substitute: other, student }[role]
  // Who can't read the lesson finds it among what they were asked, or proposed.
  const isTheirs =
    role === 'student' || (role === 'teacher' ? row.state !== 'accepted' : row.state === 'accepted')
  notify(work, [
    {
      user_id: reader.id,
      type: SUBSTITUTE_TYPES[news],
      subject: `lesson_substitute:${row.id} ${news}`,
      value: isTheirs ? String(first.id) : null,
      params: {
        voice: news === 'accepted' ? `substitute_accepted_${role}` : `substitute_${news}`,
        person_name: teacher.name,
        project_name: other.name,
        date: first.starts_at,
        time: wallClock(first.starts_at, reader.zone).time,
        zone: reader.zone,
        count: rows.length,
      },
    },
  ])
}
