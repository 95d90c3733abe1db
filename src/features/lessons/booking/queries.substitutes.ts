import { and, asc, desc, eq, gt, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { notFound } from '#core/contract/errors.ts'
import { canStep } from '#core/contract/steps.ts'
import { readBy, wordsFor } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { isMinorHere } from '#features/accounts/queries.minors.ts'
import { users } from '#features/accounts/table.ts'
import { payments } from '#features/payments/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { LessonSubstituteState } from '../contract.ts'
import {
  earnsOf,
  LESSON_SUBSTITUTE_STEPS,
  OPEN_SUBSTITUTES,
  passesOf,
  type SubstituteRole,
} from '../rules.substitutes.ts'
import { isSure, PROGRESS_FOR_SUBSTITUTES } from '../rules.ts'
import { lesson_substitute_lessons, lesson_substitutes } from '../table.substitutes.ts'
import { lesson_packages, lesson_series, lessons } from '../table.ts'
import type { LessonSubstitution } from './contract.substitutes.ts'

/* Another teacher gives lessons in place of one who can't: what each of the three reads of it. */

export type SubstituteRow = typeof lesson_substitutes.$inferSelect

/** What of a proposal the student is told: who was only asked is between the two teachers. */
const TOLD_STUDENTS: readonly LessonSubstituteState[] = ['offered', 'accepted', 'declined']

/** SQL condition: somebody takes part in it, and may know of it. */
const concerns = (user_id: number): SQL | undefined =>
  or(
    eq(lesson_substitutes.from_user_id, user_id),
    eq(lesson_substitutes.user_id, user_id),
    and(eq(lesson_substitutes.student_id, user_id), inArray(lesson_substitutes.state, [...TOLD_STUDENTS])),
  )

/** As whom somebody takes part in a proposal; null for whom it doesn't concern, or who was never told of it. */
export function roleIn(row: SubstituteRow, user_id: number): SubstituteRole | null {
  if (row.from_user_id === user_id) return 'teacher'
  if (row.user_id === user_id) return 'substitute'
  return row.student_id === user_id && row.offered_at !== null ? 'student' : null
}

const student = alias(users, 'student')
/** The lesson that was agreed: of the substitute's only that is known by which they give it. */
const own = alias(services, 'own_service')
const from = alias(music_projects, 'from_project')

const shownSubstitutes = (db: Db) =>
  db
    .select({
      row: lesson_substitutes,
      student_name: student.name,
      from_name: from.name,
      zone: from.zone,
      name: music_projects.name,
      image: music_projects.profile_image,
      city: music_projects.city,
      rating: music_projects.rating,
      rating_count: music_projects.rating_count,
      title: services.title,
      instrument: services.instrument,
      level: own.level,
      minor: isMinorHere(sql`${lesson_substitutes.student_id}`),
    })
    .from(lesson_substitutes)
    .innerJoin(lesson_series, eq(lesson_series.id, lesson_substitutes.series_id))
    .innerJoin(own, eq(own.id, lesson_series.service_id))
    .innerJoin(student, eq(student.id, lesson_substitutes.student_id))
    .innerJoin(from, eq(from.id, lesson_substitutes.from_project_id))
    .innerJoin(music_projects, eq(music_projects.id, lesson_substitutes.project_id))
    .innerJoin(services, eq(services.id, lesson_substitutes.service_id))

/** The lessons of some proposals, soonest first, each with what was paid that counts for it. */
async function lessonsIn(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .select({
      substitute_id: lesson_substitute_lessons.substitute_id,
      id: lessons.id,
      starts_at: lessons.starts_at,
      ends_at: lessons.ends_at,
      modality: lessons.modality,
      state: lessons.state,
      notes_private: lesson_substitute_lessons.notes_private,
      notes_shared: lesson_substitute_lessons.notes_shared,
      currency: lessons.currency,
      package_id: lessons.package_id,
      /** It takes place, or counts as taken. */
      counts: sql<boolean>`(${lessons.is_charged} or ${inArray(lessons.state, [...PROGRESS_FOR_SUBSTITUTES])})`,
      price: sql<number>`coalesce(${lesson_packages.price}, ${lessons.price})`.mapWith(Number),
      fee: sql<number>`coalesce(${lesson_packages.fee}, ${lessons.fee})`.mapWith(Number),
      size: sql<number>`coalesce(${lesson_packages.size}, 1)`.mapWith(Number),
      by_card: sql<boolean>`exists (select from ${payments} p where p.carded > 0 and p.subject =
        case when ${lessons.package_id} is null then 'lesson:' || ${lessons.id}
          else 'lesson_package:' || ${lessons.package_id} end)`,
    })
    .from(lesson_substitute_lessons)
    .innerJoin(lessons, eq(lessons.id, lesson_substitute_lessons.lesson_id))
    .leftJoin(lesson_packages, eq(lesson_packages.id, lessons.package_id))
    .where(inArray(lesson_substitute_lessons.substitute_id, [...ids]))
    .orderBy(asc(lessons.starts_at), asc(lessons.id))
}

/** What somebody may do with a proposal now. */
function mayOf(
  { state, reply_by }: SubstituteRow,
  role: SubstituteRole,
  now: Date,
): LessonSubstitution['may'] {
  if (Date.parse(reply_by) <= now.getTime()) return []
  const can = (step: keyof typeof LESSON_SUBSTITUTE_STEPS) =>
    canStep(LESSON_SUBSTITUTE_STEPS, step, state, role)
  return [
    ...(can('agree') || can('accept') ? (['accept'] as const) : []),
    ...(can('refuse') || can('decline') ? (['decline'] as const) : []),
    ...(can('withdraw') ? (['withdraw'] as const) : []),
  ]
}

/** Proposals by a condition, as somebody reads them whom they concern; the newest first. */
async function substitutionsWhere(
  db: Db,
  user_id: number,
  where: SQL | undefined,
  now: Date,
  limit: number,
): Promise<LessonSubstitution[]> {
  const found = await shownSubstitutes(db)
    .where(and(concerns(user_id), where))
    .orderBy(desc(lesson_substitutes.id))
    .limit(limit)
  const all = await lessonsIn(
    db,
    found.map(({ row }) => row.id),
  )
  return found.flatMap(({ row, ...one }): LessonSubstitution[] => {
    const role = roleIn(row, user_id)
    const its = all.filter(({ substitute_id }) => substitute_id === row.id)
    const [first] = its
    if (!role || !first) return []
    const count = its.filter(({ counts }) => counts).length
    const of_package = first.package_id !== null
    // Who learns and who teaches them by now know each other; the two teachers agreed on nothing.
    const sure = its.some(({ state }) => isSure(state))
    const known = {
      teacher: role === 'teacher' || (role === 'student' && sure),
      substitute: role === 'substitute' || (role === 'student' && sure && row.state === 'accepted'),
      student: role === 'student' || (sure && (role === 'teacher' || row.state === 'accepted')),
    }
    const by = (open: boolean) => ({ side: null, open })
    return [
      // What stands outside of the three is of who can't give them: why.
      readBy(by(known.teacher), {
        ...{ id: row.id, state: row.state, role, zone: one.zone, reply_by: row.reply_by },
        teacher: { project_id: row.from_project_id, name: one.from_name },
        substitute: readBy(by(known.substitute), {
          ...{ project_id: row.project_id, service_id: row.service_id, name: one.name },
          ...{ image: one.image, city: one.city, rating: one.rating, rating_count: one.rating_count },
          title: one.title,
        }),
        student: readBy(by(known.student), { id: row.student_id, name: one.student_name }),
        instrument: one.instrument as LessonSubstitution['instrument'],
        ...{ modality: first.modality, level: one.level ?? 'any' },
        minor: role === 'substitute' && one.minor,
        reason: row.reason,
        lessons: its.map(({ id, starts_at, ends_at, notes_private }) => ({
          ...{ id, starts_at, ends_at },
          notes_private: role === 'teacher' ? notes_private : '',
        })),
        earns: role === 'student' ? null : count && earnsOf(first, 0, count),
        passes: role === 'student' || first.by_card ? null : count && passesOf(first, { of_package, count }),
        ...{ of_package, by_card: first.by_card },
        currency: first.currency,
        may: mayOf(row, role, now),
      }),
    ]
  })
}

/** What waits for an answer, or was accepted and isn't over. */
const current = (now: Date): SQL | undefined =>
  or(
    inArray(lesson_substitutes.state, [...OPEN_SUBSTITUTES]),
    and(
      eq(lesson_substitutes.state, 'accepted'),
      sql`exists (select from ${lesson_substitute_lessons} s join ${lessons} l on l.id = s.lesson_id
        where s.substitute_id = ${lesson_substitutes.id} and l.ends_at > ${now.toISOString()}::timestamptz
          and l.state in ('scheduled', 'rescheduled', 'held'))`,
    ),
  )

/**
 * Proposals that somebody takes part in: those that wait or are to come, or the last one of a lesson.
 * @param lesson_id a lesson; of one that isn't theirs there is nothing
 */
export const substitutionsOf = (
  db: Db,
  user_id: number,
  lesson_id: number | undefined,
  now: Date,
): Promise<LessonSubstitution[]> =>
  lesson_id === undefined
    ? substitutionsWhere(db, user_id, current(now), now, 50)
    : substitutionsWhere(
        db,
        user_id,
        sql`exists (select from ${lesson_substitute_lessons} s
          where s.substitute_id = ${lesson_substitutes.id} and s.lesson_id = ${lesson_id})`,
        now,
        1,
      )

/** @throws Refusal 404 for whom it doesn't concern */
export async function substitutionOf(
  db: Db,
  user_id: number,
  id: number,
  now: Date,
): Promise<LessonSubstitution> {
  const [found] = await substitutionsWhere(db, user_id, eq(lesson_substitutes.id, id), now, 1)
  if (!found) throw notFound()
  return found
}

/** Proposals that nobody has answered in time: as many as one sweep goes through. */
export async function substitutesToLapse(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: lesson_substitutes.id })
    .from(lesson_substitutes)
    .where(
      and(
        inArray(lesson_substitutes.state, [...OPEN_SUBSTITUTES]),
        lte(lesson_substitutes.reply_by, now.toISOString()),
      ),
    )
    .orderBy(asc(lesson_substitutes.reply_by))
    .limit(200)
  return rows.map(({ id }) => id)
}

/** How many proposals wait for somebody: as who is asked to give lessons, or as who takes them. */
export const waitingSubstitutes = (user_id: number): SQL<number> => sql<number>`(
  select count(*)::int from ${lesson_substitutes} w
  where (w.user_id = ${user_id} and w.state = 'asked') or (w.student_id = ${user_id} and w.state = 'offered'))`

/**
 * What somebody proposed, was asked or answered, for the copy of their data; why, and what was noted by who handed lessons
 * over: all of it for these, and for who learns what was noted for both.
 */
export async function substituteDataOf(db: Db, user_id: number): Promise<object[]> {
  const rows = await db
    .select()
    .from(lesson_substitutes)
    .where(concerns(user_id))
    .orderBy(asc(lesson_substitutes.id))
  const all = await lessonsIn(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const role = roleIn(row, user_id)
    return {
      // Who is asked is a stranger to who asks: there is no agreement between the two.
      ...{
        id: row.id,
        role,
        state: row.state,
        reason: wordsFor(row.reason, { open: role !== 'substitute' }),
      },
      ...{ proposed_at: row.created_at, ended_at: row.ended_at },
      lessons: all
        .filter(({ substitute_id }) => substitute_id === row.id)
        .map(({ id, starts_at, notes_private, notes_shared }) => ({
          ...{ id, starts_at },
          notes_private: role === 'teacher' ? notes_private : '',
          notes_shared: role === 'substitute' ? '' : notes_shared,
        })),
    }
  })
}

/** Lessons of the series of one that its teacher can't give until a moment, that one first; it alone without one. */
export const seriesUntil = (
  { id, series_id, teacher_id, starts_at }: typeof lessons.$inferSelect,
  until?: string,
) =>
  until === undefined
    ? eq(lessons.id, id)
    : or(
        eq(lessons.id, id),
        and(
          eq(lessons.series_id, series_id),
          eq(lessons.teacher_id, teacher_id),
          inArray(lessons.state, ['scheduled', 'rescheduled']),
          gt(lessons.starts_at, starts_at),
          lte(lessons.starts_at, until),
          ne(lessons.id, id),
        ),
      )
