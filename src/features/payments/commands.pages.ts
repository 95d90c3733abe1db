import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { App, Work } from '#core/server/app.ts'
import { raise } from '#core/server/events.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
import { forgetSlip } from '#features/slips/commands.ts'
import { providerSaid } from './commands.moves.ts'
import { portOf } from './commands.port.ts'
import { declare } from './commands.ts'
import { type CheckoutFound, Declined, NoAnswer } from './port.ts'
import type { PaymentRow } from './queries.ts'
import { pagesToAsk } from './queues.ts'
import { MOST_BY_CARD, PAGE_MINUTES } from './rules.ts'
import { checkouts, payments } from './table.ts'

/*
 * Pages of the provider's on which somebody pays. A page is written down before the provider hears of it, and begun with
 * its own number as the key: whatever is cut off in between is taken up again, and begins no second one.
 */

export type Checkout = typeof checkouts.$inferSelect

/** Pages that may still be paid on. */
const OPEN = ['begun', 'open'] as const
export const isOpenPage = ({ state }: Pick<Checkout, 'state'>): boolean =>
  (OPEN as readonly string[]).includes(state)

/** The page of a payment that may still be paid on; null without one. */
export async function openPageOf(db: Work['db'], payment_id: number): Promise<Checkout | null> {
  const [found] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.payment_id, payment_id), inArray(checkouts.state, OPEN)))
  return found ?? null
}

/**
 * A payer wants to pay by card: the payment waits for the provider from now on. One that has its page goes on with it.
 * Whoever owns its subject has locked that.
 * @throws Refusal 409 `payments.no_cards`, `payments.too_much_for_a_card`, `payments.moved_on` where it isn't to be paid
 */
export async function beginPage(
  work: Work,
  row: PaymentRow,
  page: Pick<Checkout, 'title' | 'language' | 'return_url'>,
): Promise<Checkout> {
  if (!portOf(work.app.config).currencies.includes(row.currency)) throw new Refusal(409, 'payments.no_cards')
  if (row.amount > MOST_BY_CARD) throw new Refusal(409, 'payments.too_much_for_a_card')
  const there = row.method === 'card' && row.state === 'processing' ? await openPageOf(work.db, row.id) : null
  if (there) return there
  // It was said of another way, and wasn't so.
  if (row.declared_by && row.method !== 'card') await forgetSlip(work, subject('payment', row.id))
  await declare(work, row, 'user', { method: 'card', reference: '' })
  const at = work.now.toISOString()
  const [begun] = await work.db
    .insert(checkouts)
    .values({
      ...{ payment_id: row.id, amount: row.amount, currency: row.currency, state: 'begun', ...page },
      expires_at: new Date(work.now.getTime() + PAGE_MINUTES * MINUTE).toISOString(),
      asked_at: at,
      created_at: at,
    })
    .returning()
  if (!begun) throw new Refusal(409, 'payments.moved_on')
  return begun
}

/** The page as the provider has it now; begun there, if it never heard of it. @throws Declined, NoAnswer */
async function found(app: App, page: Checkout): Promise<CheckoutFound> {
  const port = portOf(app.config)
  if (page.session_id) return port.askCheckout(page.session_id)
  const { id, payment_id, amount, currency, title, language, return_url, expires_at } = page
  const order = { payment_id, amount, currency, title, language, return_url, expires_at }
  return port.beginCheckout({ ...order, key: `checkout:${id}`, checkout_id: id })
}

/** What a page that the provider won't begin is to whoever waits for it. */
const nothing = (page: Checkout, failure: string): CheckoutFound => ({
  ...{ session_id: page.session_id ?? '', url: null, status: 'expired', failure, paid: null },
  ...{ amount: page.amount, currency: page.currency, checkout_id: page.id },
})

/**
 * Asks the provider what became of a page, and goes on by it.
 * @returns the page's address while it may be paid on
 * @throws NoAnswer when the provider doesn't answer
 */
export async function askForPage(app: App, checkout_id: number): Promise<string | null> {
  const [page] = await app.db.select().from(checkouts).where(eq(checkouts.id, checkout_id))
  if (!page || !isOpenPage(page)) return null
  let now: CheckoutFound
  try {
    now = await found(app, page)
  } catch (error) {
    // Of one that is there it was asked wrongly: that says nothing of it.
    if (!(error instanceof Declined) || page.session_id) throw error
    app.log.error({ page: page.id, code: error.code, reason: error.message }, 'the provider begins no page')
    now = nothing(page, error.code)
  }
  if (now.amount !== page.amount || now.currency !== page.currency || now.checkout_id !== page.id) {
    app.log.error({ page: page.id, now }, 'what the provider says of a page isn’t what was begun')
    return null
  }
  const [payment] = await app.db
    .select({ subject: payments.subject })
    .from(payments)
    .where(eq(payments.id, page.payment_id))
  if (!payment) return null
  await transaction(app, app.clock.now(), (work) =>
    raise(work, providerSaid, {
      subject: payment.subject,
      said: { what: 'page', checkout_id: page.id, found: now },
    }),
  )
  return now.status === 'open' ? now.url : null
}

/**
 * Begins a page at the provider, or goes on with it.
 * @returns where the payer goes
 * @throws Refusal 503 `payments.no_answer` where nobody answers, 409 `payments.card_refused` where the answer is no
 */
export async function pageAddress(app: App, checkout_id: number): Promise<string> {
  const url = await answered(askForPage(app, checkout_id))
  if (!url) throw new Refusal(409, 'payments.card_refused')
  return url
}

/** @throws Refusal 503 `payments.no_answer` */
export async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof Declined)
      throw new Refusal(503, 'payments.no_answer', { headers: { 'retry-after': '30' } })
    throw error
  }
}

/**
 * Asks the provider now what became of a payment's page; nothing where none is open.
 * @throws Refusal 503 `payments.no_answer`
 */
export async function checkPage(app: App, payment_id: number): Promise<void> {
  const page = await openPageOf(app.db, payment_id)
  if (page) await answered(askForPage(app, page.id))
}

/**
 * The payer doesn't want to pay by card after all: nobody may pay on its page any more, unless somebody has.
 * @returns false when no page of it is open
 * @throws Refusal 503 `payments.no_answer`
 */
export async function endPage(app: App, payment_id: number): Promise<boolean> {
  const page = await openPageOf(app.db, payment_id)
  if (!page) return false
  await end(app, page)
  return true
}

async function end(app: App, page: Checkout): Promise<void> {
  await answered(askForPage(app, page.id))
  const [now] = await app.db.select().from(checkouts).where(eq(checkouts.id, page.id))
  if (!now?.session_id || !isOpenPage(now)) return
  await answered(portOf(app.config).endCheckout(now.session_id))
  await answered(askForPage(app, page.id))
}

const A_SWEEP = 100

/** Pages of which nothing was heard for long are asked for, so many a time. */
export async function enqueuePages(app: App, now: Date, after_minutes: number): Promise<void> {
  const long = new Date(now.getTime() - after_minutes * MINUTE).toISOString()
  const found = await app.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(inArray(checkouts.state, OPEN), sql`${checkouts.asked_at} <= ${long}::timestamptz`))
    .orderBy(asc(checkouts.asked_at))
    .limit(A_SWEEP)
  if (found.length === 0) return
  await transaction(app, now, async (work) => {
    const ids = found.map(({ id }) => id)
    await work.db.update(checkouts).set({ asked_at: now.toISOString() }).where(inArray(checkouts.id, ids))
    for (const checkout_id of ids) await enqueue(work, pagesToAsk, { checkout_id })
  })
}
