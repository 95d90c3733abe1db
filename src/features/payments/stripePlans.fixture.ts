import { type Params, type StripeKept, StripeRefusal, type Thing } from './stripeState.fixture.ts'

/* Subscriptions as Stripe keeps them: products, pages, what is charged when a period is over, and the page for a card. */

interface Item {
  id: string
  object: 'subscription_item'
  current_period_start: number
  current_period_end: number
  price: {
    object: 'price'
    unit_amount: number
    currency: string
    product: string
    recurring: { interval: string }
  }
}
export interface Subscription extends Thing {
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  customer: string
  currency: string
  cancel_at_period_end: boolean
  trial_end: number | null
  anchor_day: number
  items: { object: 'list'; data: [Item] }
  metadata: Record<string, string>
  latest_invoice: string | null
}
interface Invoice extends Thing {
  subscription: string
  status: 'open' | 'paid'
  amount_due: number
  amount_paid: number
  currency: string
  attempted: boolean
  payments: { object: 'list'; data: Thing[] }
}

const DAY = 86_400
const TWO_YEARS = 2 * 366 * DAY

const invalid = (param: string, message: string, code = 'parameter_invalid') =>
  new StripeRefusal(400, { code, message, param })

/** The end of a period: the same day of the next month or year, its last one where there is none. */
function after(from: number, interval: string, day: number): number {
  const end = new Date(from * 1000)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + (interval === 'year' ? 12 : 1))
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, last))
  return end.getTime() / 1000
}

/**
 * @param kept what Stripe keeps
 * @param declines why a card isn't taken; null: it is
 */
export function stripePlansState(kept: StripeKept, declines: (card: string) => string | null) {
  const { things, find, all, keep, newId, tell, under, amountIn, base, now } = kept
  const subscriptionOf = (id: string) => find<Subscription>('subscription', id, 'subscription')
  const itemOf = (one: Subscription) => one.items.data[0]

  function createProduct({ id = newId('prod'), name }: Params): Thing {
    if (things.has(id))
      throw new StripeRefusal(400, { code: 'resource_already_exists', message: 'Product already exists.' })
    return keep({ id, object: 'product', name })
  }

  function priceIn(
    params: Params,
    under: string,
    interval = params[`${under}[recurring][interval]`],
  ): Item['price'] {
    const product = params[`${under}[product]`] ?? ''
    if (things.get(product)?.object !== 'product')
      throw invalid(`${under}[product]`, `No such product: '${product}'`, 'resource_missing')
    if (interval !== 'month' && interval !== 'year') throw invalid(under, 'Invalid recurring interval')
    return {
      object: 'price',
      unit_amount: amountIn(params, `${under}[unit_amount]`),
      currency: params[`${under}[currency]`] ?? '',
      product,
      recurring: { interval },
    }
  }

  function createPlanSession(params: Params): Thing {
    const price = priceIn(params, 'line_items[0][price_data]')
    const trial_end = params['subscription_data[trial_end]']
    if (trial_end && Number(trial_end) < now() + 2 * DAY)
      throw invalid(
        'subscription_data[trial_end]',
        'The `trial_end` date has to be at least 2 days in the future.',
      )
    const id = newId('cs_test')
    return keep({
      id,
      object: 'checkout.session',
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: trial_end ? 0 : price.unit_amount,
      currency: price.currency,
      expires_at: Number(params.expires_at),
      success_url: params.success_url ?? '',
      cancel_url: params.cancel_url ?? '',
      url: `${base()}/c/pay/${id}`,
      payment_intent: null,
      subscription: null,
      metadata: under(params, 'metadata'),
      title: things.get(price.product)?.name ?? '',
      wanted: {
        price,
        trial_end: trial_end ? Number(trial_end) : null,
        metadata: under(params, 'subscription_data[metadata]'),
      },
    })
  }

  /** A card is typed into the page. @returns why it wasn't taken; null: the subscription runs */
  function completePlan(session_id: string, card = '4242424242424242'): string | null {
    const session = find<Thing>('checkout.session', session_id, 'checkout.session')
    if (session.status !== 'open') return 'session_over'
    const failure = declines(card)
    if (failure) return failure
    const { price, trial_end, metadata } = session.wanted as {
      price: Item['price']
      trial_end: number | null
      metadata: Record<string, string>
    }
    const customer = keep({ id: newId('cus'), object: 'customer', card })
    const day = new Date((trial_end ?? now()) * 1000).getUTCDate()
    const subscription = keep<Subscription>({
      id: newId('sub'),
      object: 'subscription',
      status: trial_end ? 'trialing' : 'active',
      customer: customer.id,
      currency: price.currency,
      cancel_at_period_end: false,
      trial_end,
      anchor_day: day,
      items: {
        object: 'list',
        data: [
          {
            id: newId('si'),
            object: 'subscription_item',
            current_period_start: now(),
            current_period_end: trial_end ?? after(now(), price.recurring.interval, day),
            price,
          },
        ],
      },
      metadata,
      latest_invoice: null,
    })
    invoice(subscription, trial_end ? 0 : price.unit_amount, 'subscription_create')
    Object.assign(session, {
      status: 'complete',
      payment_status: trial_end ? 'no_payment_required' : 'paid',
      url: null,
      subscription: subscription.id,
    })
    tell('customer.subscription.created', subscription)
    tell('checkout.session.completed', session)
    return null
  }

  /** Asks the card for an invoice. @returns whether it was taken */
  function attempt(one: Invoice): string | null {
    one.attempted = true
    const failure = one.amount_due === 0 ? null : declines(cardOf(subscriptionOf(one.subscription)))
    if (failure) return failure
    if (one.amount_due > 0) {
      const { id: balance_transaction } = keep({
        id: newId('txn'),
        object: 'balance_transaction',
        amount: one.amount_due,
        currency: one.currency,
        fee: Math.round((one.amount_due * 3) / 100),
      })
      const intent = keep<Thing>({
        id: newId('pi'),
        object: 'payment_intent',
        amount: one.amount_due,
        currency: one.currency,
        status: 'succeeded',
        latest_charge: null,
      })
      intent.latest_charge = keep({
        id: newId('ch'),
        object: 'charge',
        ...{ amount: one.amount_due, amount_refunded: 0, transferred: 0, currency: one.currency },
        ...{ payment_intent: intent.id, balance_transaction, disputed: false },
      }).id
      one.payments.data.push({
        id: newId('inpay'),
        object: 'invoice_payment',
        status: 'paid',
        payment: { type: 'payment_intent', payment_intent: intent.id },
      })
    }
    Object.assign(one, { status: 'paid', amount_paid: one.amount_due })
    return null
  }
  const cardOf = ({ customer }: Subscription) =>
    String(find<Thing>('customer', customer, 'customer').card ?? '')

  /** @returns why its card wasn't taken */
  function invoice(subscription: Subscription, amount: number, billing_reason: string): string | null {
    const one = keep<Invoice>({
      id: newId('in'),
      object: 'invoice',
      subscription: subscription.id,
      status: 'open',
      amount_due: amount,
      amount_paid: 0,
      currency: subscription.currency,
      attempted: false,
      billing_reason,
      created: now(),
      payments: { object: 'list', data: [] },
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
      },
    })
    subscription.latest_invoice = one.id
    const failure = attempt(one)
    tell(failure ? 'invoice.payment_failed' : 'invoice.paid', one)
    return failure
  }

  function updateSubscription(id: string, params: Params): Subscription {
    const one = subscriptionOf(id)
    if (one.status === 'canceled')
      throw new StripeRefusal(404, { code: 'resource_missing', message: `No such subscription: '${id}'` })
    const item = itemOf(one)
    if (params['items[0][id]'] !== item.id) throw invalid('items[0][id]', 'No such subscription item')
    const price = priceIn(params, 'items[0][price_data]')
    if (price.currency !== one.currency)
      throw invalid('items[0][price_data][currency]', 'The price’s currency must be the subscription’s')
    const isNow = params.trial_end === 'now' || params['billing_cycle_anchor[type]'] === 'now'
    if (params.trial_end === 'now' && one.status !== 'trialing')
      throw invalid('trial_end', 'This subscription has no trial to end.')
    if (isNow) {
      const item_amount = Number(params['add_invoice_items[0][price_data][unit_amount]'] ?? 0)
      const amount = price.unit_amount + item_amount
      if (amount < 50) throw invalid('items', 'Amount must convert to at least 50 cents.', 'amount_too_small')
      const failure = declines(cardOf(one))
      if (failure && params.payment_behavior === 'error_if_incomplete')
        throw new StripeRefusal(402, {
          type: 'card_error',
          code: failure === 'expired_card' ? 'expired_card' : 'card_declined',
          message: 'Your card was declined.',
        })
      one.anchor_day = new Date(now() * 1000).getUTCDate()
      Object.assign(one, { status: 'active', trial_end: null })
      Object.assign(item, {
        price,
        current_period_start: now(),
        current_period_end: after(now(), price.recurring.interval, one.anchor_day),
      })
      invoice(one, amount, 'subscription_update')
    } else {
      const trial_end = Number(params.trial_end)
      if (!Number.isInteger(trial_end) || trial_end <= now() || trial_end > now() + TWO_YEARS)
        throw invalid('trial_end', 'Invalid timestamp: must be in the future, and within two years.')
      Object.assign(one, { status: 'trialing', trial_end })
      one.anchor_day = new Date(trial_end * 1000).getUTCDate()
      Object.assign(item, { price, current_period_end: trial_end })
    }
    if (params.cancel_at_period_end !== undefined)
      one.cancel_at_period_end = params.cancel_at_period_end === 'true'
    tell('customer.subscription.updated', one)
    return one
  }

  function cancelSubscription(id: string): Subscription {
    const one = subscriptionOf(id)
    if (one.status === 'canceled')
      throw new StripeRefusal(404, { code: 'resource_missing', message: `No such subscription: '${id}'` })
    one.status = 'canceled'
    tell('customer.subscription.deleted', one)
    return one
  }

  const listInvoices = ({ subscription = '', limit = '10' }: Params): Thing => {
    subscriptionOf(subscription)
    const data = all<Invoice>('invoice')
      .filter((one) => one.subscription === subscription)
      .reverse()
      .slice(0, Number(limit))
    return { id: '', object: 'list', data, has_more: false, url: '/v1/invoices' }
  }

  /** What Stripe does by itself, once its time has come. */
  function pass() {
    for (const one of all<Subscription>('subscription')) {
      const item = itemOf(one)
      while (one.status !== 'canceled' && one.status !== 'past_due' && item.current_period_end <= now()) {
        if (one.cancel_at_period_end) {
          cancelSubscription(one.id)
          break
        }
        const { current_period_end: begins, price } = item
        Object.assign(item, {
          current_period_start: begins,
          current_period_end: after(begins, price.recurring.interval, one.anchor_day),
        })
        const failure = invoice(one, price.unit_amount, 'subscription_cycle')
        Object.assign(one, { status: failure ? 'past_due' : 'active', trial_end: null })
        tell('customer.subscription.updated', one)
      }
    }
  }

  /** Another card takes the place of one; what it owes is asked for again. */
  function changeCard(customer: string, card: string) {
    find<Thing>('customer', customer, 'customer').card = card
    for (const one of all<Subscription>('subscription')) {
      const open = one.latest_invoice ? (things.get(one.latest_invoice) as Invoice | undefined) : undefined
      if (one.customer !== customer || open?.status !== 'open' || one.status !== 'past_due') continue
      if (attempt(open)) continue
      one.status = 'active'
      tell('invoice.paid', open)
      tell('customer.subscription.updated', one)
    }
  }

  const portal = ({ customer = '', return_url = '' }: Params): Thing => {
    find('customer', customer, 'customer')
    const back = encodeURIComponent(return_url)
    return keep({
      id: newId('bps'),
      object: 'billing_portal.session',
      customer,
      url: `${base()}/portal/${customer}?return_url=${back}`,
    })
  }

  return {
    ...{ createProduct, createPlanSession, completePlan, updateSubscription, cancelSubscription },
    ...{ listInvoices, pass, changeCard, portal },
  }
}
