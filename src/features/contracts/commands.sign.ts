import { sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { raise } from '#core/server/events.ts'
import { budget_moments } from '#features/budgets/table.ts'
import type { OrderRow } from '#features/hiring/journey/queries.ts'
import { canStep } from '#features/hiring/journey/rules.ts'
import { orders, plan_moments } from '#features/hiring/table.ts'
import { changeRequest, confirmRequests } from '#features/hiring/talent/commands.ts'
import { notify } from '#features/notifications/commands.ts'
import { lockPayments } from '#features/payments/queries.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { begin, dueBalances, settleEnded } from './commands.schedule.ts'
import {
  agreementsActivated,
  contractSteps,
  enqueueDocument,
  enqueueLetter,
  lockForSigner,
  toArtist,
  toHunter,
} from './commands.ts'
import { type Agreement, SIDES } from './contract.ts'
import { depositDue, isDepositSettled, paymentsOf, standing } from './queries.deposit.ts'
import { type ContractRow, viewOf } from './queries.ts'
import { BINDING, depositToPay, mayLetGo, otherSide, signStep } from './rules.ts'
import { contracts, signatures } from './table.ts'

/** A signature as it is given: what was typed and read, and from where. */
export interface Given {
  typed_name: string
  consent: string
  /** Of the terms that were on the screen. */
  sha256: string
  ip: string
  user_agent: string
}

/**
 * Signs the version that was on the screen. With the last signature a deposit falls due; without one, the last
 * agreement of all required slots confirms the order.
 * @throws Refusal 404, 403 when they don't act for their side, 409 when the terms changed, it was signed already or is
 * past signing
 */
export async function sign(
  work: Work,
  user_id: number,
  contract_id: number,
  signature: Given,
): Promise<Agreement> {
  const { order, row, signed, party, artist } = await lockForSigner(work, user_id, contract_id)
  const sides = signed.filter(({ version }) => version === row.version).map(({ side }) => side)
  if (sides.includes(party.side)) throw new Refusal(409, 'contracts.signed_already')
  const step = signStep(row.state, sides, party.side)
  if (!step) throw new Refusal(409, 'contracts.moved_on')
  if (signature.sha256 !== row.sha256) throw new Refusal(409, 'contracts.terms_changed')
  const added = await work.db
    .insert(signatures)
    .values({
      contract_id,
      version: row.version,
      side: party.side,
      user_id,
      ...signature,
      signed_at: work.now.toISOString(),
    })
    .returning()
  const isLast = step === 'sign_last'
  const taken = await contractSteps.take(work, contract_id, step, party.side, {
    set: isLast ? { signed_at: work.now.toISOString() } : {},
  })
  if (isLast) await begin(work, taken)
  const activated = isLast ? await confirmIfComplete(work, order) : []
  if (isLast) await enqueueDocument(work, row)
  if (isLast && depositToPay(row.terms) > 0)
    for (const side of SIDES) await enqueueLetter(work, contract_id, side, 'deposit_due')
  if (isLast && depositToPay(row.terms) > 0) notify(work, [toHunter(taken, 'deposit_due')])
  if (!isLast && party.side === 'artist') notify(work, [toHunter(taken, 'signed')])
  const now = activated.find(({ id }) => id === contract_id) ?? taken
  return viewOf(work.db, { row: now, party, artist }, [...signed, ...added])
}

/**
 * Brings complete agreements into force, once every required slot has one: holds become gigs, the order is
 * confirmed. Until then every date stays under its hold. Of an order that is confirmed already each comes into force by
 * itself: whoever stands in for somebody waits for nobody else. The order must be locked.
 * @returns those that came into force
 */
export async function confirmIfComplete(work: Work, order: OrderRow): Promise<ContractRow[]> {
  const activated = await contractSteps.takeAll(
    work,
    sql`${contracts.order_id} = ${order.id} and ${isDepositSettled(contracts)}
      ${canStep('deliver', order.stage) ? sql`` : sql`and ${isReady(order.id)}`}`,
    'activate',
    'system',
    { set: { activated_at: work.now.toISOString() } },
  )
  if (activated.length === 0) return []
  await dueBalances(work, activated)
  await confirmRequests(work, order, activated)
  for (const { id } of activated) await enqueueLetter(work, id, 'artist', 'confirmed')
  const owners = await ownersOf(
    work.db,
    activated.map(({ project_id }) => project_id),
  )
  notify(
    work,
    activated.flatMap((row) => {
      const owner_id = owners.get(row.project_id)
      return owner_id === undefined ? [] : [toArtist(row, owner_id, 'firm')]
    }),
  )
  await raise(work, agreementsActivated, { order_id: order.id, contract_ids: activated.map(({ id }) => id) })
  return activated
}

/** Each required slot of the approved plan has an agreement with nothing left to wait for. */
const isReady = (order_id: number) => sql`not exists (
  select 1 from ${orders} o join ${plan_moments} m on m.plan_id = o.plan_id
  where o.id = ${order_id} and m.required and m.format is not null
    and not exists (select 1 from ${contracts}
      join ${budget_moments} c on c.budget_id = ${contracts.budget_id} and c.slot_id = m.slot_id
      where (${contracts.state} in ${BINDING}
        or ${contractSteps.mayTake('activate')} and ${isDepositSettled(contracts)})))`

/**
 * Rejects an agreement: the slot is open again. What both have signed can be given up only when its deposit is late.
 * @throws Refusal 404, 403 when they don't act for their side
 * @throws Refusal 409 `contracts.deposit_time` while the deposit still may come
 */
export async function reject(
  work: Work,
  user_id: number,
  contract_id: number,
  reason: string,
): Promise<Agreement> {
  const { row, party, artist } = await lockForSigner(work, user_id, contract_id)
  const set = { reason, ended_at: work.now.toISOString() }
  const isSigned = row.state === 'signed'
  if (isSigned) {
    const paid = await lockPayments(work.db, paymentsOf(contract_id))
    if (!mayLetGo(standing(row, paid), depositDue(row), work.now))
      throw new Refusal(409, 'contracts.deposit_time')
  }
  const step = isSigned ? 'let_go' : 'reject'
  const rejected = await contractSteps.take(work, contract_id, step, party.side, { set })
  await settleEnded(work, rejected)
  await changeRequest(
    work,
    { id: row.request_id, order_id: row.order_id },
    'close',
    party.side === 'hunter' ? 'hunter' : 'musician',
    { reason: 'contract_rejected' },
  )
  await enqueueLetter(work, contract_id, otherSide(party.side), 'rejected')
  return viewOf(work.db, { row: rejected, party, artist })
}
