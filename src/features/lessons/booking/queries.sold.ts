import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { UPCOMING } from '../rules.ts'
import { lesson_packages, lessons } from '../table.ts'

/** Cancellations and absences of a teacher towards a student since a moment, of those that count against them. */
export async function failedSince(
  db: Db,
  { project_id, student_id }: { project_id: number; student_id: number },
  since: Date,
): Promise<number> {
  return db.$count(
    lessons,
    and(
      eq(lessons.project_id, project_id),
      eq(lessons.student_id, student_id),
      lessons.counts,
      sql`${lessons.ended_at} > ${since.toISOString()}::timestamptz`,
    ),
  )
}

/** Services that somebody has booked or bought lessons of aren't rewritten. */
export async function bookingsOf(db: Db, service_id: number): Promise<{ by: string }[]> {
  const sold = await db.$count(
    lesson_packages,
    and(
      eq(lesson_packages.service_id, service_id),
      or(eq(lesson_packages.state, 'ordered'), eq(lesson_packages.state, 'active')),
    ),
  )
  if (sold > 0) return [{ by: 'lessons' }]
  const asked = await db.$count(
    lessons,
    and(eq(lessons.service_id, service_id), inArray(lessons.state, [...UPCOMING])),
  )
  return asked > 0 ? [{ by: 'lessons' }] : []
}
