import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { share } from '#features/payments/commands.shares.ts'
import { lockPayments } from '#features/payments/queries.ts'
import { heldUntil } from '#features/payments/rules.ts'
import { earnsOf } from '../rules.substitutes.ts'
import { lessons } from '../table.ts'
import { lockPackage } from './commands.credits.ts'
import { tellOfShare } from './commands.telling.ts'
import { type LessonRow, lessonSubject, type PackageRow, packageSubject } from './queries.ts'

/*
 * Of a package that one teacher sold, a substitute gave a lesson: its part is theirs once it counts as taken. The payment
 * stays with who sold it, who earns the rest when it closes.
 */

/** Lessons of a package that substitutes gave, and that count as taken. */
const given = ({ id, project_id }: PackageRow): SQL | undefined =>
  and(eq(lessons.package_id, id), ne(lessons.project_id, project_id), eq(lessons.is_charged, true))

/**
 * A lesson counts as taken: where it is of a package of somebody else's, its part goes over to who gave it, and who was paid
 * for the package is told to pass it on, or that the card's provider does.
 */
export async function shareOf(work: Work, row: LessonRow): Promise<void> {
  if (row.package_id === null || row.handed_over_at === null || !row.is_charged) return
  // How many were given before decides how it is rounded: one after the other.
  const pack = await lockPackage(work, row.package_id)
  if (pack.project_id === row.project_id) return
  const paid = (await lockPayments(work.db, packageSubject(pack.id))).find(({ kind }) => kind !== 'refund')
  if (!paid) return
  const before = await work.db.$count(lessons, and(given(pack), ne(lessons.id, row.id)))
  const amount = earnsOf(pack, before)
  const way = await share(work, paid, {
    ...{ project_id: row.project_id, amount, part: lessonSubject(row.id), until: heldUntil(row.ends_at) },
  })
  if (way !== 'none') await tellOfShare(work, row, pack, { amount, way })
}

/** Until when what was paid by card for a package is kept once it closes: two days after the last of its lessons. */
export async function keptOf(work: Work, id: number): Promise<string | null> {
  const [last] = await work.db
    .select({ ends_at: sql<string | null>`max(${lessons.ends_at})`.mapWith(lessons.ends_at) })
    .from(lessons)
    .where(and(eq(lessons.package_id, id), eq(lessons.is_charged, true)))
  return last?.ends_at ? heldUntil(last.ends_at) : null
}
