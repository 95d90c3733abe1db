import Stripe from 'stripe'
import type { Config } from '#core/server/config.ts'
import { stripePlans } from './commands.stripe.plans.ts'
import {
  type AccountFound,
  type CheckoutFound,
  Declined,
  type DisputeFound,
  type EventFound,
  type MoveFound,
  type MoveOrder,
  NoAnswer,
  type PaymentPort,
} from './port.ts'

/* The port to Stripe, by its official package: requests, signatures and types of one version of its API. */

const API_VERSION = '2026-10-28.endive'
/** How long Stripe may take to answer. */
const PATIENCE_MS = 20_000
/** How old a signed call may be: a copy of it is refused afterwards. */
const TOLERANCE_SECONDS = 300

/** All that is asked for with a page: whether it was paid, by which charge, and what Stripe kept of that. */
const PAID_WITH = ['payment_intent.latest_charge.balance_transaction']

/** Answers that aren't about what was sent, as while a key is changed: the same may be sent again. */
const PASSING: readonly (number | undefined)[] = [undefined, 401, 403, 409, 429]
const isPassing = ({ statusCode }: Stripe.errors.StripeError) =>
  PASSING.includes(statusCode) || Number(statusCode) >= 500

/** @throws Declined, NoAnswer */
async function asked<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (isPassing(error)) throw new NoAnswer(error.message, { cause: error })
    throw new Declined(error.code ?? error.type, error.message)
  }
}

const idOf = (one: string | { id: string } | null | undefined): string | null =>
  typeof one === 'string' ? one : (one?.id ?? null)
const numberIn = (text: string | null | undefined): number | null =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : null

function checkoutFrom(session: Stripe.Checkout.Session): CheckoutFound {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  const kept = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  const isPaid = session.payment_status === 'paid' && intent !== null && charge !== null
  return {
    session_id: session.id,
    url: session.url,
    status: isPaid ? 'paid' : session.status === 'expired' ? 'expired' : 'open',
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    checkout_id: numberIn(session.metadata?.checkout),
    failure: intent?.last_payment_error?.decline_code ?? intent?.last_payment_error?.code ?? null,
    paid: isPaid
      ? {
          intent_id: intent.id,
          charge_id: charge.id,
          // In another currency than what was paid it is no part of that.
          cost: kept && kept.currency === session.currency ? kept.fee : null,
        }
      : null,
  }
}

const REFUNDED: Record<string, MoveFound['state']> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
}

const refundFrom = (refund: Stripe.Refund): MoveFound => ({
  provider_id: refund.id,
  state: REFUNDED[refund.status ?? ''] ?? 'sent',
  amount: refund.amount,
  currency: refund.currency.toUpperCase(),
  failure: refund.failure_reason ?? null,
})

const DISPUTED: Record<string, DisputeFound['state']> = {
  won: 'won',
  prevented: 'won',
  lost: 'lost',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
}

const accountFrom = (account: Stripe.Account): AccountFound => {
  const { currently_due, past_due, disabled_reason } = account.requirements ?? {}
  return {
    account_id: account.id,
    ready: account.capabilities?.transfers === 'active' && account.payouts_enabled,
    missing: [
      ...new Set([
        ...(past_due ?? []),
        ...(currently_due ?? []),
        ...(disabled_reason ? [disabled_reason] : []),
      ]),
    ],
  }
}

/** What our own numbers are called there. */
const metadataOf = ({ payment_id, move_id }: Pick<MoveOrder, 'payment_id' | 'move_id'>) => ({
  payment: String(payment_id),
  move: String(move_id),
})

/** @param settings the keys; the address of another than Stripe in tests alone */
export function stripePort(settings: NonNullable<Config['stripe']>): PaymentPort {
  const base = settings.api_base ? new URL(settings.api_base) : null
  const stripe = new Stripe(settings.secret_key, {
    apiVersion: API_VERSION,
    // Sent again once, with its key, when nobody answers; after that a job tries later.
    maxNetworkRetries: 1,
    timeout: PATIENCE_MS,
    telemetry: false,
    appInfo: { name: 'Tarima' },
    ...(base
      ? { host: base.hostname, port: base.port, protocol: base.protocol === 'http:' ? 'http' : 'https' }
      : {}),
  })

  return {
    name: 'stripe',
    takes_cards: true,
    currencies: settings.currencies,
    ...stripePlans(stripe, asked),

    beginCheckout: async (order) => {
      const metadata = { payment: String(order.payment_id), checkout: String(order.checkout_id) }
      const session = await asked(
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            allowed_payment_method_types: ['card'],
            client_reference_id: `payment:${order.payment_id}`,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: order.currency.toLowerCase(),
                  unit_amount: order.amount,
                  product_data: { name: order.title },
                },
              },
            ],
            success_url: order.return_url,
            cancel_url: order.return_url,
            expires_at: Math.floor(Date.parse(order.expires_at) / 1000),
            locale: order.language === 'en' ? 'en' : 'es',
            metadata,
            payment_intent_data: { metadata, transfer_group: `payment:${order.payment_id}` },
          },
          { idempotencyKey: order.key },
        ),
      )
      return checkoutFrom(session)
    },

    askCheckout: async (session_id) =>
      checkoutFrom(await asked(stripe.checkout.sessions.retrieve(session_id, { expand: PAID_WITH }))),

    endCheckout: async (session_id) => {
      try {
        await asked(stripe.checkout.sessions.expire(session_id))
      } catch (error) {
        // It was paid, or is over: what became of it is asked for afterwards.
        if (!(error instanceof Declined)) throw error
      }
    },

    refund: async (order) =>
      refundFrom(
        await asked(
          stripe.refunds.create(
            {
              payment_intent: order.intent_id,
              amount: order.amount,
              reason: 'requested_by_customer',
              metadata: metadataOf(order),
            },
            { idempotencyKey: order.key },
          ),
        ),
      ),

    askRefund: async (refund_id) => refundFrom(await asked(stripe.refunds.retrieve(refund_id))),

    transfer: async (order) => {
      const transfer = await asked(
        stripe.transfers.create(
          {
            amount: order.amount,
            currency: order.currency.toLowerCase(),
            destination: order.account_id,
            // It waits for the charge's own money, and never takes that of another.
            ...(order.charge_id ? { source_transaction: order.charge_id } : {}),
            transfer_group: `payment:${order.payment_id}`,
            metadata: metadataOf(order),
          },
          { idempotencyKey: order.key },
        ),
      )
      const { id, amount, currency } = transfer
      return { provider_id: id, state: 'done', amount, currency: currency.toUpperCase(), failure: null }
    },

    askDispute: async (dispute_id) => {
      const dispute = await asked(stripe.disputes.retrieve(dispute_id))
      return {
        dispute_id: dispute.id,
        intent_id: idOf(dispute.payment_intent),
        amount: dispute.amount,
        currency: dispute.currency.toUpperCase(),
        state: DISPUTED[dispute.status] ?? 'none',
      }
    },

    openAccount: async ({ project_id, email }) =>
      accountFrom(
        await asked(
          stripe.accounts.create(
            {
              type: 'express',
              email,
              capabilities: { transfers: { requested: true } },
              metadata: { project: String(project_id) },
            },
            // An owner who changes their address opens no second one.
            { idempotencyKey: `account:${project_id}:${email}` },
          ),
        ),
      ),

    askAccount: async (account_id) => accountFrom(await asked(stripe.accounts.retrieve(account_id))),

    accountPage: async ({ account_id, ready }, { return_url, refresh_url }) => {
      if (ready) return (await asked(stripe.accounts.createLoginLink(account_id))).url
      const link = await asked(
        stripe.accountLinks.create({
          account: account_id,
          type: 'account_onboarding',
          return_url,
          refresh_url,
        }),
      )
      return link.url
    },

    readEvent: async (body, signature) => {
      for (const secret of settings.webhook_secrets)
        try {
          return eventFrom(stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS))
        } catch {
          // The next secret, or nobody's.
        }
      return null
    },
  }
}

function eventFrom(event: Stripe.Event): EventFound {
  const about = event.data.object as {
    id?: unknown
    metadata?: Record<string, string> | null
    /** Of an invoice: what its subscription was begun with. */
    parent?: { subscription_details?: { metadata?: Record<string, string> | null } | null } | null
  }
  const of_plan = about.metadata?.plan_card ?? about.parent?.subscription_details?.metadata?.plan_card
  return {
    event_id: event.id,
    type: event.type,
    account_id: event.account ?? null,
    checkout_id: numberIn(about.metadata?.checkout),
    plan_card_id: numberIn(of_plan),
    object_id: typeof about.id === 'string' ? about.id : null,
    created_at: new Date(event.created * 1000).toISOString(),
  }
}
