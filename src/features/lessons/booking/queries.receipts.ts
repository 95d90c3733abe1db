import { eq } from 'drizzle-orm'
import { parseSubject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { lesson_packages, lessons } from '../table.ts'

/**
 * Who pays and who is paid for a lesson or a package, as a receipt names them.
 * @returns nothing for what is neither
 */
export async function receiptFactsOf(db: Db, paid: string) {
  const about = parseSubject(paid)
  const found =
    about?.kind === 'lesson'
      ? await lessonFacts(db, about.id)
      : about?.kind === 'lesson_package'
        ? await packageFacts(db, about.id)
        : undefined
  if (!found) return []
  const [student] = await db
    .select({ name: users.name, legal_name: users.legal_name, tax_id: users.tax_id })
    .from(users)
    .where(eq(users.id, found.student_id))
  const [teacher] = await db
    .select({
      name: music_projects.name,
      zone: music_projects.zone,
      owner: { id: users.id, name: users.name, legal_name: users.legal_name, tax_id: users.tax_id },
    })
    .from(music_projects)
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .where(eq(music_projects.id, found.project_id))
  if (!student || !teacher) return []
  const { owner } = teacher
  return [
    {
      user: student,
      project: {
        name: teacher.name,
        legal_name: owner.legal_name ?? owner.name,
        tax_id: owner.tax_id,
        person_id: owner.id,
      },
      about: {
        ...{ agreement: null, event_type: null, plan: null, interval: null },
        lessons: found.lessons,
        starts_at: found.starts_at,
        zone: teacher.zone,
      },
    },
  ]
}

interface Facts {
  student_id: number
  project_id: number
  lessons: number
  starts_at: string | null
}

async function lessonFacts(db: Db, id: number): Promise<Facts | undefined> {
  const [row] = await db
    .select({
      student_id: lessons.student_id,
      project_id: lessons.project_id,
      starts_at: lessons.starts_at,
    })
    .from(lessons)
    .where(eq(lessons.id, id))
  return row && { ...row, lessons: 1 }
}

async function packageFacts(db: Db, id: number): Promise<Facts | undefined> {
  const [row] = await db
    .select({
      student_id: lesson_packages.student_id,
      project_id: lesson_packages.project_id,
      lessons: lesson_packages.size,
    })
    .from(lesson_packages)
    .where(eq(lesson_packages.id, id))
  return row && { ...row, starts_at: null }
}
