import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { raise } from '#core/server/events.ts'
import { changeRequest, confirmRequests } from '#features/hiring/commands.requests.ts'
import type { OrderRow } from '#features/hiring/queries.ts'
import { hashOf } from './commands.draft.ts'
import { agreementsActivated, lockForSigner, step } from './commands.ts'
import type { Side, Terms } from './contract.ts'
import { depositDue, type Row } from './queries.ts'
import { CONTRACT_STEPS, mayLetGo, otherSide, signStep } from './rules.ts'
import { contracts, signatures } from './table.ts'

async function signedSides(db: Db, row: Row): Promise<Side[]> {
  const rows = await db
    .select({ side: signatures.side })
    .from(signatures)
    .where(
      and(
        eq(signatures.contract_id, row.id),
        eq(signatures.version, row.version),
        isNull(signatures.voided_at),
      ),
    )
  return rows.map(({ side }) => side)
}

/**
 * Signs the version that was on the screen. With the last signature a deposit falls due; without one, the last
 * agreement of all required slots confirms the order.
 * @returns whether a deposit is due now
 * @throws Refusal 409 when the terms changed, it was signed already or is past signing
 */
export async function sign(
  work: Work,
  user_id: number,
  contract_id: number,
  signature: { typed_name: string; consent: string; sha256: string; ip: string; user_agent: string },
): Promise<boolean> {
  const { order, row, party } = await lockForSigner(work, user_id, contract_id)
  const sides = await signedSides(work.db, row)
  if (sides.includes(party.side)) throw new Refusal(409, 'contracts.signed_already')
  const name = signStep(row.state, sides, party.side)
  if (!name) throw new Refusal(409, 'contracts.moved_on')
  if (signature.sha256 !== row.sha256) throw new Refusal(409, 'contracts.terms_changed')
  await work.db.insert(signatures).values({
    contract_id,
    version: row.version,
    side: party.side,
    user_id,
    ...signature,
    signed_at: work.now.toISOString(),
  })
  await step(work, contract_id, name, name === 'sign_last' ? { signed_at: work.now.toISOString() } : {})
  if (name !== 'sign_last') return false
  await confirmIfComplete(work, order)
  return row.terms.fees.deposit > 0
}

/** Signed by both, and its deposit (if one was agreed) recorded by one side and confirmed by the other. */
const isReady = sql`(${inArray(contracts.state, [...CONTRACT_STEPS.activate.from])}
  and (${contracts.deposit_confirmed_at} is not null or (${contracts.terms} -> 'fees' ->> 'deposit')::bigint = 0))`

/**
 * Brings complete agreements into force, once every required slot has one: holds become gigs, the order is
 * confirmed. Until then every date stays under its hold. The order must be locked.
 */
export async function confirmIfComplete(work: Work, order: OrderRow): Promise<void> {
  if (!(await allReady(work.db, order.id))) return
  const signed = await work.db
    .update(contracts)
    .set({ state: CONTRACT_STEPS.activate.to, activated_at: work.now.toISOString() })
    .where(and(eq(contracts.order_id, order.id), isReady))
    .returning({ id: contracts.id, request_id: contracts.request_id })
  if (signed.length === 0) return
  await confirmRequests(
    work,
    order,
    signed.map(({ request_id }) => request_id),
  )
  await raise(work, agreementsActivated, { order_id: order.id, contract_ids: signed.map(({ id }) => id) })
}

/** Whether each required slot of the approved plan has an agreement with nothing left to wait for. */
async function allReady(db: Db, order_id: number): Promise<boolean> {
  const { rows } = await db.execute<{ done: boolean }>(sql`
    select not exists (
      select 1 from orders o join plan_moments m on m.plan_id = o.plan_id
      where o.id = ${order_id} and m.required and m.format is not null
        and not exists (select 1 from contracts
          where contracts.slot_id = m.slot_id
            and (contracts.state in ('active', 'completed') or ${isReady}))) as done`)
  return rows[0]?.done ?? false
}

/** Changes the special terms: a new version, and every signature so far is void. @returns whom to tell */
export async function revise(
  work: Work,
  user_id: number,
  contract_id: number,
  special_terms: string,
): Promise<Side> {
  const { row, party } = await lockForSigner(work, user_id, contract_id)
  const version = row.version + 1
  const terms: Terms = { ...row.terms, version, special_terms }
  await step(work, contract_id, 'revise', {
    version,
    terms,
    sha256: hashOf(terms),
    sent_at: work.now.toISOString(),
  })
  await work.db
    .update(signatures)
    .set({ voided_at: work.now.toISOString() })
    .where(and(eq(signatures.contract_id, contract_id), isNull(signatures.voided_at)))
  return otherSide(party.side)
}

/**
 * Says no: the slot is open again. What both have signed can be given up only when its deposit is late.
 * @returns whom to tell
 * @throws Refusal 409 `contracts.deposit_time` while the deposit still may come
 */
export async function reject(
  work: Work,
  user_id: number,
  contract_id: number,
  reason: string,
): Promise<Side> {
  const { row, party } = await lockForSigner(work, user_id, contract_id)
  const ended = { reason, ended_at: work.now.toISOString() }
  if (row.state === 'signed') {
    const { standing, due_at } = depositDue(row)
    if (!mayLetGo(standing, due_at, work.now)) throw new Refusal(409, 'contracts.deposit_time')
    await step(work, contract_id, 'let_go', ended)
  } else await step(work, contract_id, 'reject', ended)
  await changeRequest(
    work,
    row.request_id,
    'close',
    party.side === 'hunter' ? 'hunter' : 'musician',
    'contract_rejected',
  )
  return otherSide(party.side)
}
