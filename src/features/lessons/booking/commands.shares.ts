import { and, eq, ne } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { post } from '#features/ledger/commands.ts'
import { earnedBy, heldBy, move } from '#features/ledger/rules.ts'
import { earnsOf } from '../rules.substitutes.ts'
import { lesson_packages, lessons } from '../table.ts'
import { type LessonRow, lessonSubject, type PackageRow } from './queries.ts'

/*
 * Of a package that one teacher sold, a substitute gave a lesson: its part is theirs once it counts as taken. The payment
 * stays with who sold it, who earns the rest when it closes.
 */

/** A lesson counts as taken: where it is of a package of somebody else's, its part goes over to who gave it. */
export async function shareOf(work: Work, row: LessonRow): Promise<void> {
  if (row.package_id === null || row.handed_over_at === null || !row.is_charged) return
  const [pack] = await work.db.select().from(lesson_packages).where(eq(lesson_packages.id, row.package_id))
  if (!pack || pack.project_id === row.project_id) return
  // What was given back already is earned, less what was to come: nothing is held of it any more.
  const from = pack.state === 'refunded' ? earnedBy : heldBy
  await post(work, [
    {
      key: `lesson:${row.id} shared`,
      subject: lessonSubject(row.id),
      at: work.now,
      lines: move(
        earnsOf(pack),
        from(pack.project_id, pack.currency),
        earnedBy(row.project_id, pack.currency),
      ),
    },
  ])
}

/**
 * A package comes to its end, and with it all that is held of it becomes its seller's: what went over to substitutes by then
 * is taken of that.
 */
export async function squareShares(work: Work, pack: PackageRow): Promise<void> {
  const given = await work.db
    .select({ id: lessons.id })
    .from(lessons)
    .where(
      and(
        eq(lessons.package_id, pack.id),
        ne(lessons.project_id, pack.project_id),
        eq(lessons.is_charged, true),
      ),
    )
    .orderBy(lessons.id)
  await post(
    work,
    given.map(({ id }) => ({
      key: `lesson:${id} squared`,
      subject: lessonSubject(id),
      at: work.now,
      lines: move(
        earnsOf(pack),
        earnedBy(pack.project_id, pack.currency),
        heldBy(pack.project_id, pack.currency),
      ),
    })),
  )
}
