import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import type { App, Work } from '#core/server/app.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { users } from '#features/accounts/table.ts'
import { answered } from '#features/payments/commands.pages.ts'
import { portOf } from '#features/payments/commands.port.ts'
import type { PlanPageFound, PlanPrice } from '#features/payments/port.plans.ts'
import { Declined } from '#features/payments/port.ts'
import { PAGE_MINUTES } from '#features/payments/rules.ts'
import { heedSubscription, knownInvoices } from './commands.cards.heed.ts'
import { cancelCharge } from './commands.charges.ts'
import { lockCurrent, lockMembership, note } from './commands.history.ts'
import { type CardRow, cardOf, currentOf, LIVE_CARD, type MembershipRow, openChargeOf } from './queries.ts'
import { planCards } from './queues.ts'
import { AHEAD_HOURS, CARD_ASKED_AFTER_MINUTES, chargedNext, priceOf } from './rules.ts'
import { membership_charges, memberships, plan_cards } from './table.ts'

/*
 * Plans that a card pays. When and how much it is charged is decided here and told to the provider, which charges; what
 * came of that is asked for, and comes in as any charge does. Each card has one page, and a membership one card.
 */

type Caller = Pick<ReadContext, 'app' | 'now' | 'viewer' | 'language'>

/** What the payer reads of a price at the provider. */
const pricedAs = (
  app: App,
  language: string,
  { plan, interval, amount, currency }: Pick<CardRow, 'plan' | 'interval' | 'amount' | 'currency'>,
): PlanPrice => ({
  ...{ plan, interval, amount, currency },
  name: app.texts.say(language === 'en' ? 'en' : 'es', `business:plans.names.${plan}`),
})

/**
 * The payer wants their plan charged to a card. Pressed twice, or in two windows, it is one page.
 * @returns where the browser goes
 * @throws Refusal 404 without a plan; 409 where it is charged to one, ends or is paused, a transfer was sent or a change
 * waits for one, or cards aren't taken in its currency; 503 when the provider doesn't answer
 */
export async function payByCard({ app, now, viewer, language }: Caller): Promise<string> {
  const card = await transaction(app, now, async (work) => {
    const row = await lockCurrent(work, viewer.id)
    if (!portOf(app.config).currencies.includes(row.currency)) throw new Refusal(409, 'payments.no_cards')
    const [there] = await cardOf(work.db, row.id)
    if (there?.state === 'running') throw new Refusal(409, 'plans.card_runs')
    if (there) return there
    const [open] = await openChargeOf(work.db, row.id)
    if (open?.state === 'declared') throw new Refusal(409, 'plans.charge_sent')
    if (row.cancels || row.state === 'paused' || open?.kind === 'change')
      throw new Refusal(409, 'plans.moved_on')
    const [payer] = await work.db.select({ email: users.email }).from(users).where(eq(users.id, viewer.id))
    const { plan, interval } = chargedNext(row)
    const isPaid = row.state === 'trialing' || row.state === 'active'
    const ahead = Date.parse(row.period_end) - now.getTime()
    const [begun] = await work.db
      .insert(plan_cards)
      .values({
        ...{ membership_id: row.id, state: 'begun', plan, interval, currency: row.currency, language },
        amount: priceOf(plan, interval, row.currency as Currency),
        email: payer?.email ?? '',
        // What is paid for isn't paid again; where it ends soon the next period is paid ahead.
        starts_at: isPaid && ahead >= AHEAD_HOURS * HOUR ? row.period_end : null,
        return_url: `${app.config.public_url}${viewer.account_type === 'TALENT_HUNTER' ? '/suscription' : '/membership'}`,
        expires_at: new Date(now.getTime() + PAGE_MINUTES * MINUTE).toISOString(),
        asked_at: now.toISOString(),
        created_at: now.toISOString(),
      })
      .returning()
    if (!begun) throw new Refusal(409, 'plans.moved_on')
    return begun
  })
  await answered(askForCard(app, card.id))
  const [fresh] = await app.db.select().from(plan_cards).where(eq(plan_cards.id, card.id))
  if (!fresh?.url || fresh.state !== 'open') throw new Refusal(409, 'payments.card_refused')
  return fresh.url
}

/** The card of the caller's plan, whichever way it is; null without one. @throws Refusal 404 without a plan */
async function cardIfAny({ app, viewer }: Caller): Promise<CardRow | null> {
  const [row] = await currentOf(app.db, viewer.id)
  if (!row) throw notFound()
  const [card] = await cardOf(app.db, row.id)
  return card ?? null
}

/** @throws Refusal 404 without a plan, 409 `plans.no_card` */
async function ownCard(caller: Caller): Promise<CardRow> {
  const card = await cardIfAny(caller)
  if (!card) throw new Refusal(409, 'plans.no_card')
  return card
}

/** Asks the provider now; nothing where no card is charged or about to be. @throws Refusal 404, 503 */
export async function checkCard(caller: Caller): Promise<void> {
  const card = await cardIfAny(caller)
  if (card) await answered(askForCard(caller.app, card.id))
}

/** The payer doesn't have it charged to a card after all. @throws Refusal 404, 409 without an open page, 503 */
export async function leaveCard(caller: Caller): Promise<void> {
  const { app } = caller
  const card = await ownCard(caller)
  if (card.state === 'running') throw new Refusal(409, 'plans.card_runs')
  await answered(askForCard(app, card.id))
  const [now] = await app.db.select().from(plan_cards).where(eq(plan_cards.id, card.id))
  if (now?.state !== 'open' || !now.session_id) return
  await answered(portOf(app.config).endCheckout(now.session_id))
  await answered(askForCard(app, card.id))
}

/** Where the payer changes the card. @throws Refusal 404, 409 `plans.no_card`, 503 */
export async function portalOf(caller: Caller): Promise<string> {
  const { app, viewer, language } = caller
  const card = await ownCard(caller)
  if (card.state !== 'running' || !card.customer_id) throw new Refusal(409, 'plans.no_card')
  const page = viewer.account_type === 'TALENT_HUNTER' ? '/suscription' : '/membership'
  const return_url = `${app.config.public_url}${page}`
  return answered(portOf(app.config).portalPage(card.customer_id, { return_url, language }))
}

/** The page of a card as the provider has it; begun there, if it never heard of it. */
async function pageOf(app: App, card: CardRow): Promise<PlanPageFound> {
  const port = portOf(app.config)
  if (card.session_id) return port.askPlanPage(card.session_id)
  const { id: card_id, starts_at, email, language, return_url, expires_at } = card
  try {
    return await port.beginPlanPage({
      ...{ key: `plan_card:${card_id}`, card_id, starts_at, email, language, return_url, expires_at },
      price: pricedAs(app, language, card),
    })
  } catch (error) {
    if (!(error instanceof Declined)) throw error
    app.log.error({ card: card_id, code: error.code, reason: error.message }, 'the provider begins no page')
    return { session_id: '', url: null, status: 'expired', card_id, subscription_id: null }
  }
}

/** Writes down how a card's page stands. @returns the card as it is now */
async function keepPage(
  work: Work,
  { id, membership_id }: CardRow,
  found: PlanPageFound,
): Promise<CardRow | null> {
  await lockMembership(work, membership_id)
  const [card] = await work.db.select().from(plan_cards).where(eq(plan_cards.id, id)).for('update')
  if (card?.state !== 'begun' && card?.state !== 'open') return card ?? null
  const state =
    found.status === 'complete'
      ? 'running'
      : found.status === 'open'
        ? 'open'
        : found.session_id
          ? 'expired'
          : 'refused'
  const [kept] = await work.db
    .update(plan_cards)
    .set({
      state,
      session_id: found.session_id || null,
      url: state === 'open' ? found.url : null,
      subscription_id: found.subscription_id,
      asked_at: work.now.toISOString(),
    })
    .where(eq(plan_cards.id, id))
    .returning()
  return kept ?? null
}

/**
 * Asks the provider how a card stands, goes on by it, and tells it what is wanted since.
 * @throws NoAnswer, Declined
 */
export async function askForCard(app: App, card_id: number): Promise<void> {
  let [card] = await app.db.select().from(plan_cards).where(eq(plan_cards.id, card_id))
  if (!card || !(LIVE_CARD as readonly string[]).includes(card.state)) return
  if (card.state !== 'running') {
    const page = await pageOf(app, card)
    if (page.card_id !== card.id || (page.status === 'complete' && !page.subscription_id)) {
      app.log.error({ card: card.id, page }, 'what the provider says of a plan’s page isn’t what was begun')
      return
    }
    const asked = card
    card = (await transaction(app, app.clock.now(), (work) => keepPage(work, asked, page))) ?? card
  }
  if (card.state !== 'running' || !card.subscription_id) return
  // First what became of it before: what was sent and not answered isn't sent again once it is there.
  await heedCard(app, card.id, card.subscription_id)
  await sendChange(app, card)
  await tell(app, card.id)
}

/** Asks for a subscription and goes on by what is found. */
async function heedCard(app: App, card_id: number, subscription_id: string): Promise<void> {
  const port = portOf(app.config)
  const found = await port.askSubscription(subscription_id)
  const costs = await costsOf(app, found.invoices)
  const back = await transaction(app, app.clock.now(), (work) =>
    heedSubscription(work, card_id, found, costs),
  )
  for (const { invoice_id, intent_id, amount, currency } of back) {
    if (!intent_id) continue
    const order = { key: `plan_invoice:${invoice_id}`, move_id: card_id, payment_id: card_id }
    await port.refund({ ...order, amount, currency, intent_id, charge_id: null })
  }
}

/** What the provider kept of each invoice that isn't known as paid yet. */
async function costsOf(
  app: App,
  invoices: readonly { invoice_id: string; state: string; intent_id: string | null }[],
) {
  const costs = new Map<string, number>()
  const known = await knownInvoices(app.db, invoices)
  for (const { invoice_id, state, intent_id } of invoices) {
    if (state !== 'paid' || !intent_id || known.has(invoice_id)) continue
    const cost = await portOf(app.config).askCost(intent_id)
    if (cost) costs.set(invoice_id, cost)
  }
  return costs
}

/** When a plan's card is to be charged next: what is left of a pause runs on afterwards. */
export const paidUntil = (row: MembershipRow): Date => {
  const end = Date.parse(row.period_end)
  return new Date(
    row.state === 'paused' ? Date.parse(row.state_until) + end - Date.parse(row.period_start) : end,
  )
}

/** Tells the provider what is wanted of a card, where something else is than it was told last. */
async function tell(app: App, card_id: number): Promise<void> {
  const now = app.clock.now()
  const [found] = await app.db
    .select({ card: plan_cards, row: memberships })
    .from(plan_cards)
    .innerJoin(memberships, eq(memberships.id, plan_cards.membership_id))
    .where(eq(plan_cards.id, card_id))
  if (!found?.card.subscription_id || found.card.state !== 'running') return
  const { card, row } = found
  if (card.told === card.wanted) return
  const port = portOf(app.config)
  const subscription_id = card.subscription_id ?? ''
  const until = paidUntil(row)
  const isOver = row.state === 'inactive'
  const { plan, interval } = chargedNext(row)
  const amount = priceOf(plan, interval, row.currency as Currency)
  try {
    if (isOver) await port.endSubscription(subscription_id)
    // What is charged any moment can't be moved any more: what comes of it is asked for.
    else if (until.getTime() > now.getTime() + MINUTE)
      await port.steer({
        key: `plan_card:${card.id}:${card.wanted}`,
        subscription_id,
        price: pricedAs(app, card.language, { plan, interval, amount, currency: row.currency }),
        paid_until: until.toISOString(),
        cancels: row.cancels,
      })
  } catch (error) {
    if (!(error instanceof Declined)) throw error
    // By another key the next time.
    app.log.error(
      { card: card.id, code: error.code, reason: error.message },
      'the provider refuses a plan’s change',
    )
    await app.db
      .update(plan_cards)
      .set({ wanted: card.wanted + 1 })
      .where(eq(plan_cards.id, card.id))
    return
  }
  await transaction(app, now, async ({ db }) => {
    await db
      .update(plan_cards)
      .set({ told: card.wanted, asked_at: now.toISOString(), ...(isOver ? {} : { plan, interval, amount }) })
      .where(eq(plan_cards.id, card.id))
  })
  if (isOver) await heedCard(app, card.id, subscription_id)
}

/** Asks the card for a change that was made out. Where it isn't taken nothing changes, and the charge goes. */
async function sendChange(app: App, card: CardRow): Promise<void> {
  const [open] = await openChargeOf(app.db, card.membership_id)
  if (open?.method !== 'card' || open.kind !== 'change' || !card.subscription_id) return
  const { id, plan, interval, currency } = open
  const amount = priceOf(plan, interval, currency as Currency)
  try {
    await portOf(app.config).changeNow({
      ...{ key: `plan_charge:${id}`, subscription_id: card.subscription_id, less: amount - open.amount },
      price: pricedAs(app, card.language, { plan, interval, amount, currency }),
    })
  } catch (error) {
    if (!(error instanceof Declined)) throw error
    app.log.warn({ card: card.id, charge: id, code: error.code }, 'a card wasn’t taken for another plan')
    await transaction(app, app.clock.now(), async (work) => {
      const row = await lockMembership(work, card.membership_id)
      await cancelCharge(work, id)
      await note(work, row, 'change_refused', { by: 'provider', charge_id: id, tells: 'card_declined' })
    })
    return
  }
  await heedCard(app, card.id, card.subscription_id)
}

/** How many a sweep takes; the next one goes on. */
const A_SWEEP = 100

/** Cards of which nothing was heard for long, and for which it is time: they are asked for, so many a time. */
export async function enqueueCards(app: App, now: Date): Promise<void> {
  const long = new Date(now.getTime() - CARD_ASKED_AFTER_MINUTES * MINUTE).toISOString()
  const open = sql`exists (select from ${membership_charges} c where c.membership_id = ${memberships.id}
    and c.method = 'card' and c.state = 'due')`
  const found = await app.db
    .select({ card_id: plan_cards.id })
    .from(plan_cards)
    .innerJoin(memberships, eq(memberships.id, plan_cards.membership_id))
    .where(
      and(
        inArray(plan_cards.state, [...LIVE_CARD]),
        sql`${plan_cards.asked_at} <= ${long}::timestamptz`,
        sql`(${plan_cards.state} <> 'running' or ${plan_cards.told} < ${plan_cards.wanted} or ${open}
          or ${memberships.state} in ('awaiting', 'past_due', 'inactive')
          or ${memberships.period_end} <= ${now.toISOString()}::timestamptz)`,
      ),
    )
    .orderBy(asc(plan_cards.asked_at))
    .limit(A_SWEEP)
  if (found.length === 0) return
  await transaction(app, now, async (work) => {
    const ids = found.map(({ card_id }) => card_id)
    await work.db.update(plan_cards).set({ asked_at: now.toISOString() }).where(inArray(plan_cards.id, ids))
    for (const one of found) await enqueue(work, planCards, one)
  })
}

/** The provider called about a card: it is asked how that stands. */
export const cardCalled = (work: Work, { card_id }: { card_id: number }): Promise<void> =>
  enqueue(work, planCards, { card_id })
