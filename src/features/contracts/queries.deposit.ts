import { and, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import type { Agreement } from './contract.ts'
import { depositDueAt, depositToPay, FAILED, hasFailed, outcomeOf, type Standing } from './rules.ts'
import { contracts } from './table.ts'

/* What agreements say of their deposits, and what became of these. */

type Row = typeof contracts.$inferSelect

/** Whether an agreement has taken the place of those that it replaces, or still may: it stands, or both had signed it. */
export const hasTakenPlace = ({ signed_at, state }: { signed_at: SQLWrapper; state: SQLWrapper }) =>
  sql`(${signed_at} is not null or ${state} not in ${FAILED})`

/** The deposit as it was recorded; null before. */
export const depositOf = (row: Row): Agreement['deposit'] =>
  row.deposit_method && row.deposit_recorded_by && row.deposit_recorded_at
    ? {
        method: row.deposit_method,
        reference: row.deposit_reference ?? '',
        recorded_by: row.deposit_recorded_by,
        recorded_at: row.deposit_recorded_at,
        confirmed_at: row.deposit_confirmed_at,
        source: row.deposit_source,
      }
    : null

/** What one side at least says was paid of a deposit, for this agreement or those that it replaces; minor units. */
export const paidOf = ({ terms, deposit_recorded_at }: Row): number =>
  deposit_recorded_at ? terms.fees.deposit : (terms.replaces?.carried ?? 0)

/** What both sides say was paid of a deposit, for this agreement or those that it replaces; minor units. */
export const firmlyPaidOf = ({ terms, deposit_confirmed_at }: Row): number =>
  deposit_confirmed_at ? terms.fees.deposit : (terms.replaces?.carried ?? 0)

/** Whether what was paid before still counts for the agreements that this one never took the place of. */
export const isPaidElsewhere = ({ terms, signed_at }: Row): boolean =>
  terms.replaces !== undefined && signed_at === null

/** What became of a deposit that was paid, once its agreement ended without the gig. */
export function endOfDeposit(row: Row, next: Successor | undefined): Agreement['deposit_outcome'] {
  const { terms, reason, ended_at, number, artist_left } = row
  const paid = paidOf(row)
  if (!hasFailed(row.state) || !ended_at || paid === 0 || isPaidElsewhere(row)) return null
  const carried = next?.replaces?.agreements.find((one) => one.number === number)?.carried ?? null
  return outcomeOf(terms, { reason, ended_at, paid, carried, artist_left })
}

/** An agreement in the place of another. */
interface Successor {
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
export function depositDue(row: Row): { standing: Standing; due_at: string | null } {
  const { event } = row.terms
  const deposit_amount = depositToPay(row.terms)
  return {
    standing: { state: row.state, signed: [], deposit_amount, deposit: depositOf(row) },
    due_at: row.signed_at && deposit_amount > 0 ? depositDueAt(row.signed_at, event.starts_at) : null,
  }
}
