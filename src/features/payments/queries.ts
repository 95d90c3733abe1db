import { and, asc, eq, getTableColumns, inArray, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Subject } from '#core/contract/subject.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { hasSlip } from '#features/slips/queries.ts'
import type { CardFacts } from './contract.ts'
import { ANSWER_HOURS } from './rules.ts'
import { card_charges, card_moves, checkouts, payments } from './table.ts'

/** A payment's row. Who may read it is for whoever owns its subject to say. */
export type PaymentRow = typeof payments.$inferSelect

/**
 * A payment as its two ends read it: with whether there is a slip of it, and what is said of it by card; null where none was
 * tried.
 */
export type ReadPayment = PaymentRow & { has_slip: boolean; card: CardFacts | null }

/** What the provider says of a payment by card, or of what goes back to one. */
const cardFacts = sql<CardFacts | null>`case when ${payments.method} = 'card' or ${payments.carded} > 0
  or exists (select from ${checkouts} k where k.payment_id = ${outer(payments.id)}) then (
  select jsonb_build_object(
    'failure', (select k.failure from ${checkouts} k where k.payment_id = ${outer(payments.id)}
      order by k.id desc limit 1),
    'dispute', (select c.dispute from ${card_charges} c where c.payment_id = ${outer(payments.id)}
      and c.dispute is not null order by c.dispute = 'open' desc, c.id desc limit 1),
    'sent', coalesce(sum(m.amount) filter (where m.state = 'done' and m.part = ''), 0),
    'to_send', coalesce(sum(m.amount) filter (where m.state in ('ordered', 'sent') and m.part = ''), 0),
    'taken', ${payments.taken},
    'stuck', count(*) filter (where m.state = 'failed') > 0)
  from ${card_moves} m where m.payment_id = ${outer(payments.id)}) end`

const readColumns = {
  ...getTableColumns(payments),
  has_slip: hasSlip(sql`'payment:' || ${payments}.id`),
  card: cardFacts,
}

/** The payments that a condition finds as their ends read them, in the order in which they were scheduled; not sent yet. */
export const paymentsWhere = (db: Db, which: SQL) =>
  db.select(readColumns).from(payments).where(which).orderBy(asc(payments.id))

/** The payments for some subjects, in the order in which they were scheduled. */
export async function paymentsFor(
  db: Db,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, ReadPayment[]>> {
  const bySubject = new Map<string, ReadPayment[]>()
  if (subjects.length === 0) return bySubject
  const rows = await paymentsWhere(db, inArray(payments.subject, [...subjects]))
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

/** What was played and kept for a while: it goes on, unless a bank has asked for it back. */
export const toRelease = (db: Db, now: Date): Promise<PaymentRow[]> =>
  db
    .select(getTableColumns(payments))
    .from(payments)
    .where(
      and(
        eq(payments.state, 'held'),
        lte(payments.release_at, now.toISOString()),
        sql`not exists (select from ${card_charges} c
          where c.payment_id = ${outer(payments.id)} and c.dispute = 'open')`,
      ),
    )
    .orderBy(asc(payments.release_at))
    .limit(A_SWEEP)

/** A refund that no card took: staff finds another way. */
const stuck = (
  kind: SQLWrapper,
  id: SQLWrapper,
) => sql`${kind} = 'refund' and exists (select from ${card_moves} m
    where m.payment_id = ${id} and m.kind = 'refund' and m.state = 'failed')
  and not exists (select from ${card_moves} m where m.payment_id = ${id} and m.state in ('ordered', 'sent'))`
const isStuck = stuck(payments.kind, outer(payments.id))
/** The same of a payment that a query calls otherwise. */
export const isStuckOf = (row: SQL): SQL => sql`(${stuck(sql`${row}.kind`, sql`${row}.id`)})`

/** Of a card's payment the provider is asked, and nobody else; but for what can't go back to one. */
const isForPeople = sql`(${payments.method} is null or ${payments.method} <> 'card' or ${isStuck})`

/** What waits for staff: contested, or said to be paid and not answered for 72 hours, or what no card takes back. */
export type Unsettled = 'dispute' | 'payment'

/** Whether a payment waits for staff. */
export const isUnsettled = (kind: Unsettled, now: Date) =>
  kind === 'dispute'
    ? eq(payments.state, 'disputed')
    : and(
        eq(payments.state, 'processing'),
        // What no card takes back waits for nobody's answer.
        sql`(${isStuck} or ${isForPeople}
          and ${payments.declared_at} <= ${now.toISOString()}::timestamptz - ${`${ANSWER_HOURS} hours`}::interval)`,
      )

/** What is still to be given back of a refund to cards, where one of them took its part; of all else the amount. */
export const leftOf = sql<number>`case when ${payments.kind} = 'refund' and ${payments.method} = 'card' then (
  select coalesce(sum(m.amount), 0) from ${card_moves} m
  where m.payment_id = ${outer(payments.id)} and m.kind = 'refund' and m.state <> 'done')
  else ${payments.amount} end`.mapWith(Number)

/** Whether staff may say of a payment by card that it was given back otherwise. */
export const isStuckRefund = async (db: Db, id: number): Promise<boolean> =>
  (await db.$count(payments, and(eq(payments.id, id), isStuck))) > 0

/** What a payment is for; null when there is no such payment. */
export async function subjectOf(db: Db, id: number): Promise<string | null> {
  const [found] = await db.select({ subject: payments.subject }).from(payments).where(eq(payments.id, id))
  return found?.subject ?? null
}

/**
 * What somebody paid, is to pay or got back, as the copy of their data has it: also by card, of which neither the number nor
 * how the provider knows it is part. What the other end wrote of it is the other's.
 */
export async function paymentDataOf(db: Db, user_id: number): Promise<object[]> {
  const rows = await paymentsWhere(db, eq(payments.user_id, user_id))
  return rows.map(({ declared_by, ...row }) => ({
    ...{ subject: row.subject, kind: row.kind, amount: row.amount, currency: row.currency, state: row.state },
    ...{ method: row.method, reference: declared_by === 'user' ? row.reference : '' },
    ...{ due_at: row.due_at, declared_at: row.declared_at, held_at: row.held_at, settled_at: row.settled_at },
    ...{ refunded: row.refunded, card: row.card, created_at: row.created_at },
  }))
}
