import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { order_history } from '#features/hiring/table.ts'
import { CANCELLED, PENDING, PUT_OFF } from './rules.ts'
import { contracts } from './table.ts'

type Ended = Pick<typeof contracts.$inferSelect, 'order_id' | 'reason'>

/** Why an agreement ended whose order was put off and then cancelled: no new date is to be agreed on any more. */
const CALLED_OFF = 'order_called_off'

/** How an agreement ended, as its sides read it; `said`: what its hunter wrote when they cancelled, empty without. */
interface End {
  reason: string
  said: string
}

/**
 * How agreements ended, as it stands by now: those that ended as their order was put off follow what becomes of it. What
 * their hunter wrote stays with the order alone, so that it goes with its hunter's account.
 */
export async function endOf(db: Db, rows: readonly Ended[]): Promise<(row: Ended) => End> {
  const order_ids = [
    ...new Set(
      rows.filter(({ reason }) => reason === CANCELLED || reason === PUT_OFF).map(({ order_id }) => order_id),
    ),
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
  return ({ order_id, reason }) => {
    if (reason === CANCELLED) return { reason, said: said.get(order_id) ?? '' }
    const later = reason === PUT_OFF ? said.get(order_id) : undefined
    return later === undefined ? { reason, said: '' } : { reason: CALLED_OFF, said: later }
  }
}

/** Agreements of an order whose musicians would read why it is cancelled: those that stand, and those it was put off with. */
export const readersOf = (db: Db, order_id: number): Promise<number> =>
  db.$count(
    contracts,
    and(
      eq(contracts.order_id, order_id),
      or(
        inArray(contracts.state, [...PENDING, 'active']),
        sql`${contracts.state} = 'voided' and ${contracts.reason} = ${PUT_OFF}`,
      ),
      isNotNull(contracts.sent_at),
    ),
  )

/** Which of some projects have had an agreement of an order that both signed: they know what the hunter calls the event. */
export async function signedAmong(
  db: Db,
  order_id: number,
  project_ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ project_id: contracts.project_id })
    .from(contracts)
    .where(
      and(
        eq(contracts.order_id, order_id),
        inArray(contracts.project_id, [...project_ids]),
        isNotNull(contracts.signed_at),
      ),
    )
  return rows.map(({ project_id }) => project_id)
}
