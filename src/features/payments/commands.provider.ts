import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { raise } from '#core/server/events.ts'
import { post } from '#features/ledger/commands.ts'
import {
  clearing,
  costsOfProvider,
  earnedBy,
  type Line,
  move as linesOf,
  ownCosts,
} from '#features/ledger/rules.ts'
import { lostKey, type Said, settleMove } from './commands.moves.ts'
import { isOpenPage } from './commands.pages.ts'
import { takeStep } from './commands.steps.ts'
import { paymentConfirmed, release } from './commands.ts'
import type { CheckoutFound, DisputeFound, MoveFound } from './port.ts'
import type { PaymentRow } from './queries.ts'
import { nextAsked } from './rules.ts'
import { card_charges, card_moves, checkouts, payments } from './table.ts'

/*
 * What the provider says of a payment becomes its state, once, however often and in whatever order it is said. Whoever
 * owns the payment's subject has locked that, and goes on by what is answered.
 */

/** What is new of a payment. `over`: nobody pays on its page any more. */
export interface Heard {
  news: 'paid' | 'declined' | 'over' | 'returned' | 'disputed' | 'dispute_won' | 'dispute_lost'
  row: PaymentRow
}

/** Goes on by what the provider said. @returns what is new; null when nothing is */
export function heed(work: Work, said: Said): Promise<Heard | null> {
  if (said.what === 'page') return heedPage(work, said.checkout_id, said.found)
  if (said.what === 'refund') return heedRefund(work, said.move_id, said.found)
  return heedDispute(work, said.charge_id, said.found)
}

/** A payment's row, locked. */
async function lockPayment(work: Work, id: number): Promise<PaymentRow | undefined> {
  const [row] = await work.db.select().from(payments).where(eq(payments.id, id)).for('update')
  return row
}

async function heedPage(work: Work, checkout_id: number, found: CheckoutFound): Promise<Heard | null> {
  const [known] = await work.db.select().from(checkouts).where(eq(checkouts.id, checkout_id))
  const row = known && (await lockPayment(work, known.payment_id))
  const [page] = await work.db.select().from(checkouts).where(eq(checkouts.id, checkout_id)).for('update')
  if (!row || !page || !isOpenPage(page)) return null
  const isOver = found.status !== 'open'
  await work.db
    .update(checkouts)
    .set({
      state: isOver && !found.session_id ? 'refused' : found.status,
      ...(found.session_id ? { session_id: found.session_id } : {}),
      url: isOver ? null : found.url,
      failure: found.failure ?? page.failure,
      asked_at: work.now.toISOString(),
    })
    .where(eq(checkouts.id, page.id))
  if (!isOver) return found.failure && !page.failure ? { news: 'declined', row } : null
  if (row.state !== 'processing' || row.method !== 'card') {
    // A payment has one page, and waits for it: this is for somebody to look at.
    if (found.paid) work.app.log.error({ payment: row.id, page: page.id }, 'paid by card, and not waited for')
    return null
  }
  return found.paid
    ? collect(work, row, page.id, found.paid)
    : lapse(work, row, found.failure ?? page.failure)
}

/** A card's money is there. */
async function collect(
  work: Work,
  { id, amount, currency }: PaymentRow,
  checkout_id: number,
  { intent_id, charge_id, cost }: NonNullable<CheckoutFound['paid']>,
): Promise<Heard> {
  const at = work.now.toISOString()
  await work.db
    .insert(card_charges)
    .values({ payment_id: id, checkout_id, intent_id, charge_id, amount, currency, created_at: at })
  const row = await takeStep(work, id, 'collect', 'provider', {
    set: { held_at: at, carded: amount, remind_at: null },
    text: charge_id,
  })
  if (cost)
    await post(work, [
      {
        key: `payment:${id} cost`,
        subject: row.subject as Subject,
        at: work.now,
        lines: linesOf(cost, ownCosts(currency), costsOfProvider(currency)),
      },
    ])
  await raise(work, paymentConfirmed, row)
  return { news: 'paid', row }
}

/** Nobody paid: it may be paid again, by card or otherwise. */
async function lapse(work: Work, { id, kind, due_at }: PaymentRow, failure: string | null): Promise<Heard> {
  const step = failure ? 'decline' : 'lapse'
  const row = await takeStep(work, id, step, 'provider', {
    set: {
      ...{ method: null, reference: '', declared_by: null, declared_at: null },
      remind_at: nextAsked({ kind, due_at }, work.now),
    },
    text: failure ?? '',
  })
  return { news: 'over', row }
}

async function heedRefund(work: Work, move_id: number, found: MoveFound): Promise<Heard | null> {
  const [move] = await work.db.select().from(card_moves).where(eq(card_moves.id, move_id))
  const row = move && (await lockPayment(work, move.payment_id))
  if (!row) return null
  const settled = await settleMove(work, move_id, found)
  if (!settled) {
    if (found.state === 'failed' && move.state === 'done')
      work.app.log.error({ payment: row.id, move: move_id }, 'a card’s bank sent a refund back')
    return null
  }
  if (found.state === 'failed')
    work.app.log.error({ payment: row.id, move: move_id, code: found.failure }, 'a refund to a card failed')
  const left = await work.db.$count(
    card_moves,
    and(eq(card_moves.payment_id, row.id), sql`${card_moves.state} <> 'done'`),
  )
  if (left > 0 || row.state !== 'processing') return null
  const back = await takeStep(work, row.id, 'collect', 'provider', {
    set: { held_at: work.now.toISOString(), remind_at: null },
    text: found.provider_id,
  })
  await raise(work, paymentConfirmed, back)
  // Of what was given back nothing is kept.
  const [over] = await release(work, [back])
  return { news: 'returned', row: over ?? back }
}

async function heedDispute(work: Work, charge_id: number, found: DisputeFound): Promise<Heard | null> {
  const [known] = await work.db.select().from(card_charges).where(eq(card_charges.id, charge_id))
  const row = known && (await lockPayment(work, known.payment_id))
  const [charge] = await work.db
    .select()
    .from(card_charges)
    .where(eq(card_charges.id, charge_id))
    .for('update')
  // What was lost or won stays so, whatever comes late.
  if (!row || !charge || found.state === 'none' || charge.dispute === found.state) return null
  if (charge.dispute === 'lost' || (charge.dispute === 'won' && found.state === 'open')) return null
  await work.db
    .update(card_charges)
    .set({
      dispute: found.state,
      dispute_id: found.dispute_id,
      dispute_asked_at: work.now.toISOString(),
    })
    .where(eq(card_charges.id, charge.id))
  if (found.state === 'lost')
    return { news: 'dispute_lost', row: await lose(work, row, charge, found.amount) }
  return { news: found.state === 'open' ? 'disputed' : 'dispute_won', row }
}

/**
 * The payer's bank took a charge back, or a part of it. What is held goes; what was to go back has gone by that; of what was
 * earned goes what nobody has begun to send on; the rest the platform bears.
 */
async function lose(
  work: Work,
  row: PaymentRow,
  charge: typeof card_charges.$inferSelect,
  amount: number,
): Promise<PaymentRow> {
  if (row.state === 'held' && row.amount === amount && charge.amount - charge.back === amount) {
    const lost = await takeStep(work, row.id, 'charge_back', 'provider', {
      set: { refunded: amount, settled_at: work.now.toISOString(), release_at: null, waits: false },
    })
    // What others have earned of it isn't held any more.
    if (lost.shared > 0) await takeOrBear(work, lost, charge.id, lost.shared)
    return lost
  }
  await takeOrBear(work, row, charge.id, await goneBack(work, charge.id, amount))
  return row
}

/** Of what a bank took back, what was earned and nobody has begun to send on is taken; the rest the platform bears. */
async function takeOrBear(work: Work, row: PaymentRow, charge_id: number, amount: number): Promise<void> {
  const taken = await takenBack(work, charge_id, amount)
  const { currency, project_id } = row
  const own = taken.get(project_id) ?? 0
  if (own > 0)
    await work.db
      .update(payments)
      .set({ taken: sql`${payments.taken} + ${own}` })
      .where(eq(payments.id, row.id))
  const all = [...taken.values()].reduce((sum, part) => sum + part, 0)
  const lines: Line[] = [
    ...[...taken].flatMap(([whose, part]) => linesOf(part, earnedBy(whose, currency), clearing(currency))),
    ...linesOf(amount - all, ownCosts(currency), clearing(currency)),
  ]
  await post(work, [{ key: lostKey(charge_id), subject: row.subject as Subject, at: work.now, lines }])
}

/** Moves of a charge that are still to be made, the first ordered first. */
const pendingOf = (work: Work, charge_id: number, kind: 'refund' | 'transfer') =>
  work.db
    .select()
    .from(card_moves)
    .where(
      and(
        eq(card_moves.charge_id, charge_id),
        eq(card_moves.kind, kind),
        inArray(card_moves.state, ['ordered', 'sent']),
      ),
    )
    .orderBy(asc(card_moves.id))
    .for('update')

/** What was to go back to the payer is with them by their bank, also what no card took. @returns what is left of it */
async function goneBack(work: Work, charge_id: number, amount: number): Promise<number> {
  const isWaiting = work.db.select({ id: payments.id }).from(payments).where(eq(payments.state, 'processing'))
  await work.db
    .update(card_moves)
    .set({ state: 'ordered' })
    .where(
      and(
        ...[eq(card_moves.charge_id, charge_id), eq(card_moves.kind, 'refund')],
        ...[eq(card_moves.state, 'failed'), inArray(card_moves.payment_id, isWaiting)],
      ),
    )
  let left = amount
  for (const move of await pendingOf(work, charge_id, 'refund')) {
    const part = Math.min(move.amount, left)
    if (part === 0) break
    if (part < move.amount && move.provider_id) continue
    left -= part
    if (part < move.amount)
      // The rest goes back to the card still, by a key of its own.
      await work.db
        .update(card_moves)
        .set({ amount: move.amount - part, refusals: move.refusals + 1 })
        .where(eq(card_moves.id, move.id))
    else
      await heedRefund(work, move.id, {
        ...{ provider_id: `dispute:${charge_id}:${move.id}`, state: 'done', failure: null },
        ...{ amount: move.amount, currency: move.currency },
      })
  }
  return left
}

/** Takes what was earned and nobody has begun to send on. @returns how much of it that is, by project */
async function takenBack(
  work: Work,
  charge_id: number,
  amount: number,
): Promise<ReadonlyMap<number, number>> {
  const taken = new Map<number, number>()
  let left = amount
  for (const move of await pendingOf(work, charge_id, 'transfer')) {
    // One that may have been sent already is the project's: what becomes of it is asked for.
    if (move.account_id) continue
    const part = Math.min(move.amount, left)
    if (part === 0) break
    left -= part
    taken.set(move.project_id, (taken.get(move.project_id) ?? 0) + part)
    await work.db
      .update(card_moves)
      .set(part < move.amount ? { amount: move.amount - part } : { state: 'dropped' })
      .where(eq(card_moves.id, move.id))
  }
  return taken
}

/** What was paid by card for other agreements counts for this one: its charges are that payment's from now on. */
export async function carryCharges(
  work: Work,
  from: readonly Pick<PaymentRow, 'id'>[],
  to: Pick<PaymentRow, 'id'>,
): Promise<void> {
  if (from.length === 0) return
  const moved = await work.db
    .update(card_charges)
    .set({ payment_id: to.id })
    .where(
      and(
        inArray(
          card_charges.payment_id,
          from.map(({ id }) => id),
        ),
        sql`${card_charges.back} < ${card_charges.amount}`,
      ),
    )
    .returning()
  const carded = moved.reduce((sum, { amount, back }) => sum + amount - back, 0)
  if (carded > 0) await work.db.update(payments).set({ carded }).where(eq(payments.id, to.id))
}
