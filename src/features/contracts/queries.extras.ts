import { and, asc, desc, eq, inArray, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { parseSubject, type Subject, subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { together } from '#core/server/together.ts'
import { type PaymentRow, paymentsWhere, type ReadPayment } from '#features/payments/queries.ts'
import { payments } from '#features/payments/table.ts'
import { receiptIdsIn } from '#features/receipts/queries.ts'
import {
  type AgreementExtra,
  type AgreementPayment,
  EXTRA_KINDS,
  type ExtraKind,
  type Side,
} from './contract.ts'
import { isShownTo, REPLY_DAYS, replyBy } from './rules.extras.ts'
import { contract_extras } from './table.ts'

/* What is paid beyond agreements, and what of it each side reads. */

export type ExtraRow = typeof contract_extras.$inferSelect

/** What an extra or a tip is paid as: `extra:3`, `tip:4`. */
export const extraSubject = ({ kind, id }: Pick<ExtraRow, 'kind' | 'id'>): Subject => subject(kind, id)

/**
 * Whether a payment is for something beyond these agreements, or for one of some subjects. These are an array, found
 * before: with `in (select …)` all payments would be read.
 */
const isBeyond = (contract_ids: readonly number[], subjects: readonly Subject[] = []): SQL =>
  sql`${payments.subject} = any(array(select x.kind || ':' || x.id from ${contract_extras} x
      where x.contract_id in (select unnest(${sql.param([...contract_ids])}::bigint[]))
    union all select unnest(${sql.param([...subjects])}::text[])))`

/** Whether a payment is for an agreement, or beyond it. */
export const isForAgreement = (contract_id: number): SQL =>
  isBeyond([contract_id], [subject('contract', contract_id)])

/** The agreement's id that a payment is for, itself or beyond it; null for lessons'. */
export const contractOfPayment = (of: { kind: SQLWrapper; subject: SQLWrapper }): SQL<number | null> =>
  sql`(case when ${of.kind} in ('extra', 'tip') then (select x.contract_id from ${contract_extras} x
      where x.id = split_part(${of.subject}, ':', 2)::bigint)
    when ${of.subject} like 'contract:%' then split_part(${of.subject}, ':', 2)::bigint end)`

/** The agreement that a payment's subject is, or is beyond; null for what is none. */
export async function contractIdOf(db: Db, stored: string): Promise<number | null> {
  const about = parseSubject(stored)
  if (about?.kind === 'contract') return about.id
  if (!about || !(EXTRA_KINDS as readonly string[]).includes(about.kind)) return null
  const [found] = await db
    .select({ contract_id: contract_extras.contract_id })
    .from(contract_extras)
    .where(and(eq(contract_extras.id, about.id), eq(contract_extras.kind, about.kind as ExtraKind)))
  return found?.contract_id ?? null
}

/** What is paid beyond some agreements, by agreement, in the order in which it was proposed. */
export interface Beyond {
  row: ExtraRow
  payment: ReadPayment | null
}

/**
 * The payments of some agreements, and what is paid beyond them: selects, to be read together.
 * @param subjectOf those of the agreements themselves
 */
export const paidSelects = (
  db: Db,
  contract_ids: readonly number[],
  subjectOf: (contract_id: number) => Subject,
) => ({
  paid: paymentsWhere(db, isBeyond(contract_ids, contract_ids.map(subjectOf))),
  extras: db
    .select()
    .from(contract_extras)
    .where(inArray(contract_extras.contract_id, [...contract_ids]))
    .orderBy(asc(contract_extras.id)),
})

/** The receipts of the same payments; only what was confirmed has one. A select, to be read with others. */
export const receiptsFor = (
  db: Db,
  contract_ids: readonly number[],
  subjectOf: (contract_id: number) => Subject,
) =>
  receiptIdsIn(
    db,
    sql`select 'payment:' || ${payments.id} from ${payments}
      where ${isBeyond(contract_ids, contract_ids.map(subjectOf))}`,
  )

/** What was found by these selects, by agreement. */
export function paidIn(
  { paid, extras }: { paid: readonly ReadPayment[]; extras: readonly ExtraRow[] },
  subjectOf: (contract_id: number) => Subject,
): { own: (id: number) => ReadPayment[]; beyond: (id: number) => Beyond[] } {
  const of = (stored: string) => paid.filter((one) => one.subject === stored)
  return {
    own: (id) => of(subjectOf(id)),
    beyond: (id) =>
      extras
        .filter(({ contract_id }) => contract_id === id)
        .map((row) => ({ row, payment: of(extraSubject(row))[0] ?? null })),
  }
}

/** The payments of some agreements, and what is paid beyond them, read in one statement. */
export async function paidBeside(
  db: Db,
  contract_ids: readonly number[],
  subjectOf: (contract_id: number) => Subject,
) {
  const none = { paid: [], extras: [] }
  const found =
    contract_ids.length === 0 ? none : await together(db, paidSelects(db, contract_ids, subjectOf))
  return paidIn(found, subjectOf)
}

/** What is paid beyond an agreement as one of its sides reads it. @param paidAs a payment as both sides read it */
export const extrasFor = (
  side: Side,
  beyond: readonly Beyond[],
  paidAs: (payment: ReadPayment) => AgreementPayment,
): AgreementExtra[] =>
  beyond
    .map(({ row, payment }) => ({
      id: row.id,
      kind: row.kind,
      title: row.title,
      amount: row.amount,
      payout: row.amount - row.fee,
      currency: row.currency,
      state: row.state,
      proposed_by: row.proposed_by,
      proposed_at: row.created_at,
      reply_by: row.kind === 'extra' ? replyBy(row.created_at) : null,
      payment: payment && paidAs(payment),
    }))
    .filter((one) => isShownTo(side, one))

/** The payments for what is beyond an agreement, locked, in the order in which they came. What goes back is the agreement's. */
export const lockBeyond = (db: Db, contract_id: number): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(isBeyond([contract_id]))
    .orderBy(asc(payments.id))
    .for('update')

/** Which of some agreements each payment beyond them is for, by its subject. */
export async function subjectsOfBeyond(
  db: Db,
  contract_ids: readonly number[],
): Promise<Map<string, number>> {
  if (contract_ids.length === 0) return new Map()
  const rows = await db
    .select({ id: contract_extras.id, kind: contract_extras.kind, contract_id: contract_extras.contract_id })
    .from(contract_extras)
    .where(inArray(contract_extras.contract_id, [...contract_ids]))
  return new Map(rows.map((row) => [extraSubject(row), row.contract_id]))
}

/** The last extra or tip of an agreement, with its payment: what letters and notifications are about. */
export async function lastBeyond(db: Db, contract_id: number, kind: ExtraKind): Promise<Beyond | null> {
  const [row] = await db
    .select()
    .from(contract_extras)
    .where(and(eq(contract_extras.contract_id, contract_id), eq(contract_extras.kind, kind)))
    .orderBy(desc(contract_extras.id))
    .limit(1)
  if (!row) return null
  const [payment] = await paymentsWhere(
    db,
    and(eq(payments.subject, extraSubject(row)), eq(payments.kind, kind)) ?? sql`false`,
  )
  return { row, payment: payment ?? null }
}

/** Whether an extra's time to be answered is over. */
export const isUnanswered = (now: Date): SQL =>
  lte(contract_extras.created_at, new Date(now.getTime() - REPLY_DAYS * DAY).toISOString())

/** Extras that nobody has answered in time: as many as one sweep goes through. */
export async function extrasToExpire(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: contract_extras.id })
    .from(contract_extras)
    .where(and(eq(contract_extras.state, 'proposed'), isUnanswered(now)))
    .orderBy(asc(contract_extras.id))
    .limit(200)
  return rows.map(({ id }) => id)
}
