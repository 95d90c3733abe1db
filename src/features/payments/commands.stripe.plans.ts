import type Stripe from 'stripe'
import type {
  InvoiceFound,
  PlanPageFound,
  PlanPort,
  PlanPrice,
  Steered,
  SubscriptionFound,
} from './port.plans.ts'
import { Declined } from './port.ts'

/* Plans as subscriptions at Stripe: what is charged and when is ours to say, the card and the charging are Stripe's. */

const seconds = (at: string) => Math.floor(Date.parse(at) / 1000)
const instant = (at: number) => new Date(at * 1000).toISOString()
const idOf = (one: string | { id: string } | null | undefined): string | null =>
  typeof one === 'string' ? one : (one?.id ?? null)
const numberIn = (text: string | null | undefined): number | null =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : null

const pageFrom = (session: Stripe.Checkout.Session): PlanPageFound => ({
  session_id: session.id,
  url: session.url,
  status: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
  card_id: numberIn(session.metadata?.plan_card),
  subscription_id: idOf(session.subscription),
})

const STATES: Record<string, SubscriptionFound['state']> = {
  past_due: 'late',
  unpaid: 'late',
  incomplete: 'late',
  canceled: 'over',
  incomplete_expired: 'over',
}

/** Of several payments of an invoice the one that paid it. */
function intentOf({ payments }: Stripe.Invoice): string | null {
  const paid = payments?.data.find(({ status }) => status === 'paid')
  return idOf(paid?.payment.payment_intent)
}

const invoiceFrom = (invoice: Stripe.Invoice): InvoiceFound => ({
  invoice_id: invoice.id,
  state:
    invoice.status === 'paid'
      ? 'paid'
      : invoice.status === 'open' || invoice.status === 'draft'
        ? 'open'
        : 'over',
  amount: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
  currency: invoice.currency.toUpperCase(),
  tried: invoice.attempted,
  intent_id: intentOf(invoice),
})

/** A year's worth of monthly ones, and some. */
const MOST_INVOICES = 15

/**
 * The part of the port that is about plans.
 * @param asked turns Stripe's errors into the port's
 */
export function stripePlans(stripe: Stripe, asked: <T>(call: Promise<T>) => Promise<T>): PlanPort {
  /** Each plan is a product of its own name there, made when it is sold first. */
  const products = new Set<string>()
  async function productOf({ plan, name }: PlanPrice): Promise<string> {
    const id = `tarima_${plan}`
    if (products.has(id)) return id
    try {
      await asked(stripe.products.create({ id, name }))
    } catch (error) {
      if (!(error instanceof Declined) || error.code !== 'resource_already_exists') throw error
    }
    products.add(id)
    return id
  }
  const priced = async (price: PlanPrice) => ({
    currency: price.currency.toLowerCase(),
    product: await productOf(price),
    unit_amount: price.amount,
    recurring: { interval: price.interval },
  })

  async function foundFrom(subscription: Stripe.Subscription): Promise<SubscriptionFound> {
    const [item] = subscription.items.data
    if (!item) throw new Declined('no_item', `subscription ${subscription.id} is of nothing`)
    const invoices = await asked(
      stripe.invoices.list({
        subscription: subscription.id,
        limit: MOST_INVOICES,
        expand: ['data.payments'],
      }),
    )
    return {
      subscription_id: subscription.id,
      customer_id: idOf(subscription.customer) ?? '',
      card_id: numberIn(subscription.metadata.plan_card),
      state: STATES[subscription.status] ?? 'running',
      cancels: subscription.cancel_at_period_end,
      paid_until: instant(item.current_period_end),
      amount: item.price.unit_amount ?? 0,
      currency: subscription.currency.toUpperCase(),
      interval: item.price.recurring?.interval === 'year' ? 'year' : 'month',
      invoices: invoices.data.map(invoiceFrom).reverse(),
    }
  }
  const retrieve = (id: string) => asked(stripe.subscriptions.retrieve(id))
  const itemOf = async (id: string) => {
    const now = await retrieve(id)
    return { now, item: now.items.data[0]?.id ?? '' }
  }

  return {
    beginPlanPage: async (order) => {
      const metadata = { plan_card: String(order.card_id) }
      const session = await asked(
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            allowed_payment_method_types: ['card'],
            client_reference_id: `plan_card:${order.card_id}`,
            customer_email: order.email,
            line_items: [{ quantity: 1, price_data: await priced(order.price) }],
            success_url: order.return_url,
            cancel_url: order.return_url,
            expires_at: seconds(order.expires_at),
            locale: order.language === 'en' ? 'en' : 'es',
            metadata,
            subscription_data: {
              metadata,
              ...(order.starts_at ? { trial_end: seconds(order.starts_at) } : {}),
            },
          },
          { idempotencyKey: order.key },
        ),
      )
      return pageFrom(session)
    },

    askPlanPage: async (session_id) => pageFrom(await asked(stripe.checkout.sessions.retrieve(session_id))),

    askSubscription: async (id) => foundFrom(await retrieve(id)),

    /* Nothing is charged before `paid_until`, whatever interval or price it was: Stripe calls that a trial. */
    steer: async ({ key, subscription_id, price, paid_until, cancels }: Steered) => {
      const { item } = await itemOf(subscription_id)
      await asked(
        stripe.subscriptions.update(
          subscription_id,
          {
            items: [{ id: item, price_data: await priced(price) }],
            trial_end: seconds(paid_until),
            proration_behavior: 'none',
            cancel_at_period_end: cancels,
          },
          { idempotencyKey: key },
        ),
      )
    },

    changeNow: async ({ key, subscription_id, price, less }) => {
      const { now, item } = await itemOf(subscription_id)
      const price_data = await priced(price)
      const { recurring: _, ...once } = price_data
      const begins =
        now.status === 'trialing'
          ? { trial_end: 'now' as const }
          : { billing_cycle_anchor: { type: 'now' as const } }
      const changed = await asked(
        stripe.subscriptions.update(
          subscription_id,
          {
            items: [{ id: item, price_data }],
            ...begins,
            proration_behavior: 'none',
            payment_behavior: 'error_if_incomplete',
            ...(less > 0
              ? { add_invoice_items: [{ price_data: { ...once, unit_amount: -less }, quantity: 1 }] }
              : {}),
          },
          { idempotencyKey: key },
        ),
      )
      return foundFrom(changed)
    },

    endSubscription: async (id) => {
      const now = await retrieve(id)
      return foundFrom(now.status === 'canceled' ? now : await asked(stripe.subscriptions.cancel(id)))
    },

    askCost: async (intent_id) => {
      const intent = await asked(
        stripe.paymentIntents.retrieve(intent_id, { expand: ['latest_charge.balance_transaction'] }),
      )
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
      const kept = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
      return kept && kept.currency === intent.currency ? kept.fee : null
    },

    portalPage: async (customer, { return_url, language }) => {
      const locale = language === 'en' ? 'en' : 'es'
      return (await asked(stripe.billingPortal.sessions.create({ customer, return_url, locale }))).url
    },
  }
}
