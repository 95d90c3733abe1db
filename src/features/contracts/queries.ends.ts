import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { type Subject, subject } from '#core/contract/subject.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import type { Agreed } from '#features/hiring/desk/rules.again.ts'
import { request_moments, requests } from '#features/hiring/table.ts'
import { OPEN } from '#features/hiring/talent/rules.ts'
import {
  firmlyPaidOf,
  hasTakenPlace,
  heldFor,
  isPaidElsewhere,
  isSaidPaid,
  paidOf,
  paymentsOf,
} from './queries.deposit.ts'
import { paidBeside } from './queries.extras.ts'
import type { ContractRow } from './queries.ts'
import { CONTRACT_STEPS, outcomeOf, PUT_OFF, refundOf } from './rules.ts'
import { contracts } from './table.ts'

/* How agreements end with their order, and begin again with it. */

/** Money that was paid for agreements that an order's end would void, minor units; see `CancelPreview`. */
type PaidSums = Record<'paid' | 'refund' | 'unconfirmed' | 'unconfirmed_refund' | 'paid_beyond', number>

/**
 * Agreements that cancelling an order would void, and what was paid for them and for those of an earlier date whose money
 * still waits for what comes of this one. What comes back of it is as of now, or as of when that earlier date fell; what
 * somebody says was paid beyond them, `paid_beyond`, comes back whole.
 */
export async function agreementsToVoid(
  db: Db,
  order_id: number,
  now: Date,
): Promise<{ count: number } & PaidSums> {
  const standing = await db
    .select()
    .from(contracts)
    .where(and(eq(contracts.order_id, order_id), inArray(contracts.state, [...CONTRACT_STEPS.void.from])))
  const sums: PaidSums = { paid: 0, refund: 0, unconfirmed: 0, unconfirmed_refund: 0, paid_beyond: 0 }
  const before = await paidBefore(db, order_id)
  const { own, beyond } = await paidBeside(
    db,
    [...standing, ...before].map(({ id }) => id),
    paymentsOf,
  )
  const add = (row: ContractRow, at: Date) => {
    // What went back already, as banks take it, doesn't wait.
    const paid = own(row.id).filter(({ state }) => state !== 'refunded')
    const firm = firmlyPaidOf(row, paid)
    const open = paidOf(row, paid) - firm
    sums.paid += firm
    sums.refund += refundOf(row.terms, at, firm)
    sums.unconfirmed += open
    sums.unconfirmed_refund += refundOf(row.terms, at, open)
  }
  for (const row of standing) if (!isPaidElsewhere(row)) add(row, now)
  for (const { id } of standing)
    for (const { payment } of beyond(id))
      if (payment && isSaidPaid(payment)) sums.paid_beyond += payment.amount
  for (const row of before) add(row, new Date(row.ended_at ?? now))
  return { count: standing.length, ...sums }
}

/**
 * Agreements of an order that ended as it was put off, and whose money still waits: none that both have signed has taken
 * their place, and their project is asked again or may be.
 */
function paidBefore(db: Db, order_id: number): Promise<ContractRow[]> {
  return db
    .select()
    .from(contracts)
    .where(sql`${contracts.order_id} = ${order_id} and ${contracts.state} = 'voided' and ${contracts.reason} = ${PUT_OFF}
      and (${contracts.signed_at} is not null or ${contracts.terms} -> 'replaces' is null)
      and not exists (select from ${contracts} n
        where n.id = ${outer(contracts.replaced_by_id)} and n.signed_at is not null)
      and (select r.status in ${OPEN} or r.status = 'closed' and r.reason = ${PUT_OFF} from ${requests} r
        where r.order_id = ${outer(contracts.order_id)} and r.project_id = ${outer(contracts.project_id)}
        order by r.id desc limit 1)`)
}

/**
 * Whether an agreement `c` ended as its order was put off and none has taken its place. One that was never signed leaves
 * the place to those that it was made for.
 */
export const isUnreplaced = sql`c.state = 'voided' and c.reason = ${PUT_OFF}
  and (c.signed_at is not null or c.terms -> 'replaces' is null)
  and not exists (select from ${contracts} n
    where n.id = c.replaced_by_id and ${hasTakenPlace({ signed_at: sql`n.signed_at`, state: sql`n.state` })})`

/**
 * Who had agreed to play when an order was put off: agreements that none has taken the place of, of whoever hasn't said no
 * since.
 */
export async function agreedToPlay(db: Db, order_id: number): Promise<Agreed[]> {
  const { rows } = await db.execute<
    Pick<ContractRow, 'project_id' | 'number' | 'terms' | 'reason'> & {
      ended_at: string
      paid: number
      moments: { slot_id: number; service_id: number }[]
    }
  >(sql`
    select c.project_id, c.number, c.terms, c.reason, c.ended_at, ${heldFor} as paid,
      coalesce((select jsonb_agg(jsonb_build_object('slot_id', m.slot_id, 'service_id', m.service_id))
        from ${request_moments} m where m.request_id = c.request_id and m.reason = ${PUT_OFF}), '[]') as moments
    from ${contracts} c
    where c.order_id = ${order_id} and ${isUnreplaced}
      and (select r.status = 'closed' and r.reason = ${PUT_OFF} from ${requests} r
        where r.order_id = c.order_id and r.project_id = c.project_id order by r.id desc limit 1)
    order by c.id`)
  return rows.map(({ terms, reason, ended_at, paid, ...one }) => ({
    ...one,
    paid,
    refund: outcomeOf(terms, { reason, ended_at, paid, carried: null, artist_left: false }).refund,
  }))
}

/** Agreements that aren't in force and whose time has begun: as many as one sweep goes through. */
export async function agreementsToExpire(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        inArray(contracts.state, [...CONTRACT_STEPS.expire.from]),
        lte(contracts.starts_at, now.toISOString()),
      ),
    )
    .orderBy(contracts.id)
    .limit(200)
  return rows.map(({ id }) => id)
}

/** What people are told of the agreements of these orders, as the subjects of notifications. */
export async function agreementsTold(db: Db, order_ids: readonly number[]): Promise<Subject[]> {
  const rows = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(inArray(contracts.order_id, [...order_ids]))
  return rows.map(({ id }) => subject('contract', id))
}
