import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { order_history, requests } from '#features/hiring/table.ts'
import { isLeftWaiting } from '#features/hiring/talent/queries.ts'
import { CANCELLED, PENDING, PUT_OFF } from './rules.ts'
import { contracts } from './table.ts'

type Ended = Pick<typeof contracts.$inferSelect, 'order_id' | 'request_id' | 'reason'>

/** Why an agreement ended whose order was put off and then ended for good: no new date is to be agreed on any more. */
const AFTERWARDS = { cancel: 'order_called_off', expire: 'order_lapsed' } as const

/** How an agreement ended, as its sides read it; `said`: what its hunter wrote when they cancelled, empty without. */
interface End {
  reason: string
  said: string
}

/**
 * How agreements ended, as it stands by now: those that ended as their order was put off follow what becomes of it. What
 * their hunter wrote when they cancelled is read by who played then, or was still waiting for a new date; it stays with the
 * order alone, so that it goes with its hunter's account.
 */
export async function endOf(db: Db, rows: readonly Ended[]): Promise<(row: Ended) => End> {
  const ended = rows.filter(({ reason }) => reason === CANCELLED || reason === PUT_OFF)
  const last = new Map<number, { step: keyof typeof AFTERWARDS; note: string }>()
  const waiting = new Set<number>()
  if (ended.length > 0) {
    const { id, order_id, step, note } = order_history
    const found = await db
      .select({ order_id, step, note })
      .from(order_history)
      .where(
        and(
          inArray(order_id, [...new Set(ended.map((row) => row.order_id))]),
          inArray(step, ['cancel', 'expire']),
        ),
      )
      .orderBy(id)
    for (const one of found)
      if (one.step === 'cancel' || one.step === 'expire')
        last.set(one.order_id, { step: one.step, note: one.note ?? '' })
    const request_ids = ended.flatMap((row) => (row.reason === PUT_OFF ? [row.request_id] : []))
    if (request_ids.length > 0 && last.size > 0) {
      const left = await db
        .select({ id: requests.id })
        .from(requests)
        .where(and(inArray(requests.id, request_ids), isLeftWaiting))
      for (const one of left) waiting.add(one.id)
    }
  }
  return ({ order_id, request_id, reason }) => {
    const later = last.get(order_id)
    if (!later || (reason !== CANCELLED && reason !== PUT_OFF)) return { reason, said: '' }
    if (reason === CANCELLED) return { reason, said: later.note }
    return { reason: AFTERWARDS[later.step], said: waiting.has(request_id) ? later.note : '' }
  }
}

/** Agreements of an order whose musicians would read why it is cancelled: those that stand, and those that wait for a new date. */
export const readersOf = (db: Db, order_id: number): Promise<number> =>
  db.$count(
    contracts,
    and(
      eq(contracts.order_id, order_id),
      or(
        inArray(contracts.state, [...PENDING, 'active']),
        and(
          eq(contracts.state, 'voided'),
          eq(contracts.reason, PUT_OFF),
          inArray(contracts.request_id, db.select({ id: requests.id }).from(requests).where(isLeftWaiting)),
        ),
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
