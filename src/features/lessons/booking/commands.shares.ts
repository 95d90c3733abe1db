import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { post } from '#features/ledger/commands.ts'
import { earnedBy, heldBy, move } from '#features/ledger/rules.ts'
import { earnsOf } from '../rules.substitutes.ts'
import { lessons } from '../table.ts'
import { lockPackage } from './commands.credits.ts'
import { tellOfShare } from './commands.telling.ts'
import { type LessonRow, lessonSubject, type PackageRow } from './queries.ts'

/*
 * Of a package that one teacher sold, a substitute gave a lesson: its part is theirs once it counts as taken. The payment
 * stays with who sold it, who earns the rest when it closes.
 */

/** Lessons of a package that substitutes gave, and that count as taken. */
const given = ({ id, project_id }: PackageRow): SQL | undefined =>
  and(eq(lessons.package_id, id), ne(lessons.project_id, project_id), eq(lessons.is_charged, true))

/**
 * A lesson counts as taken: where it is of a package of somebody else's, its part goes over to who gave it, and who was paid
 * for the package is told to pass it on.
 */
export async function shareOf(work: Work, row: LessonRow): Promise<void> {
  if (row.package_id === null || row.handed_over_at === null || !row.is_charged) return
  // How many were given before decides how it is rounded: one after the other.
  const pack = await lockPackage(work, row.package_id)
  if (pack.project_id === row.project_id) return
  const before = await work.db.$count(lessons, and(given(pack), ne(lessons.id, row.id)))
  const amount = earnsOf(pack, before)
  // What was given back already is earned, less what was to come: nothing is held of it any more.
  const from = pack.state === 'refunded' ? earnedBy : heldBy
  await post(work, [
    {
      key: `lesson:${row.id} shared`,
      subject: lessonSubject(row.id),
      at: work.now,
      lines: move(amount, from(pack.project_id, pack.currency), earnedBy(row.project_id, pack.currency)),
    },
  ])
  // Who is gone passes nothing on.
  if (amount > 0 && pack.state !== 'refunded') await tellOfShare(work, row, pack, amount)
}

/**
 * A package comes to its end, and with it all that is held of it becomes its seller's: what went over to substitutes by then
 * is taken of that.
 */
export async function squareShares(work: Work, pack: PackageRow): Promise<void> {
  const rows = await work.db
    .select({ id: lessons.id })
    .from(lessons)
    .where(given(pack))
    // In the order in which they counted: what was squared before stays what it was.
    .orderBy(lessons.ended_at, lessons.id)
  await post(
    work,
    rows.map(({ id }, before) => ({
      key: `lesson:${id} squared`,
      subject: lessonSubject(id),
      at: work.now,
      lines: move(
        earnsOf(pack, before),
        earnedBy(pack.project_id, pack.currency),
        heldBy(pack.project_id, pack.currency),
      ),
    })),
  )
}
