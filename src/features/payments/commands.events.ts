import { and, asc, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { Subject } from '#core/contract/subject.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
import { askForAccount } from './commands.accounts.ts'
import { keepMove, providerSaid } from './commands.moves.ts'
import { askForPage } from './commands.pages.ts'
import { portOf } from './commands.port.ts'
import { Declined } from './port.ts'
import { claims, providerEvents } from './queues.ts'
import { card_charges, card_moves, checkouts, payments, payout_accounts, provider_events } from './table.ts'

/*
 * Calls of the provider's. One whose signature holds is written down and answered at once; a job works it. It says only
 * what to ask for: what counts is the answer to that, so that their order, and how often they come, doesn't matter.
 */

/**
 * Takes a call: written down once, to be worked.
 * @returns whether it is the provider's
 */
export async function receive(app: App, body: Buffer, signature: string): Promise<boolean> {
  const event = await portOf(app.config).readEvent(body, signature)
  if (!event) {
    app.log.warn({ bytes: body.length }, 'a call came with a signature that isn’t the provider’s')
    return false
  }
  const { event_id, type, account_id, object_id, checkout_id, plan_card_id, created_at } = event
  const now = app.clock.now()
  await transaction(app, now, async (work) => {
    const written = await work.db
      .insert(provider_events)
      .values({
        ...{ event_id, type, account_id, object_id, checkout_id, plan_card_id },
        happened_at: created_at,
        received_at: now.toISOString(),
      })
      .onConflictDoNothing()
      .returning({ event_id: provider_events.event_id })
    if (written.length > 0) await enqueue(work, providerEvents, { event_id })
  })
  return true
}

/** Something happened at the provider about the card of a plan: whoever keeps it asks what. */
export const planCalled = domainEvent<{ card_id: number }>('payments.plan_called')

type EventRow = typeof provider_events.$inferSelect

/** What came of a call. `unknown`: about nothing of ours; `stranger`: of an account that isn't. */
type Outcome = 'done' | 'ignored' | 'unknown' | 'stranger'

/** Works a call that was written down, once. */
export async function workEvent(app: App, event_id: string): Promise<void> {
  const [event] = await app.db.select().from(provider_events).where(eq(provider_events.event_id, event_id))
  if (!event || event.worked_at) return
  const outcome = await outcomeOf(app, event).catch((error: unknown): Outcome => {
    // What the provider doesn't know when it is asked isn't anything of ours.
    if (error instanceof Declined) return 'unknown'
    throw error
  })
  if (outcome === 'unknown' || outcome === 'stranger')
    app.log.warn(
      { event: event_id, type: event.type, outcome },
      'a call of the provider’s is about nothing of ours',
    )
  await app.db
    .update(provider_events)
    .set({ worked_at: app.clock.now().toISOString(), outcome })
    .where(eq(provider_events.event_id, event_id))
}

async function outcomeOf(app: App, event: EventRow): Promise<Outcome> {
  const { type, account_id, object_id } = event
  if (account_id !== null) return ofAccount(app, type, account_id)
  const { plan_card_id } = event
  if (plan_card_id !== null) {
    await transaction(app, app.clock.now(), (work) => raise(work, planCalled, { card_id: plan_card_id }))
    return 'done'
  }
  if (type.startsWith('checkout.session.') || type === 'payment_intent.payment_failed')
    return ofPage(app, event)
  if (type.startsWith('charge.dispute.')) return askForClaim(app, object_id ?? '')
  if (type.startsWith('refund.')) return ofRefund(app, object_id ?? '')
  return 'ignored'
}

/** Only of projects' own accounts, and only how they stand: their money is none of the platform's. */
async function ofAccount(app: App, type: string, account_id: string): Promise<Outcome> {
  const [known] = await app.db
    .select()
    .from(payout_accounts)
    .where(eq(payout_accounts.account_id, account_id))
  if (!known) return 'stranger'
  if (type !== 'account.updated' && type !== 'capability.updated') return 'ignored'
  await askForAccount(app, known.project_id, account_id)
  return 'done'
}

async function ofPage(app: App, { type, object_id, checkout_id }: EventRow): Promise<Outcome> {
  const isPage = type.startsWith('checkout.session.')
  const its = isPage ? eq(checkouts.session_id, object_id ?? '') : eq(checkouts.id, checkout_id ?? 0)
  let [page] = await app.db.select({ id: checkouts.id }).from(checkouts).where(its)
  // The answer that names it may be still to come: then it is asked for by our own number.
  if (!page && checkout_id !== null)
    [page] = await app.db
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(and(eq(checkouts.id, checkout_id), isNull(checkouts.session_id)))
  if (!page) return 'unknown'
  await askForPage(app, page.id)
  return 'done'
}

/** Asks the provider how a bank's claim stands, and goes on by it. */
export async function askForClaim(app: App, dispute_id: string): Promise<Outcome> {
  const found = await portOf(app.config).askDispute(dispute_id)
  const [charge] = await app.db
    .select({
      id: card_charges.id,
      currency: card_charges.currency,
      amount: card_charges.amount,
      subject: payments.subject,
    })
    .from(card_charges)
    .innerJoin(payments, eq(payments.id, card_charges.payment_id))
    .where(eq(card_charges.intent_id, found.intent_id ?? ''))
  if (!charge) return 'unknown'
  if (found.currency !== charge.currency || found.amount > charge.amount || found.amount < 1) {
    app.log.error({ charge: charge.id, found }, 'what is disputed isn’t what was paid')
    return 'unknown'
  }
  const { subject, id } = charge
  await transaction(app, app.clock.now(), (work) =>
    raise(work, providerSaid, { subject, said: { what: 'dispute', charge_id: id, found } }),
  )
  return 'done'
}

async function ofRefund(app: App, refund_id: string): Promise<Outcome> {
  const [known] = await app.db
    .select({ move: card_moves, subject: payments.subject })
    .from(card_moves)
    .innerJoin(payments, eq(payments.id, card_moves.payment_id))
    .where(eq(card_moves.provider_id, refund_id))
  // One whose answer is still to come says the same by that.
  if (!known) return 'unknown'
  const found = await portOf(app.config).askRefund(refund_id)
  const { move, subject } = known
  await transaction(app, app.clock.now(), (work) => keepMove(work, move, subject as Subject, found))
  return 'done'
}

/** How many a sweep takes; the next one goes on. */
const A_SWEEP = 100

/** Calls that were written down and never worked, and claims of which nothing was heard for long: so many a time. */
export async function enqueueEvents(
  app: App,
  now: Date,
  after: { events: number; claims: number },
): Promise<void> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE).toISOString()
  const calls = await app.db
    .select({ event_id: provider_events.event_id })
    .from(provider_events)
    .where(and(isNull(provider_events.worked_at), lt(provider_events.received_at, ago(after.events))))
    .orderBy(asc(provider_events.received_at))
    .limit(A_SWEEP)
  const open = await app.db
    .select({ id: card_charges.id, dispute_id: card_charges.dispute_id })
    .from(card_charges)
    .where(and(eq(card_charges.dispute, 'open'), lt(card_charges.dispute_asked_at, ago(after.claims))))
    .orderBy(asc(card_charges.dispute_asked_at))
    .limit(A_SWEEP)
  if (calls.length === 0 && open.length === 0) return
  await transaction(app, now, async (work) => {
    for (const call of calls) await enqueue(work, providerEvents, call)
    for (const { id, dispute_id } of open) {
      await work.db
        .update(card_charges)
        .set({ dispute_asked_at: now.toISOString() })
        .where(eq(card_charges.id, id))
      if (dispute_id) await enqueue(work, claims, { dispute_id })
    }
  })
}

const KEPT_DAYS = 90

/** Calls that were worked long ago needn't be known any more: an old signature isn't taken anyway. */
export async function forgetEvents(app: App, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY).toISOString()
  const old = app.db
    .select({ event_id: provider_events.event_id })
    .from(provider_events)
    .where(lt(provider_events.received_at, before))
    .limit(1_000)
  await app.db.delete(provider_events).where(inArray(provider_events.event_id, old))
}
