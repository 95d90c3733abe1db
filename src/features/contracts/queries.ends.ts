import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import type { ContractRow } from './queries.ts'
import { CONTRACT_STEPS, refundOf } from './rules.ts'
import { contracts } from './table.ts'

/**
 * Agreements that cancelling an order would void, what was paid for them, and what of it comes back (minor units).
 */
export async function agreementsToVoid(
  db: Db,
  order_id: number,
  now: Date,
): Promise<{ count: number; paid: number; refund: number }> {
  const rows = await db
    .select()
    .from(contracts)
    .where(and(eq(contracts.order_id, order_id), inArray(contracts.state, [...CONTRACT_STEPS.void.from])))
  const paid = rows.filter((row) => row.deposit_recorded_at !== null)
  const sum = (amountOf: (row: ContractRow) => number) => paid.reduce((all, row) => all + amountOf(row), 0)
  return {
    count: rows.length,
    paid: sum(({ terms }) => terms.fees.deposit),
    refund: sum(({ terms }) => refundOf(terms, now)),
  }
}
