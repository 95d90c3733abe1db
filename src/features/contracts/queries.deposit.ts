import { and, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { type PaymentRow, paymentsFor, type ReadPayment } from '#features/payments/queries.ts'
import { isRecorded } from '#features/payments/rules.ts'
import { payments } from '#features/payments/table.ts'
import type { Agreement, AgreementPayment, Side } from './contract.ts'
import { depositDueAt, depositToPay, FAILED, hasFailed, outcomeOf, type Standing } from './rules.ts'
import { contracts } from './table.ts'

/* What agreements say of their deposits, and what became of these. */

type Row = typeof contracts.$inferSelect

/** Whether an agreement has taken the place of those that it replaces, or still may: it stands, or both had signed it. */
export const hasTakenPlace = ({ signed_at, state }: { signed_at: SQLWrapper; state: SQLWrapper }) =>
  sql`(${signed_at} is not null or ${state} not in ${FAILED})`

/** The subject of an agreement's payments. */
export const paymentsOf = (contract_id: number) => subject('contract', contract_id)

/** The payments of some agreements. */
export async function paymentsByAgreement(
  db: Db,
  ids: readonly number[],
): Promise<(contract_id: number) => readonly ReadPayment[]> {
  const found = await paymentsFor(db, ids.map(paymentsOf))
  return (contract_id) => found.get(paymentsOf(contract_id)) ?? []
}

/** Which side of an agreement an end of its payments is. */
const sideOf = (end: PaymentRow['declared_by']): Side | null =>
  end === null ? null : end === 'user' ? 'hunter' : 'artist'

/** A payment as both sides read it. */
export const paymentView = (row: ReadPayment, receipt_id: number | null): AgreementPayment => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount,
  currency: row.currency,
  state: row.state,
  due_at: row.due_at,
  method: row.method,
  reference: row.reference,
  recorded_by: sideOf(row.declared_by),
  recorded_at: row.declared_at,
  confirmed_at: row.held_at,
  refunded: row.refunded,
  release_at: row.release_at,
  card: row.card,
  receipt_id,
  has_slip: row.has_slip,
})

/** Whether somebody is about to pay it by card. */
const isCardOpen = ({ method, state }: PaymentRow) => method === 'card' && state === 'processing'

/** The deposit as it was recorded, for this agreement or those that it takes the place of; null before. */
export function depositOf(row: Row, paid: readonly PaymentRow[]): Agreement['deposit'] {
  const isCarried = depositToPay(row.terms) === 0
  const one = paid.find(({ kind }) => kind === (isCarried ? 'carried' : 'deposit'))
  const recorded_by = sideOf(one?.declared_by ?? null)
  if (!one?.method || !recorded_by || !one.declared_at) return null
  if (!isCarried && !isRecorded(one.state) && !one.held_at) return null
  // Until the provider has it, nobody says that it was paid.
  if (isCardOpen(one)) return null
  return {
    method: one.method,
    reference: one.reference,
    recorded_by,
    recorded_at: one.declared_at,
    confirmed_at: one.held_at,
    source: isCarried ? 'carried' : 'paid',
  }
}

/** What is paid for an agreement itself, without what was carried. */
const isOwn = ({ kind }: PaymentRow) => kind === 'deposit' || kind === 'balance'
const sumOf = (rows: readonly PaymentRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/** Whether a payment went back while its agreement stood: the payer's bank took it, and the agreement's end gives nothing back. */
const wasTakenBack = ({ state, settled_at }: PaymentRow, ended_at: string | null) =>
  state === 'refunded' && (!ended_at || (settled_at !== null && new Date(settled_at) < new Date(ended_at)))

/** Whether one side at least says that a payment was made, and it is neither played for nor given back. */
export const isSaidPaid = (one: PaymentRow): boolean =>
  one.state === 'held' || (one.state === 'processing' && !isCardOpen(one))

/** What both sides say was paid, for this agreement or those that it replaces, and no bank took back; minor units. */
export const firmlyPaidOf = (
  { terms, ended_at }: Pick<Row, 'terms' | 'ended_at'>,
  paid: readonly PaymentRow[],
): number =>
  (terms.replaces?.carried ?? 0) +
  sumOf(paid.filter((one) => isOwn(one) && one.held_at !== null && !wasTakenBack(one, ended_at)))

/** What one side at least says was paid, for this agreement or those that it replaces; minor units. */
export const paidOf = (row: Pick<Row, 'terms' | 'ended_at'>, paid: readonly PaymentRow[]): number =>
  firmlyPaidOf(row, paid) +
  sumOf(paid.filter((one) => isOwn(one) && !one.held_at && one.state === 'processing' && !isCardOpen(one)))

/** Whether the deposit of an agreement, if any is to be paid, was confirmed. */
export const isDepositSettled = ({ id, terms }: typeof contracts) => sql`(
  (${outer(terms)} -> 'fees' ->> 'deposit')::bigint <= coalesce((${outer(terms)} -> 'replaces' ->> 'carried')::bigint, 0)
  or exists (select from ${payments} p where p.subject = 'contract:' || ${outer(id)} and p.kind = 'deposit'
    and p.held_at is not null))`

/** What of an agreement `c` is paid and neither played nor given back; minor units. */
export const heldFor = sql`coalesce((select sum(p.amount) from ${payments} p
  where p.subject = 'contract:' || c.id and p.state = 'held' and p.kind <> 'refund'), 0)::bigint`

/** Whether what was paid before still counts for the agreements that this one never took the place of. */
export const isPaidElsewhere = ({ terms, signed_at }: Row): boolean =>
  terms.replaces !== undefined && signed_at === null

/** What became of a deposit that was paid, once its agreement ended without the gig. */
export function endOfDeposit(
  row: Row,
  own: readonly PaymentRow[],
  next?: Successor,
): Agreement['deposit_outcome'] {
  const { terms, reason, ended_at, number, artist_left } = row
  const paid = paidOf(row, own)
  if (!hasFailed(row.state) || !ended_at || paid === 0 || isPaidElsewhere(row)) return null
  const carried = next?.replaces?.agreements.find((one) => one.number === number)?.carried ?? null
  return outcomeOf(terms, { reason, ended_at, paid, carried, artist_left })
}

/** An agreement in the place of another. */
export interface Successor {
  id: number
  number: string
  replaces: Row['terms']['replaces'] | null
}

/** Which agreements took the place of some that ended: those that both have signed, or still may. */
export async function successorsOf(db: Db, rows: readonly Row[]): Promise<Map<number, Successor>> {
  const ids = rows.flatMap(({ replaced_by_id }) => (replaced_by_id === null ? [] : [replaced_by_id]))
  if (ids.length === 0) return new Map()
  const found = await db
    .select({
      id: contracts.id,
      number: contracts.number,
      replaces: sql<Successor['replaces']>`${contracts.terms} -> 'replaces'`,
    })
    .from(contracts)
    .where(and(inArray(contracts.id, ids), hasTakenPlace(contracts)))
  return new Map(found.map((one) => [one.id, one]))
}

/** What the rules of the deposit read of a row whose signatures are all there or don't matter. */
export const standing = (row: Row, paid: readonly PaymentRow[]): Standing => ({
  state: row.state,
  signed: [],
  deposit_amount: depositToPay(row.terms),
  deposit: depositOf(row, paid),
  by_card: paid.some((one) => one.kind === 'deposit' && isCardOpen(one)),
})

/** Until when the deposit is to be recorded; none before both have signed, or without one. */
export const depositDue = ({ signed_at, terms }: Pick<Row, 'signed_at' | 'terms'>): string | null =>
  signed_at && depositToPay(terms) > 0 ? depositDueAt(signed_at, terms.event.starts_at) : null
