import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { calendarsOf } from '#features/availability/queries.calendars.ts'
import { personalCalendarOf } from '#features/availability/queries.personal.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import { lesson_packages, lessons } from '../table.ts'
import type { Compared } from './rules.ts'

/** What of a service a booking asks for, with who teaches it. */
export interface Offer {
  service: typeof services.$inferSelect
  project_id: number
  teacher_id: number
  teacher_name: string | null
  city: string | null
  zone: string
}

/**
 * A lesson that can be booked: an active service of an active personal project.
 * @param sold true: one that was sold before, and may have got a next version since
 * @throws Refusal 404
 */
export async function offerOf(db: Db, service_id: number, { sold = false } = {}): Promise<Offer> {
  const [found] = await db
    .select({
      service: services,
      project_id: music_projects.id,
      teacher_id: music_projects.owner_id,
      teacher_name: music_projects.name,
      city: music_projects.city,
      zone: music_projects.zone,
    })
    .from(services)
    .innerJoin(music_projects, eq(music_projects.id, services.project_id))
    .where(
      and(
        eq(services.id, service_id),
        eq(services.category, 'MUSIC_LEARNING'),
        eq(music_projects.project_type, 'INDIVIDUAL'),
        eq(music_projects.status, 'active'),
        // Staff may hide a profile: nobody asks it anything new.
        sold ? undefined : and(eq(services.status, 'active'), isNull(music_projects.hidden_at)),
      ),
    )
  if (!found) throw notFound()
  return found
}

/** Whether somebody gives a lesson, or has booked or bought it: they read it also when nobody else can book it. */
export async function isTheirOffer(db: Db, service_id: number, user_id: number): Promise<boolean> {
  const has = (table: typeof lessons | typeof lesson_packages) =>
    sql`exists (select from ${table} own where own.service_id = ${service_id} and own.student_id = ${user_id})`
  const [found] = await db
    .select({ id: services.id })
    .from(services)
    .innerJoin(music_projects, eq(music_projects.id, services.project_id))
    .where(
      and(
        eq(services.id, service_id),
        or(eq(music_projects.owner_id, user_id), has(lessons), has(lesson_packages)),
      ),
    )
  return found !== undefined
}

/** Whether somebody has had, or asked for, their trial with a teacher, as the index `one_trial_a_teacher` counts them. */
export const hadTrial = async (db: Db, project_id: number, student_id: number): Promise<boolean> =>
  (await db.$count(
    lessons,
    and(
      ...[eq(lessons.student_id, student_id), eq(lessons.project_id, project_id), eq(lessons.kind, 'trial')],
      sql`${lessons.state} not in ('declined', 'lapsed', 'cancelled_by_teacher', 'no_show_teacher')`,
    ),
  )) > 0

/** The time of a teacher and of a student over a span; null where the teacher never said any. */
export async function comparedOf(
  db: Db,
  project_id: number,
  student_id: number | null,
  from: Date,
  to: Date,
): Promise<Compared | null> {
  // What begins the day before may reach into it.
  const [start, end] = [new Date(from.getTime() - 2 * DAY), new Date(to.getTime() + 2 * DAY)].map((at) =>
    at.toISOString(),
  ) as [string, string]
  const teacher = (await calendarsOf(db, [project_id], start, end)).get(project_id)
  if (!teacher) return null
  if (student_id === null) return { teacher }
  return { teacher, student: await personalCalendarOf(db, student_id, start, end) }
}
