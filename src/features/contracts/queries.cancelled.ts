import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { order_history } from '#features/hiring/table.ts'
import { CANCELLED } from './rules.ts'
import type { contracts } from './table.ts'

type Ended = Pick<typeof contracts.$inferSelect, 'order_id' | 'reason'>

/**
 * What their hunter wrote when agreements ended with their order; empty where they said nothing, and where an agreement
 * ended otherwise. The words stay with the order alone, so that they go with its hunter's account.
 */
export async function saidOf(db: Db, rows: readonly Ended[]): Promise<(row: Ended) => string> {
  const order_ids = [
    ...new Set(rows.filter(({ reason }) => reason === CANCELLED).map(({ order_id }) => order_id)),
  ]
  const said = new Map<number, string>()
  if (order_ids.length > 0) {
    const { order_id, step, note } = order_history
    const notes = await db
      .select({ order_id, note })
      .from(order_history)
      .where(and(inArray(order_id, order_ids), eq(step, 'cancel')))
    for (const one of notes) said.set(one.order_id, one.note ?? '')
  }
  return (row) => (row.reason === CANCELLED ? (said.get(row.order_id) ?? '') : '')
}
