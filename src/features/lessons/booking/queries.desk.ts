import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { readBy, wordsFor } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { zoneOf } from '#features/availability/queries.personal.ts'
import { personal_weeks } from '#features/availability/table.ts'
import { payments } from '#features/payments/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Side } from '../contract.ts'
import { statesOf } from '../queries.ts'
import { isSure, placeOf, SETTLED, TAUGHT, UPCOMING } from '../rules.ts'
import {
  lesson_history,
  lesson_holidays,
  lesson_packages,
  lesson_series,
  lesson_settings,
  lessons,
} from '../table.ts'
import type { OwnTeacher, StudentDesk } from './contract.ts'
import { waitingSubstitutes } from './queries.substitutes.ts'
import { creditsOf, lessonsWhere, packagesWhere, REASON_OF } from './queries.ts'

/** How many teachers a student's desk lists. */
const MOST_TEACHERS = 20

/** With whom somebody learns, or learned: the last one first. */
async function teachersOf(db: Db, student_id: number, now: Date): Promise<OwnTeacher[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<Omit<OwnTeacher, 'left'> & { sure: boolean }>(sql`
    select p.id as project_id, p.name, p.profile_image as image, p.city,
      (array_agg(l.service_id order by l.id desc))[1] as service_id,
      (count(*) filter (where l.state in ('held', 'confirmed', 'reviewed')))::int as taken,
      bool_or(l.state in (${statesOf(TAUGHT)})) as sure,
      (select max(upper(h.during)) from ${lesson_holidays} h
        where h.project_id = p.id and h.during @> ${at}) as away_until
    from ${lessons} l join ${music_projects} p on p.id = l.project_id
    where l.student_id = ${student_id} and l.state not in ('declined', 'lapsed') and p.status = 'active'
    group by p.id order by max(l.starts_at) desc, p.id limit ${MOST_TEACHERS}`)
  const packs = await db
    .select({ id: lesson_packages.id, project_id: lesson_packages.project_id })
    .from(lesson_packages)
    .where(and(eq(lesson_packages.student_id, student_id), eq(lesson_packages.state, 'active')))
  const credits = await creditsOf(
    db,
    packs.map(({ id }) => id),
  )
  return rows.map(({ sure, ...row }) =>
    readBy(
      { side: 'hunter', open: sure },
      {
        ...row,
        left: packs
          .filter(({ project_id }) => project_id === row.project_id)
          .reduce((sum, { id }) => sum + (credits.get(id)?.left ?? 0), 0),
      },
    ),
  )
}

/** Something is to be paid or answered of what was paid, by the student. */
const toPay = (kind: 'lesson' | 'lesson_package', id: typeof lessons.id | typeof lesson_packages.id) =>
  sql`exists (select from ${payments} open_p where open_p.subject = ${`${kind}:`}::text || ${id}
    and (open_p.kind <> 'refund' and open_p.state in ('due', 'failed', 'disputed')
      or open_p.kind = 'refund' and open_p.state = 'processing' and open_p.method <> 'card'))`

/** The desk of somebody who learns. */
export async function studentDeskOf(db: Db, user_id: number, now: Date): Promise<StudentDesk> {
  const mine = eq(lessons.student_id, user_id)
  const ahead = and(mine, inArray(lessons.state, [...SETTLED]), gt(lessons.ends_at, now.toISOString()))
  const [next] = await lessonsWhere(db, user_id, ahead, now, 1)
  const [week] = await db
    .select({ user_id: personal_weeks.user_id })
    .from(personal_weeks)
    .where(eq(personal_weeks.user_id, user_id))
  return {
    zone: await zoneOf(db, user_id),
    has_week: week !== undefined,
    next: next ?? null,
    upcoming: await db.$count(lessons, and(mine, inArray(lessons.state, [...UPCOMING]))),
    waiting: await lessonsWhere(
      db,
      user_id,
      and(mine, or(inArray(lessons.state, ['accepted', 'held']), toPay('lesson', lessons.id))),
      now,
    ),
    packages: await packagesWhere(
      db,
      user_id,
      and(
        eq(lesson_packages.student_id, user_id),
        or(
          inArray(lesson_packages.state, ['ordered', 'active']),
          toPay('lesson_package', lesson_packages.id),
        ),
      ),
    ),
    teachers: await teachersOf(db, user_id, now),
  }
}

/** How many lessons wait for somebody who learns: to be paid, to be confirmed, or another teacher to be accepted. */
export const waitingForStudent = (user_id: number): SQL<number> => sql<number>`(
  (select count(*)::int from ${lessons} l where l.student_id = ${user_id} and l.state in ('accepted', 'held'))
  + ${waitingSubstitutes(user_id)})`

/** How many requests of lessons wait for somebody who teaches, a series as one; also those to give another's. */
export const waitingForTeacher = (user_id: number): SQL<number> => sql<number>`(
  (select count(distinct l.series_id)::int from ${lessons} l
    join ${music_projects} p on p.id = l.project_id and p.owner_id = ${user_id}
    where l.state = 'requested')
  + ${waitingSubstitutes(user_id)})`

/* ---------------------------------------------------------------- the copy of one's data */

/** What somebody booked, bought and taught, for the copy of their data. Of the other it says no more than the number. */
export async function lessonDataOf(db: Db, user_id: number): Promise<object[]> {
  const rows = await db
    .select({ row: lessons, note: lesson_series.note, usual_place: lesson_settings.place })
    .from(lessons)
    .innerJoin(lesson_series, eq(lesson_series.id, lessons.series_id))
    .leftJoin(lesson_settings, eq(lesson_settings.project_id, lessons.project_id))
    .where(or(eq(lessons.student_id, user_id), eq(lessons.teacher_id, user_id)))
    .orderBy(asc(lessons.id))
  const history = await db
    .select()
    .from(lesson_history)
    .where(
      inArray(
        lesson_history.lesson_id,
        db
          .select({ id: lessons.id })
          .from(lessons)
          .where(or(eq(lessons.student_id, user_id), eq(lessons.teacher_id, user_id))),
      ),
    )
    .orderBy(asc(lesson_history.id))
  return rows.map(({ row, note, usual_place }) => {
    const isStudent = row.student_id === user_id
    const place = placeOf(row, usual_place ?? '')
    // As the page shows them.
    const words = (text: string, by: Side | undefined) =>
      wordsFor(text, { open: isSure(row.state) || by === (isStudent ? 'student' : 'teacher') })
    return {
      ...{ id: row.id, side: isStudent ? 'student' : 'teacher', kind: row.kind, state: row.state },
      ...{ starts_at: row.starts_at, ends_at: row.ends_at, price: row.price, currency: row.currency },
      ...{ package_id: row.package_id, reason: words(row.reason, REASON_OF[row.state]) },
      notes_shared: words(row.notes_shared, 'teacher'),
      modality: row.modality,
      // What they wrote is the teacher's own before the student reads it.
      place: isStudent ? place : row.place || place,
      note: isStudent ? note : '',
      notes_private: isStudent ? '' : row.notes_private,
      steps: history
        .filter(({ lesson_id }) => lesson_id === row.id)
        .map(({ step, by, at, starts_at }) => ({ step, by, at, starts_at })),
    }
  })
}

/** Where somebody's lessons are paid and held, for the copy of their data. */
export const settingsDataOf = (db: Db, user_id: number): Promise<object[]> =>
  db
    .select({
      ...{ project_id: lesson_settings.project_id, pay_to: lesson_settings.pay_to },
      ...{ link: lesson_settings.link, room: lesson_settings.room, place: lesson_settings.place },
    })
    .from(lesson_settings)
    .innerJoin(music_projects, eq(music_projects.id, lesson_settings.project_id))
    .where(eq(music_projects.owner_id, user_id))
    .orderBy(asc(lesson_settings.project_id))

/** The packages that somebody bought, with what became of their lessons, for the copy of their data. */
export async function packageDataOf(db: Db, user_id: number): Promise<object[]> {
  const rows = await db
    .select()
    .from(lesson_packages)
    .where(eq(lesson_packages.student_id, user_id))
    .orderBy(asc(lesson_packages.id))
  const credits = await creditsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, size, price, currency, state, bought_at, expires_at }) => ({
    ...{ id, size, price, currency, state, bought_at, expires_at },
    ...(credits.get(id) ?? { left: 0, spent: 0, expired: 0 }),
  }))
}
