import type { stripePlansState } from './stripePlans.fixture.ts'
import type { Params, StripeKept, Thing } from './stripeState.fixture.ts'

/* The calls of Stripe's API that are about subscriptions, with what may be sent. */

export interface Call {
  method: string
  path: RegExp
  /** What may be sent; `*` is any name in brackets, as of metadata. */
  allows: readonly string[]
  requires?: readonly string[]
  run(params: Params, id: string): Thing
}

/** @param plans what becomes of them */
export const planCalls = (state: StripeKept, plans: ReturnType<typeof stripePlansState>): readonly Call[] => [
  {
    method: 'POST',
    path: /^\/v1\/products$/,
    allows: ['id', 'name'],
    requires: ['name'],
    run: (params) => plans.createProduct(params),
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    allows: [],
    run: (_, id) => state.find('subscription', id, 'subscription'),
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    allows: [
      'items[0][id]',
      'items[0][price_data][*]',
      'trial_end',
      'billing_cycle_anchor[type]',
      'proration_behavior',
      'payment_behavior',
      'cancel_at_period_end',
      'add_invoice_items[0][price_data][*]',
      'add_invoice_items[0][quantity]',
    ],
    run: (params, id) => plans.updateSubscription(id, params),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    allows: [],
    run: (_, id) => plans.cancelSubscription(id),
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices$/,
    allows: ['subscription', 'limit', 'expand[0]'],
    run: (params) => plans.listInvoices(params),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    allows: ['expand[0]'],
    run: (_, id) => state.find('payment_intent', id, 'payment_intent'),
  },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    allows: ['customer', 'return_url', 'locale'],
    requires: ['customer'],
    run: (params) => plans.portal(params),
  },
]
