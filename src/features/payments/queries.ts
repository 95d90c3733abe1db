import { asc, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm'
import type { Subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { hasSlip } from '#features/slips/queries.ts'
import { payments } from './table.ts'

/** A payment's row. Who may read it is for whoever owns its subject to say. */
export type PaymentRow = typeof payments.$inferSelect

/** A payment as its two ends read it: with whether there is a slip of it. */
export type ReadPayment = PaymentRow & { has_slip: boolean }

const readColumns = {
  ...getTableColumns(payments),
  has_slip: hasSlip(sql`'payment:' || ${payments}.id`),
}

/** The payments for some subjects, in the order in which they were scheduled. */
export async function paymentsFor(
  db: Db,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, ReadPayment[]>> {
  const bySubject = new Map<string, ReadPayment[]>()
  if (subjects.length === 0) return bySubject
  const rows = await db
    .select(readColumns)
    .from(payments)
    .where(inArray(payments.subject, [...subjects]))
    .orderBy(asc(payments.id))
  for (const row of rows) bySubject.set(row.subject, [...(bySubject.get(row.subject) ?? []), row])
  return bySubject
}

/** The payments for a subject, locked until the transaction ends; whoever owns the subject has locked that before. */
export const lockPayments = (db: Db, subject: Subject): Promise<PaymentRow[]> =>
  db.select().from(payments).where(eq(payments.subject, subject)).orderBy(asc(payments.id)).for('update')

/** How many a sweep takes; the next one goes on. */
const A_SWEEP = 200

/** Payments that somebody is to be told of by now, the longest waiting first. */
export const toRemind = (db: Db, now: Date): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(lte(payments.remind_at, now.toISOString()))
    .orderBy(asc(payments.remind_at))
    .limit(A_SWEEP)

/** What a payment is for; null when there is no such payment. */
export async function subjectOf(db: Db, id: number): Promise<string | null> {
  const [found] = await db.select({ subject: payments.subject }).from(payments).where(eq(payments.id, id))
  return found?.subject ?? null
}
