import { and, asc, eq, inArray, isNull, like, ne, sql } from 'drizzle-orm'
import type { Subject } from '#core/contract/subject.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { App, Work } from '#core/server/app.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
import { post } from '#features/ledger/commands.ts'
import { movedBy } from '#features/ledger/queries.ts'
import { clearing, move as lines, ownCosts } from '#features/ledger/rules.ts'
import { portOf } from './commands.port.ts'
import { type CheckoutFound, Declined, type DisputeFound, type MoveFound } from './port.ts'
import type { PaymentRow } from './queries.ts'
import { moves } from './queues.ts'
import { paidOut } from './rules.ts'
import { card_charges, card_moves, payments, payout_accounts } from './table.ts'

/*
 * Money that goes back to cards, and on to projects. It is ordered with the step that causes it, and never more than came
 * by a charge; a job tells the provider, by a key of its own, until that says yes or no.
 */

/** What the provider said of a payment: whoever owns its subject locks that first, and goes on by it. */
export const providerSaid = domainEvent<{ subject: string; said: Said }>('payments.provider_said')
export type Said =
  | { what: 'page'; checkout_id: number; found: CheckoutFound }
  | { what: 'refund'; move_id: number; found: MoveFound }
  | { what: 'dispute'; charge_id: number; found: DisputeFound }

/** How many a sweep takes; the next one goes on. */
const A_SWEEP = 100

export type MoveRow = typeof card_moves.$inferSelect

/**
 * Orders that so much of a payment's charges goes back, or on.
 * @param from whose charges
 * @param to the refund that it carries out; of a transfer the payment itself, and who is paid
 * @param more of a transfer: which part of the payment somebody else earned, and when it may be sent
 * @throws Error when there isn't as much: no caller may ask for it
 */
export async function orderMoves(
  work: Work,
  kind: MoveRow['kind'],
  from: Pick<PaymentRow, 'id'>,
  to: Pick<PaymentRow, 'id' | 'project_id' | 'currency'>,
  amount: number,
  { part: its = '', send_at = null }: { part?: string; send_at?: string | null } = {},
): Promise<void> {
  const charges = await work.db
    .select()
    .from(card_charges)
    .where(eq(card_charges.payment_id, from.id))
    .orderBy(asc(card_charges.id))
    .for('update')
  const at = work.now.toISOString()
  let left = amount
  for (const charge of charges) {
    const part = Math.min(left, charge.amount - charge.back - charge.out)
    if (part <= 0) continue
    left -= part
    const column = kind === 'refund' ? card_charges.back : card_charges.out
    await work.db
      .update(card_charges)
      .set({ [kind === 'refund' ? 'back' : 'out']: sql`${column} + ${part}` })
      .where(eq(card_charges.id, charge.id))
    const [move] = await work.db
      .insert(card_moves)
      .values({
        ...{ kind, charge_id: charge.id, payment_id: to.id, project_id: to.project_id, amount: part },
        ...{ currency: to.currency, state: 'ordered', part: its, send_at, asked_at: at, created_at: at },
      })
      .returning({ id: card_moves.id })
    // What is to wait is found by the sweep.
    if (move && send_at === null) await enqueue(work, moves, { move_id: move.id })
  }
  if (left > 0) throw new Error(`the cards of payment ${from.id} have ${left} less than is to be moved`)
}

/** A move with its charge, and where its project is paid. */
async function moveFacts(app: App, move_id: number) {
  const [found] = await app.db
    .select({ move: card_moves, charge: card_charges, account: payout_accounts, subject: payments.subject })
    .from(card_moves)
    .innerJoin(card_charges, eq(card_charges.id, card_moves.charge_id))
    .innerJoin(payments, eq(payments.id, card_moves.payment_id))
    .leftJoin(payout_accounts, eq(payout_accounts.project_id, card_moves.project_id))
    .where(eq(card_moves.id, move_id))
  return found
}

/** Tells the provider to send it, or asks what became of it. A transfer waits for its project's account. */
export async function runMove(app: App, move_id: number): Promise<void> {
  const facts = await moveFacts(app, move_id)
  if (!facts || (facts.move.state !== 'ordered' && facts.move.state !== 'sent')) return
  const { move, charge, account, subject } = facts
  const port = portOf(app.config)
  if (!port.takes_cards || charge.dispute === 'open') return
  if (move.send_at !== null && Date.parse(move.send_at) > app.clock.now().getTime()) return
  const isOfBank = charge.dispute === 'lost' && move.kind === 'refund' && !move.provider_id
  if (isOfBank && (await keepFromBank(app, move, subject as Subject))) return
  const to = move.account_id ?? (account?.ready ? account.account_id : null)
  if (move.kind === 'transfer' && !(to && (move.account_id || (await sentTo(app, move, to))))) return
  const order = {
    key: `move:${move.id}:${move.refusals}`,
    move_id: move.id,
    payment_id: move.payment_id,
    amount: move.amount,
    currency: move.currency,
    intent_id: charge.intent_id,
    // What a bank took back has nothing left to send on: what the platform bears is its own money.
    charge_id: charge.dispute === 'lost' && !move.account_id ? null : charge.charge_id,
  }
  try {
    const found =
      move.kind === 'transfer'
        ? await port.transfer({ ...order, account_id: to ?? '' })
        : move.provider_id
          ? await port.askRefund(move.provider_id)
          : await port.refund(order)
    await transaction(app, app.clock.now(), (work) => keepMove(work, move, subject as Subject, found))
  } catch (error) {
    if (!(error instanceof Declined)) throw error
    app.log.error(
      { move: move.id, code: error.code, reason: error.message },
      'the provider refuses to send money',
    )
    await app.db
      .update(card_moves)
      .set({
        refusals: sql`${card_moves.refusals} + 1`,
        failure: error.code,
        account_id: null,
        asked_at: app.clock.now().toISOString(),
        // What can't go back to a card needs somebody to look; a transfer is tried again.
        ...(move.kind === 'refund' && error.code !== 'balance_insufficient'
          ? { state: 'failed' as const }
          : {}),
      })
      .where(and(eq(card_moves.id, move.id), eq(card_moves.refusals, move.refusals)))
  }
}

/**
 * From its first try on a transfer goes to one account, until the provider says no: sent elsewhere, or not at all, while an
 * answer is still to come, it might be paid twice, or be gone and not known.
 * @returns false when it isn't to be sent any more, or somebody else sends it
 */
async function sentTo(app: App, { id }: MoveRow, account_id: string): Promise<boolean> {
  const kept = await app.db
    .update(card_moves)
    .set({ account_id })
    .where(and(eq(card_moves.id, id), eq(card_moves.state, 'ordered'), isNull(card_moves.account_id)))
    .returning({ id: card_moves.id })
  return kept.length > 0
}

/**
 * What goes back of a charge that its bank has taken back already: the payer has it from there, and nobody gives it twice.
 * What the platform bore for it is borne by what was kept.
 * @returns whether the bank took as much
 */
const keepFromBank = (app: App, move: MoveRow, subject: Subject): Promise<boolean> =>
  transaction(app, app.clock.now(), async (work) => {
    const { id, charge_id, amount, currency } = move
    const charge = eq(card_charges.id, charge_id)
    await work.db.select({ id: card_charges.id }).from(card_charges).where(charge).for('update')
    const from = (one: number | string) => `dispute:${charge_id}:lost:${one}`
    const [told] = await work.db
      .select({ sum: sql<number>`coalesce(sum(${card_moves.amount}), 0)`.mapWith(Number) })
      .from(card_moves)
      .where(
        and(
          ...[eq(card_moves.charge_id, charge_id), eq(card_moves.kind, 'refund')],
          ...[ne(card_moves.id, id), like(card_moves.provider_id, from('%'))],
        ),
      )
    const borne = -(await movedBy(work.db, lostKey(charge_id), ownCosts(currency)))
    if (borne - (told?.sum ?? 0) < amount) return false
    await post(work, [
      {
        ...{ key: `move:${id} of its bank`, subject, at: work.now },
        lines: lines(amount, clearing(currency), ownCosts(currency)),
      },
    ])
    await keepMove(work, move, subject, {
      ...{ provider_id: from(id), state: 'done', failure: null, amount, currency },
    })
    return true
  })

/** Names in the books that a bank took a charge back. */
export const lostKey = (charge_id: number): string => `charge:${charge_id} lost`

/** Writes down what became of a move, once. Of a refund whoever owns the payment's subject is asked to lock it first. */
export async function keepMove(work: Work, move: MoveRow, subject: Subject, found: MoveFound): Promise<void> {
  if (found.amount !== move.amount || found.currency !== move.currency) {
    work.app.log.error({ move: move.id, found }, 'the provider sent something else than it was told to')
    return
  }
  if (move.kind === 'refund') {
    await raise(work, providerSaid, { subject, said: { what: 'refund', move_id: move.id, found } })
    return
  }
  const { amount, currency } = move
  if (await settleMove(work, move.id, found))
    await post(work, [
      { key: `move:${move.id} sent`, subject, at: work.now, lines: paidOut(amount, currency) },
    ])
}

/** The move as the provider has it now. @returns null when that was known */
export async function settleMove(work: Work, id: number, found: MoveFound): Promise<MoveRow | null> {
  const at = work.now.toISOString()
  const [moved] = await work.db
    .update(card_moves)
    .set({
      state: found.state,
      failure: found.failure,
      provider_id: found.provider_id,
      asked_at: at,
      ...(found.state === 'done' ? { done_at: at } : {}),
    })
    .where(and(eq(card_moves.id, id), inArray(card_moves.state, ['ordered', 'sent'])))
    .returning()
  return moved ?? null
}

/** Transfers that may be sent by now, and moves of which nothing was heard for long: so many a time. */
export async function enqueueMoves(app: App, now: Date, after_minutes: number): Promise<void> {
  const long = new Date(now.getTime() - after_minutes * MINUTE).toISOString()
  const found = await app.db
    .select({ id: card_moves.id })
    .from(card_moves)
    .innerJoin(card_charges, eq(card_charges.id, card_moves.charge_id))
    .leftJoin(payout_accounts, eq(payout_accounts.project_id, card_moves.project_id))
    .where(
      sql`${card_moves.state} in ('ordered', 'sent') and ${card_moves.asked_at} <= ${long}::timestamptz
        and ${card_charges.dispute} is distinct from 'open'
        and (${card_moves.send_at} is null or ${card_moves.send_at} <= ${now.toISOString()}::timestamptz)
        and (${card_moves.kind} = 'refund' or ${payout_accounts.ready} or ${card_moves.account_id} is not null)`,
    )
    .orderBy(asc(card_moves.asked_at))
    .limit(A_SWEEP)
  if (found.length === 0) return
  await transaction(app, now, async (work) => {
    const ids = found.map(({ id }) => id)
    await work.db.update(card_moves).set({ asked_at: now.toISOString() }).where(inArray(card_moves.id, ids))
    for (const move_id of ids) await enqueue(work, moves, { move_id })
  })
}
