import { and, eq } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { machine } from '#core/server/steps.ts'
import { users } from '#features/accounts/table.ts'
import { post } from '#features/ledger/commands.ts'
import { clearing, costsOfProvider, inHand, move, ownCosts, ownIncome } from '#features/ledger/rules.ts'
import { issue } from '#features/receipts/commands.ts'
import { sourceOf } from '#features/receipts/queries.ts'
import { forgetSlip } from '#features/slips/commands.ts'
import { refuseOpenPage } from './commands.cards.keep.ts'
import { returnCredit, takeCredit } from './commands.credit.ts'
import { lockMembership, membershipSteps, note } from './commands.history.ts'
import { applyLimits } from './commands.limits.ts'
import { type ChargeRow, type MembershipRow, openChargeOf, servedBy } from './queries.ts'
import { CHARGE_STEPS, creditOf, periodAfter } from './rules.ts'
import { membership_charges } from './table.ts'

/*
 * How money for plans comes in: charges that are due, said to be sent, and confirmed by staff. Nothing else in the
 * feature knows of transfers.
 */

const chargeSteps = machine({
  table: membership_charges,
  column: 'state',
  steps: CHARGE_STEPS,
  moved_on: 'plans.charge_settled',
})

/**
 * Makes out a charge of a membership; the database has one that is open at a time. The payer's credit pays of it what it
 * can: a charge that it pays whole is settled.
 */
export async function makeCharge(
  work: Work,
  row: MembershipRow,
  wanted: Pick<ChargeRow, 'kind' | 'plan' | 'interval' | 'amount' | 'due_at'> & {
    project_id?: number | null
    method?: ChargeRow['method']
  },
): Promise<ChargeRow> {
  const [made] = await work.db
    .insert(membership_charges)
    .values({
      ...wanted,
      membership_id: row.id,
      user_id: row.user_id,
      currency: row.currency,
      created_at: work.now.toISOString(),
    })
    .returning()
  if (!made) throw notFound()
  // A card pays all of it or nothing: in parts it can't be told what.
  const charge = await takeCredit(work, made, { whole: made.method === 'card' })
  return charge.credit < charge.amount ? charge : settle(work, charge, 'credit', 'system')
}

/** What a card paid, as the provider says it; `cost`: what that kept of it, minor units. */
export interface PaidByCard {
  invoice_id: string
  cost: number
}

/** A card paid a charge that was made out. */
export async function settleByCard(
  work: Work,
  { id }: ChargeRow,
  { invoice_id, cost }: PaidByCard,
): Promise<void> {
  const [charge] = await work.db
    .update(membership_charges)
    .set({ invoice_id })
    .where(eq(membership_charges.id, id))
    .returning()
  if (!charge) throw notFound()
  await settle(work, charge, 'card', 'system')
  if (cost > 0)
    await post(work, [
      {
        key: `${subject('charge', id)} cost`,
        subject: subject('charge', id),
        at: work.now,
        lines: move(
          cost,
          ownCosts(charge.currency as Currency),
          costsOfProvider(charge.currency as Currency),
        ),
      },
    ])
}

/** A card paid what its plan costs: the charge is made out with it. */
export async function chargeByInvoice(
  work: Work,
  row: MembershipRow,
  { plan, interval, amount }: Pick<ChargeRow, 'plan' | 'interval' | 'amount'>,
  paid: PaidByCard,
): Promise<void> {
  const [charge] = await work.db
    .insert(membership_charges)
    .values({
      ...{ membership_id: row.id, user_id: row.user_id, plan, interval, amount, currency: row.currency },
      kind: row.state === 'awaiting' ? 'first' : 'renewal',
      project_id: row.next_plan ? row.next_project_id : row.project_id,
      method: 'card',
      due_at: row.period_end,
      created_at: work.now.toISOString(),
    })
    .returning()
  if (!charge) throw notFound()
  await settleByCard(work, charge, paid)
}

/**
 * Cancels the open charge of a membership.
 * @throws Refusal 409 `plans.charge_sent` when its transfer was sent, `plans.card_begun` while a card is asked for it
 */
export async function dropCharge(work: Work, membership_id: number): Promise<void> {
  const [open] = await openChargeOf(work.db, membership_id)
  if (!open) return
  if (open.state === 'declared') throw new Refusal(409, 'plans.charge_sent')
  // Its card is asked for it this moment.
  if (open.method === 'card') throw new Refusal(409, 'plans.card_begun')
  await cancelCharge(work, open.id)
}

/** What isn't paid isn't asked for any more; its credit is theirs again. */
export async function cancelCharge(work: Work, id: number): Promise<void> {
  await chargeSteps.take(work, id, 'cancel', 'system', { set: { settled_at: work.now.toISOString() } })
  await returnCredit(work, id)
}

/**
 * The payer says that a charge was transferred.
 * @throws Refusal 404 for another's charge, 409 when it is settled or said already
 */
export async function declareCharge(
  work: Work,
  user_id: number,
  charge_id: number,
  reference: string,
): Promise<void> {
  const [found] = await work.db
    .select({ membership_id: membership_charges.membership_id })
    .from(membership_charges)
    .where(and(eq(membership_charges.id, charge_id), eq(membership_charges.user_id, user_id)))
  if (!found) throw notFound()
  const row = await lockMembership(work, found.membership_id)
  await refuseOpenPage(work, row.id)
  await chargeSteps.take(work, charge_id, 'declare', 'member', {
    set: { reference, declared_at: work.now.toISOString(), note: '' },
  })
  // Of what was said before and wasn't found.
  await forgetSlip(work, subject('charge', charge_id))
  await note(work, row, 'declare', { by: 'member', charge_id })
}

/** What a confirmed charge makes of its membership. */
function paidFor(row: MembershipRow, charge: ChargeRow, now: Date) {
  const { plan, interval, amount } = charge
  const starts_anew = charge.kind !== 'renewal'
  const project_id = plan === 'band' ? (charge.project_id ?? row.next_project_id ?? row.project_id) : null
  const begins = starts_anew ? now : new Date(row.period_end)
  const anchor_day = starts_anew ? now.getUTCDate() : row.anchor_day
  const end = periodAfter(begins, interval, anchor_day).toISOString()
  // Paid ahead: what is left of the running period counts on.
  const ahead = !starts_anew && begins > now
  return {
    plan,
    interval,
    project_id,
    anchor_day,
    period_start: (ahead ? now : begins).toISOString(),
    period_end: end,
    period_paid:
      charge.kind === 'change'
        ? amount + creditOf(row, new Date(charge.created_at))
        : amount + (ahead ? creditOf(row, now) : 0),
    state_until: end,
    // Who cancelled just before their card was charged still did.
    cancels: charge.method === 'card' && row.cancels,
    next_plan: null,
    next_interval: null,
    next_project_id: null,
    updated_at: now.toISOString(),
  }
}

/** What came in for a charge is the platform's; what credit paid of it was booked when that was taken. */
async function bookPaid(work: Work, { id, currency, method, amount, credit }: ChargeRow): Promise<void> {
  const unit = currency as Currency
  const lines = move(amount - credit, method === 'card' ? clearing(unit) : inHand(unit), ownIncome(unit))
  const about = subject('charge', id)
  if (lines.length > 0) await post(work, [{ key: `${about} paid`, subject: about, at: work.now, lines }])
}

/** The platform's receipt for a charge that was paid. */
async function giveReceipt(work: Work, charge: ChargeRow): Promise<void> {
  const [payer] = await work.db.select().from(users).where(eq(users.id, charge.user_id))
  if (!payer) throw notFound()
  const { id, currency, plan, interval, reference, method } = charge
  // Credit isn't money that came in.
  const amount = charge.amount - charge.credit
  if (amount === 0) return
  await issue(work, {
    source: sourceOf('charge', id),
    subject: subject('membership', charge.membership_id),
    kind: 'plan',
    issuer: { kind: 'platform', id: 0, name: 'Tarima', ...work.app.config.operator },
    payer: {
      kind: 'user',
      id: payer.id,
      name: payer.name,
      legal_name: payer.legal_name,
      tax_id: payer.tax_id,
    },
    about: { agreement: null, event_type: null, starts_at: null, zone: null, plan, interval },
    ...{ amount, currency, reference, method },
    paid_at: work.now.toISOString(),
  })
}

/**
 * Staff found the money, or didn't. Twice is once.
 * @param by who of the staff says so
 * @param outcome.failed why it wasn't found; left out: it was
 * @returns the charge as it is now
 * @throws Refusal 404 for no such charge, 409 when it was settled otherwise
 */
export async function settleCharge(
  work: Work,
  charge_id: number,
  by: string,
  outcome: { failed?: string } = {},
): Promise<ChargeRow> {
  const [found] = await work.db.select().from(membership_charges).where(eq(membership_charges.id, charge_id))
  if (!found) throw notFound()
  return settle(work, found, by, 'staff', outcome)
}

/** The same for whoever settles: staff, or the payer's credit. */
async function settle(
  work: Work,
  { id: charge_id, membership_id }: ChargeRow,
  by: string,
  actor: 'staff' | 'system',
  outcome: { failed?: string } = {},
): Promise<ChargeRow> {
  const before = await lockMembership(work, membership_id)
  const set = { settled_by: by, settled_at: work.now.toISOString() }
  if (outcome.failed) {
    const charge = await chargeSteps.take(work, charge_id, 'fail', 'staff', {
      set: { ...set, note: outcome.failed },
    })
    await note(work, before, 'fail', { by, charge_id, tells: 'failed', amount: charge.amount })
    return charge
  }
  const charge = await chargeSteps.take(work, charge_id, 'confirm', actor, { set: { ...set, note: '' } })
  await bookPaid(work, charge)
  await giveReceipt(work, charge)
  const row = await membershipSteps.take(work, before.id, 'pay', actor, {
    set: paidFor(before, charge, work.now),
  })
  await note(work, row, 'pay', {
    by,
    charge_id,
    tells: charge.credit === charge.amount ? 'credited' : 'active',
    amount: charge.amount,
    date: row.period_end,
  })
  // Pictures that rested are shown again.
  for (const served of await servedBy(work.db, row)) await applyLimits(work, served)
  return charge
}
