import { and, eq, inArray, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { type Subject, subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { lockOrderOf } from '#features/hiring/journey/commands.ts'
import type { OrderRow } from '#features/hiring/journey/queries.ts'
import { deleteAboutSubjects, type Message, notify } from '#features/notifications/commands.ts'
import { assertByHand, assertForStaff } from '#features/payments/commands.cards.ts'
import * as payments from '#features/payments/commands.ts'
import type { End, RecordedMethod } from '#features/payments/contract.ts'
import { lockPayments, type PaymentRow, subjectOf } from '#features/payments/queries.ts'
import { isLate, mayStep as mayPay } from '#features/payments/rules.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { forgetSlip } from '#features/slips/commands.ts'
import { releaseOf, settleEnded } from './commands.schedule.ts'
import { confirmIfComplete } from './commands.sign.ts'
import { enqueueLetter, lockForSigner, toArtist, toHunter } from './commands.ts'
import type { RecordedKind } from './contract.payments.ts'
import type { Agreement, Side } from './contract.ts'
import { isDepositSettled, paymentsOf } from './queries.deposit.ts'
import { contractIdOf, lockBeyond } from './queries.extras.ts'
import { type ContractRow, viewOf } from './queries.ts'
import { depositToPay, hasFailed, mayStep, otherSide, PENDING } from './rules.ts'
import { contracts } from './table.ts'

/* One side says that something was paid, the other that this is so: then it stands in the books. */

/** A balance of an agreement in force is late, or isn't any more. */
export const balanceMoved = domainEvent<{ order_id: number; contract_id: number }>('contracts.balance_moved')

/** Which end of its payments a side is. */
const END: Record<Side, End> = { hunter: 'user', artist: 'project' }

/** The payment of a kind, locked; of refunds, extras and tips the last one. */
export async function paymentOf(work: Work, { id }: ContractRow, kind: RecordedKind) {
  const isBeyond = kind === 'extra' || kind === 'tip'
  const rows = await (isBeyond ? lockBeyond(work.db, id) : lockPayments(work.db, paymentsOf(id)))
  // What goes back to a card does so by itself.
  return rows.findLast((row) => row.kind === kind && row.refund_of === null)
}

/** Whether payments of that kind are recorded while the agreement stands so; refunds are when it doesn't stand any more. */
const isPaidIn = (kind: RecordedKind, { state }: ContractRow): boolean =>
  kind === 'refund' || (kind === 'deposit' ? mayStep('activate', state) : !hasFailed(state))

/** @throws Refusal 409 for what was confirmed, isn't to be paid, or isn't there */
export function assertOpen(row: ContractRow, kind: RecordedKind, one: PaymentRow | undefined): asserts one {
  if (one?.held_at) throw new Refusal(409, 'contracts.payment_recorded')
  const isAnswered = one?.state === 'processing'
  if (!isAnswered && !isPaidIn(kind, row)) throw new Refusal(409, 'contracts.moved_on')
  if (!one || one.state === 'scheduled' || one.state === 'cancelled')
    throw new Refusal(409, 'contracts.no_payment')
}

/** How the two sides are told of each kind of payment. */
const LETTERS = {
  deposit: { recorded: 'deposit_recorded', cleared: 'deposit_cleared' },
  balance: { recorded: 'payment_recorded', cleared: 'payment_cleared' },
  refund: { recorded: 'payment_recorded', cleared: 'payment_cleared' },
  extra: { recorded: 'payment_recorded', cleared: 'payment_cleared' },
  tip: { recorded: 'payment_recorded', cleared: 'payment_cleared' },
} as const
/** `recorded`: what the hunter is told of one that the artist recorded; a tip is the hunter's alone to record. */
const NEWS = {
  deposit: { artist: 'deposit', recorded: 'deposit_recorded', cleared: 'deposit_cleared' },
  balance: { artist: 'balance', recorded: 'balance_recorded', cleared: 'balance_cleared' },
  refund: { artist: 'refund', recorded: 'refund_recorded', cleared: 'refund_cleared' },
  extra: { artist: 'extra', recorded: 'extra_recorded', cleared: 'extra_cleared' },
  tip: { artist: 'tip', recorded: null, cleared: 'tip_cleared' },
} as const
/** What each side is told of one that is confirmed. */
const CONFIRMED = {
  deposit: { artist: 'deposit_paid', hunter: 'deposit_confirmed' },
  balance: { artist: 'balance_paid', hunter: 'balance_confirmed' },
  refund: { artist: 'refund_paid', hunter: 'refund_confirmed' },
  extra: { artist: 'extra_paid', hunter: 'extra_confirmed' },
  tip: { artist: 'tip_paid', hunter: 'tip_confirmed' },
} as const

/** There may be several extras and tips of an agreement: each is news by itself. */
const newsOf = (message: Message, { id, kind }: PaymentRow): Message =>
  kind === 'extra' || kind === 'tip' ? { ...message, version: id } : message

/**
 * One side records a payment: that it was sent, or that it arrived.
 * @throws Refusal 404 when they are no party, 403 when they don't act for theirs or a tip isn't theirs to give, 409 when
 * none is due or it is recorded
 */
export async function recordPayment(
  work: Work,
  user_id: number,
  contract_id: number,
  kind: RecordedKind,
  said: { method: RecordedMethod; reference: string },
): Promise<Agreement> {
  const { row, signed, party, artist } = await lockForSigner(work, user_id, contract_id)
  if (kind === 'tip' && party.side === 'artist') throw new Refusal(403, 'contracts.buyer_tips')
  const one = await paymentOf(work, row, kind)
  assertOpen(row, kind, one)
  assertByHand(one)
  if (!mayPay('declare', one.state)) throw new Refusal(409, 'contracts.payment_recorded')
  await payments.declare(work, one, END[party.side], said)
  // It was said before, and wasn't found.
  if (one.declared_by) await forgetSlip(work, subject('payment', one.id))
  await enqueueLetter(work, contract_id, otherSide(party.side), LETTERS[kind].recorded, kind)
  const { recorded } = NEWS[kind]
  if (party.side === 'hunter') notify(work, [newsOf(toArtist(row, artist.owner_id, NEWS[kind].artist), one)])
  else if (recorded) notify(work, [newsOf(toHunter(row, recorded), one)])
  return viewOf(work.db, { row, party, artist }, signed)
}

/** What follows from a payment that is there. @returns the agreement as it is now */
export async function follow(work: Work, order: OrderRow, row: ContractRow, one: PaymentRow) {
  const { kind } = one
  if (kind === 'refund') return row
  if (hasFailed(row.state)) {
    await settleEnded(work, row)
    return row
  }
  if (kind === 'deposit') {
    const activated = await confirmIfComplete(work, order)
    return activated.find(({ id }) => id === row.id) ?? row
  }
  if (row.state === 'completed') {
    const released = await releaseOf(work, row, await lockPayments(work.db, one.subject as Subject))
    const owner_id = (await ownersOf(work.db, [row.project_id])).get(row.project_id)
    // What was paid before was released when they had played; what came by card may be kept a while longer.
    if (owner_id && released.length > 0)
      notify(work, [newsOf({ ...toArtist(row, owner_id, 'released'), version: 2 }, one)])
  } else if (kind !== 'extra' && kind !== 'tip')
    await raise(work, balanceMoved, { order_id: row.order_id, contract_id: row.id })
  return row
}

/**
 * The other side confirms a payment. With the last deposit of the required slots the order is confirmed.
 * @throws Refusal 404, 403, 409 when nothing is recorded or it was the caller who recorded it
 */
export async function confirmPayment(
  work: Work,
  user_id: number,
  contract_id: number,
  kind: RecordedKind,
): Promise<Agreement> {
  const { order, row, signed, party, artist } = await lockForSigner(work, user_id, contract_id)
  const one = await paymentOf(work, row, kind)
  assertOpen(row, kind, one)
  if (one.state !== 'processing') throw new Refusal(409, 'contracts.no_payment')
  assertByHand(one)
  if (one.declared_by === END[party.side]) throw new Refusal(409, 'contracts.other_side_confirms')
  await payments.confirm(work, one, END[party.side])
  // Whoever recorded it has waited for this.
  notify(work, [
    newsOf(
      party.side === 'artist'
        ? toHunter(row, CONFIRMED[kind].hunter)
        : toArtist(row, artist.owner_id, CONFIRMED[kind].artist),
      one,
    ),
  ])
  const now = await follow(work, order, row, one)
  return viewOf(work.db, { row: now, party, artist }, signed)
}

/**
 * A record isn't so: whoever recorded it takes it back, the other side contests it. It may be recorded again.
 * @throws Refusal 404, 403, 409 when nothing is recorded or it was confirmed
 */
export async function clearPayment(
  work: Work,
  user_id: number,
  contract_id: number,
  kind: RecordedKind,
): Promise<Agreement> {
  const { row, signed, party, artist } = await lockForSigner(work, user_id, contract_id)
  const one = await paymentOf(work, row, kind)
  assertOpen(row, kind, one)
  if (one.state !== 'processing') throw new Refusal(409, 'contracts.no_payment')
  assertByHand(one)
  const left = await payments.unsay(work, one, END[party.side])
  if (left.declared_by === null) await forgetSlip(work, subject('payment', one.id))
  // Of what ended nothing is to be paid any more.
  if (hasFailed(row.state) && kind !== 'refund') await payments.cancel(work, [left])
  await enqueueLetter(work, contract_id, otherSide(party.side), LETTERS[kind].cleared, kind)
  // There is nothing to confirm any more; if it is recorded again, that is news again.
  const { recorded } = NEWS[kind]
  const over = [
    toArtist(row, artist.owner_id, NEWS[kind].artist),
    ...(recorded ? [toHunter(row, recorded)] : []),
    toHunter(row, NEWS[kind].cleared),
  ]
  await deleteAboutSubjects(
    work,
    [artist.owner_id, row.hunter_id],
    over.map(({ subject }) => subject),
  )
  if (party.side === 'artist') notify(work, [newsOf(toHunter(row, NEWS[kind].cleared), left)])
  return viewOf(work.db, { row, party, artist }, signed)
}

/** An agreement that a payment is for, or is beyond, with its order and itself locked; null for what isn't an agreement's. */
export async function lockSubject(work: Work, subject: string) {
  const id = await contractIdOf(work.db, subject)
  if (id === null) return null
  const { order } = await lockOrderOf(work, contracts, eq(contracts.id, id))
  const [row] = await work.db.select().from(contracts).where(eq(contracts.id, id)).for('update')
  return row ? { order, row } : null
}

/** Neither side has confirmed it: that it arrived is all that is said. */
const asFound = (message: Message): Message => ({ ...message, params: { ...message.params, voice: 'found' } })

/**
 * Staff found the money of a payment that was contested or not answered, or didn't.
 * @param by who of the staff says so
 * @param outcome.failed why it wasn't found; left out: it was
 * @throws Refusal 404 for no such payment, 409 when there is nothing to settle
 */
export async function settlePayment(
  work: Work,
  payment_id: number,
  by: string,
  outcome: { failed?: string } = {},
): Promise<PaymentRow> {
  const subject = await subjectOf(work.db, payment_id)
  const locked = subject && (await lockSubject(work, subject))
  if (!locked) throw notFound()
  const { order, row } = locked
  const one = (await lockPayments(work.db, subject as Subject)).find(({ id }) => id === payment_id)
  if (!one) throw notFound()
  await assertForStaff(work, one, outcome)
  if (outcome.failed) {
    const failed = await payments.fail(work, one, by, outcome.failed)
    if (hasFailed(row.state) && one.kind !== 'refund') await payments.cancel(work, [failed])
    return failed
  }
  const settled = await payments.confirm(work, one, { staff: by })
  if (one.kind !== 'carried') {
    const owner_id = (await ownersOf(work.db, [row.project_id])).get(row.project_id)
    notify(work, [
      newsOf(asFound(toHunter(row, CONFIRMED[one.kind].hunter)), one),
      ...(owner_id ? [newsOf(asFound(toArtist(row, owner_id, CONFIRMED[one.kind].artist)), one)] : []),
    ])
  }
  await follow(work, order, row, one)
  return settled
}

/** Whoever has to pay, or to answer, is told again; a balance that is late puts its event at risk, and both are told. */
export async function remindOf(
  work: Work,
  { payment_id, subject }: { payment_id: number; subject: string },
): Promise<void> {
  const locked = await lockSubject(work, subject)
  if (!locked) return
  const { row } = locked
  const one = (await lockPayments(work.db, subject as Subject)).find(({ id }) => id === payment_id)
  if (!one || one.kind === 'carried') return
  const payer: Side = one.kind === 'refund' ? 'artist' : 'hunter'
  if (one.state === 'processing') {
    const other = one.declared_by === 'user' ? 'artist' : 'hunter'
    await enqueueLetter(work, row.id, other, LETTERS[one.kind].recorded, one.kind)
    return
  }
  // Nobody is asked for a tip.
  if (one.kind === 'tip') return
  // The two don't agree, and of what ended nothing is to be paid any more.
  if (hasFailed(row.state) && one.kind !== 'refund') return
  if (one.kind === 'deposit') {
    await enqueueLetter(work, row.id, payer, 'deposit_due')
    return
  }
  await enqueueLetter(work, row.id, payer, 'payment_due', one.kind)
  if (!isLate(one, work.now)) return
  await enqueueLetter(work, row.id, otherSide(payer), 'payment_due', one.kind)
  if (one.kind === 'balance') await raise(work, balanceMoved, { order_id: row.order_id, contract_id: row.id })
}

/**
 * The artist says where the deposit should go; a hunter who has to pay it now gets a letter.
 * @throws Refusal 404 when they aren't the artist's side, 403 when not its owner, 409
 */
export async function savePayTo(
  work: Work,
  user_id: number,
  contract_id: number,
  pay_to: string,
): Promise<Agreement> {
  const { row, party, artist } = await lockForSigner(work, user_id, contract_id)
  if (party.side !== 'artist') throw notFound()
  const [saved] = await work.db
    .update(contracts)
    .set({ pay_to })
    .where(
      and(
        eq(contracts.id, row.id),
        inArray(contracts.state, PENDING),
        sql`not ${isDepositSettled(contracts)}`,
        sql`(${contracts.terms} -> 'fees' ->> 'deposit')::bigint > 0`,
      ),
    )
    .returning()
  if (!saved) throw new Refusal(409, 'contracts.moved_on')
  const one = await paymentOf(work, row, 'deposit')
  const isDue = row.state === 'signed' && depositToPay(row.terms) > 0 && one?.state !== 'processing'
  if (isDue && pay_to !== '' && pay_to !== row.pay_to) {
    await enqueueLetter(work, contract_id, 'hunter', 'deposit_due')
    notify(work, [toHunter(saved, 'pay_to')])
  }
  return viewOf(work.db, { row: saved, party, artist })
}
