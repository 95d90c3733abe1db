import { eq, inArray } from 'drizzle-orm'
import type { Currency } from '#core/contract/money.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { enqueue } from '#core/server/queues.ts'
import type { InvoiceFound, SubscriptionFound } from '#features/payments/port.plans.ts'
import { chargeByInvoice, dropCharge, settleByCard } from './commands.charges.ts'
import { lockMembership, membershipSteps, note, writeMembership } from './commands.history.ts'
import { applyLimits } from './commands.limits.ts'
import { resume } from './commands.ts'
import { type CardRow, type MembershipRow, openChargeOf, servedBy } from './queries.ts'
import { planCards } from './queues.ts'
import { GRACE_DAYS, mayStepPlan, priceOf } from './rules.ts'
import { membership_charges, plan_cards } from './table.ts'

/*
 * What the provider says of a plan's card becomes the membership's state, once, however often and in whatever order it is
 * said.
 */

/** How far apart the two clocks may be about when a card is charged next. */
const MOST_APART_MS = 15 * MINUTE

const writeCard = async (work: Work, id: number, set: Partial<CardRow>) => {
  await work.db.update(plan_cards).set(set).where(eq(plan_cards.id, id))
}

/**
 * Goes on by what the provider has of a card.
 * @param costs what it kept of invoices, minor units
 * @returns invoices that were paid for nothing: they go back
 */
export async function heedSubscription(
  work: Work,
  card_id: number,
  found: SubscriptionFound,
  costs: ReadonlyMap<string, number>,
): Promise<InvoiceFound[]> {
  const [known] = await work.db.select().from(plan_cards).where(eq(plan_cards.id, card_id))
  if (!known) return []
  const row = await lockMembership(work, known.membership_id)
  const [card] = await work.db.select().from(plan_cards).where(eq(plan_cards.id, card_id)).for('update')
  if (card?.state !== 'running') return []
  if (
    found.card_id !== card.id ||
    found.currency !== card.currency ||
    found.subscription_id !== card.subscription_id
  ) {
    work.app.log.error(
      { card: card.id, found },
      'what the provider says of a plan’s card isn’t what was begun',
    )
    return []
  }
  const back: InvoiceFound[] = []
  const charged = await knownInvoices(work.db, found.invoices)
  for (const invoice of found.invoices) {
    if (invoice.state !== 'paid' || invoice.amount === 0 || charged.has(invoice.invoice_id)) continue
    if (!(await takeInvoice(work, card.id, invoice, costs.get(invoice.invoice_id)))) back.push(invoice)
  }
  const late = found.state === 'late'
  await writeCard(work, card.id, {
    ...{ customer_id: found.customer_id, late, asked_at: work.now.toISOString() },
    ...(found.state === 'over' ? { state: 'over' } : {}),
  })
  const now = await lockMembership(work, row.id)
  if (found.state === 'over') await endOf(work, now)
  else if (late) await lateOf(work, now)
  else await follow(work, now, card.id, found)
  return back
}

/** Which of some invoices have become charges. */
export async function knownInvoices(
  db: Db,
  invoices: readonly Pick<InvoiceFound, 'invoice_id'>[],
): Promise<Set<string | null>> {
  const ids = invoices.map(({ invoice_id }) => invoice_id)
  const rows = await db
    .select({ invoice_id: membership_charges.invoice_id })
    .from(membership_charges)
    .where(inArray(membership_charges.invoice_id, ids))
  return new Set(rows.map(({ invoice_id }) => invoice_id))
}

/**
 * An invoice was paid: it is the charge of its plan. What isn't what was asked for is logged, and changes nothing.
 * @returns false where it was paid for a plan that had ended: nobody owes it
 */
async function takeInvoice(work: Work, card_id: number, invoice: InvoiceFound, cost = 0): Promise<boolean> {
  const [card] = await work.db.select().from(plan_cards).where(eq(plan_cards.id, card_id))
  if (!card) return true
  const row = await lockMembership(work, card.membership_id)
  if (row.state === 'inactive') return false
  const [open] = await openChargeOf(work.db, row.id)
  const isChange = open?.method === 'card' && open.kind === 'change' && open.amount === invoice.amount
  if (invoice.currency !== card.currency || (!isChange && invoice.amount !== card.amount)) {
    work.app.log.error(
      { card: card.id, invoice },
      'a card was charged with something else than was asked for',
    )
    return true
  }
  const paid = { ...invoice, cost }
  if (isChange) {
    await settleByCard(work, open, paid)
    const amount = priceOf(open.plan, open.interval, card.currency as Currency)
    await writeCard(work, card.id, { plan: open.plan, interval: open.interval, amount })
    return true
  }
  // What somebody was to transfer for it isn't asked for any more. Of a transfer that was sent meanwhile staff decides.
  if (open && open.state !== 'declared') await dropCharge(work, row.id)
  // The pause came too late for it: it is over with what was paid.
  if (row.state === 'paused') await resume(work, row, 'clock')
  await chargeByInvoice(work, row, card, paid)
  return true
}

/** Nothing is charged any more: the plan ends with what is paid, or at once where nothing is. */
async function endOf(work: Work, row: MembershipRow): Promise<void> {
  const isOver = row.state === 'past_due' || row.state === 'awaiting'
  if (isOver) {
    const over = await membershipSteps.take(work, row.id, 'lapse', 'clock', {
      set: { updated_at: work.now.toISOString() },
    })
    await note(work, over, 'end', { by: 'provider', tells: 'inactive' })
    for (const served of await servedBy(work.db, row)) await applyLimits(work, served)
  } else if (row.state !== 'inactive' && !row.cancels)
    await note(
      work,
      await writeMembership(work, row.id, { cancels: true, state_until: untilOf(row) }),
      'cancel',
      {
        by: 'provider',
      },
    )
}

/** When a plan's state changes by itself once it isn't charged any more. */
const untilOf = (row: MembershipRow) => (row.state === 'paused' ? row.state_until : row.period_end)

/** The card wasn't taken: what is late has seven days, from when it was to be paid. */
async function lateOf(work: Work, row: MembershipRow): Promise<void> {
  if (!mayStepPlan('run_out', row.state) || Date.parse(row.period_end) > work.now.getTime()) return
  const until = new Date(Date.parse(row.period_end) + GRACE_DAYS * DAY).toISOString()
  const due = await membershipSteps.take(work, row.id, 'run_out', 'clock', {
    set: { state_until: until, updated_at: work.now.toISOString() },
  })
  await note(work, due, 'run_out', { by: 'provider', tells: 'card_failed', date: until })
}

/** What the payer did on the provider's own pages counts as if they had done it here; what is wanted here is told there. */
async function follow(
  work: Work,
  row: MembershipRow,
  card_id: number,
  found: SubscriptionFound,
): Promise<void> {
  const [card] = await work.db.select().from(plan_cards).where(eq(plan_cards.id, card_id))
  if (!card || row.state === 'inactive') return
  const isTold = card.told === card.wanted
  if (isTold && found.cancels !== row.cancels) {
    const changed = await writeMembership(work, row.id, { cancels: found.cancels })
    await note(work, changed, found.cancels ? 'cancel' : 'keep', { by: 'provider' })
  }
  // As after a first charge at once, or where a charge ended a pause.
  const differs = Math.abs(Date.parse(found.paid_until) - Date.parse(row.period_end)) > MOST_APART_MS
  const isRunning = row.state === 'trialing' || row.state === 'active'
  if (isTold && isRunning && differs && Date.parse(row.period_end) > work.now.getTime()) {
    await writeCard(work, card_id, { wanted: card.wanted + 1 })
    await enqueue(work, planCards, { card_id })
  }
}
