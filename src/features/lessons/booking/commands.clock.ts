import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { lockPayments } from '#features/payments/queries.ts'
import { SETTLED } from '../rules.ts'
import { lessons } from '../table.ts'
import { confirm, end } from './commands.steps.ts'
import { tell } from './commands.telling.ts'
import { lessonSubject } from './queries.ts'

/* What the clock does with a lesson: nobody answered, nobody paid, nobody said that it wasn't held. */

/** A lesson whose time to be answered, paid or confirmed is over. Nothing where somebody was quicker. */
export async function goOn(work: Work, id: number): Promise<void> {
  const [row] = await work.db.select().from(lessons).where(eq(lessons.id, id)).for('update')
  if (!row?.due_at || Date.parse(row.due_at) > work.now.getTime()) return
  if (row.state === 'held') {
    await confirm(work, row, 'clock')
    return
  }
  if (row.state !== 'requested' && row.state !== 'accepted') return
  // Somebody says that it was paid: the other side, or staff, answers that.
  const paid = await lockPayments(work.db, lessonSubject(id))
  // It may yet be paid on a card's page, which is open for an hour at most: after that it lapses.
  if (paid.some(({ state, method }) => state === 'processing' && method === 'card')) return
  if (paid.some(({ state }) => state === 'processing' || state === 'disputed' || state === 'held')) {
    await work.db.update(lessons).set({ due_at: null }).where(eq(lessons.id, id))
    return
  }
  await end(work, row, 'lapse', 'clock')
}

/** Both are reminded of a lesson that begins soon. */
export async function remind(work: Work, id: number): Promise<void> {
  const [row] = await work.db
    .update(lessons)
    .set({ reminded_at: work.now.toISOString() })
    .where(and(eq(lessons.id, id), isNull(lessons.reminded_at), inArray(lessons.state, [...SETTLED])))
    .returning()
  if (!row || Date.parse(row.starts_at) <= work.now.getTime()) return
  // A lesson that was moved is another time to be reminded of.
  const version = Math.floor(Date.parse(row.starts_at) / 60_000)
  for (const side of ['student', 'teacher'] as const)
    await tell(work, side, 'LESSON_REMINDER', 'soon', [row], { version })
}
