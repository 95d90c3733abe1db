import { and, asc, eq, or, sql } from 'drizzle-orm'
import { parseSubject, subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { isUnsettled, leftOf } from '#features/payments/queries.ts'
import { payments } from '#features/payments/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { GivenFact, WaitingRow, WaitingSheet } from '#features/staff/queries.queue.ts'
import { amountTitle } from '#features/staff/rules.ts'
import { lessons } from '../table.ts'

/* Payments of lessons and packages that teacher and student don't agree on, or don't answer, as staff reads them. */

const isLearning = or(
  sql`${payments.subject} like 'lesson:%'`,
  sql`${payments.subject} like 'lesson_package:%'`,
)
const waits = (now: Date) => and(isLearning, or(isUnsettled('dispute', now), isUnsettled('payment', now)))

const unsettledRows = (db: Db) =>
  db
    .select({
      payment: payments,
      left: leftOf,
      student: users.name,
      teacher: music_projects.name,
      owner_id: music_projects.owner_id,
      starts_at: lessons.starts_at,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.user_id))
    .innerJoin(music_projects, eq(music_projects.id, payments.project_id))
    // Of a package none.
    .leftJoin(
      lessons,
      eq(lessons.id, sql`substring(${payments.subject} from '^lesson:([0-9]{1,15})$')::bigint`),
    )

type Row = Awaited<ReturnType<typeof unsettledRows>>[number]

const rowOf = ({ payment, left, student, teacher, starts_at }: Row, now: Date): WaitingRow => ({
  id: payment.id,
  title: amountTitle(left, payment.currency, payment.reference || (teacher ?? '')),
  who: student,
  since: payment.declared_at ?? payment.created_at,
  urgent:
    starts_at !== null &&
    Date.parse(starts_at) >= now.getTime() &&
    Date.parse(starts_at) <= now.getTime() + DAY,
})

/** How many payments of lessons and packages wait for staff. */
export const countUnsettled = (db: Db, now: Date): Promise<number> => db.$count(payments, waits(now))

/** Those that wait, the longest first. */
export async function unsettled(db: Db, now: Date, most: number): Promise<WaitingRow[]> {
  const rows = await unsettledRows(db)
    .where(waits(now))
    .orderBy(asc(payments.declared_at), asc(payments.id))
    .limit(most)
  return rows.map((row) => rowOf(row, now))
}

/** One of them, with what was said of it; null when it doesn't wait any more. */
export async function unsettledSheet(db: Db, id: number, now: Date): Promise<WaitingSheet | null> {
  const [row] = await unsettledRows(db).where(and(eq(payments.id, id), waits(now)))
  if (!row) return null
  const { payment } = row
  const words = (name: string, value: string): GivenFact => ({
    name,
    words: `functionality:desk.lesson_payment.${name}s.${value}`,
  })
  return {
    row: rowOf(row, now),
    facts: [
      { name: 'amount', amount: row.left, currency: payment.currency },
      words('what', payment.kind === 'refund' ? 'refund' : (parseSubject(payment.subject)?.kind ?? 'lesson')),
      { name: 'reference', text: payment.reference || null },
      ...(payment.method ? [words('method', payment.method)] : []),
      { name: 'student', text: row.student },
      { name: 'teacher', text: row.teacher },
      words('state', payment.state),
      ...(payment.declared_by ? [words('declared_by', payment.declared_by)] : []),
      { name: 'declared_at', at: payment.declared_at },
      { name: 'due_at', at: payment.due_at },
      { name: 'starts_at', at: row.starts_at },
    ],
    // What no card takes back can only be given back otherwise.
    ...(payment.method === 'card' ? { acts: ['find'] } : {}),
    related: [subject('user', payment.user_id), subject('user', row.owner_id)],
  }
}
