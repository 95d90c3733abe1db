import { randomBytes } from 'node:crypto'

/* What Stripe would keep of the calls that we make, by its published API description: objects, and what it refuses. */

export type Params = Readonly<Record<string, string>>
export type Thing = Record<string, unknown> & { id: string; object: string }

/** An answer that is no success, with Stripe's error object. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: Record<string, unknown>

  constructor(status: number, error: { type?: string; code?: string; message: string; param?: string }) {
    super(error.message)
    this.status = status
    this.error = { type: 'invalid_request_error', ...error }
  }
}

export const missing = (what: string, id: string) =>
  new StripeRefusal(404, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param: 'id' })
const invalid = (param: string, message: string, code = 'parameter_invalid_integer') =>
  new StripeRefusal(400, { code, message, param })

interface Session extends Thing {
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  expires_at: number
  success_url: string
  cancel_url: string
  url: string | null
  payment_intent: string | null
  metadata: Record<string, string>
}
export interface Charge extends Thing {
  amount: number
  amount_refunded: number
  transferred: number
  currency: string
  payment_intent: string
  disputed: boolean
}
interface Account extends Thing {
  capabilities: { transfers: 'active' | 'inactive' }
  payouts_enabled: boolean
  requirements: { currently_due: string[]; past_due: string[]; disabled_reason: string | null }
}

/** What a card does that is typed into the page; as Stripe's test cards. */
const CARDS: Record<string, string | null> = {
  '4242424242424242': null,
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
}

/** Why a card isn't taken; null: it is. */
export const declines = (card: string): string | null =>
  card in CARDS ? (CARDS[card] ?? null) : 'incorrect_number'

const FEE_PCT = 3

/** Everything in one place, with what happened in the order in which it did. */
export function stripeState(
  base: () => string,
  happened: (event: Thing) => void,
  now: () => number = () => Math.floor(Date.now() / 1000),
) {
  const things = new Map<string, Thing>()
  const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`
  const keep = <T extends Thing>(thing: T): T => {
    things.set(thing.id, thing)
    return thing
  }
  const find = <T extends Thing>(what: string, id: string, object: string): T => {
    const found = things.get(id)
    if (found?.object !== object) throw missing(what, id)
    return found as T
  }
  const all = <T extends Thing>(object: string) =>
    [...things.values()].filter((one) => one.object === object) as T[]

  const tell = (type: string, object: Thing, account?: string) =>
    happened({
      id: newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: now(),
      type,
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object: structuredClone(object) },
      ...(account ? { account } : {}),
    })

  const under = (params: Params, name: string) =>
    Object.fromEntries(
      Object.entries(params).flatMap(([key, value]) => {
        const part = key.startsWith(`${name}[`) ? key.slice(name.length + 1, -1) : null
        return part && !part.includes('[') ? [[part, value]] : []
      }),
    )
  const amountIn = (params: Params, name: string) => {
    const amount = Number(params[name])
    if (!/^-?\d+$/.test(params[name] ?? '')) throw invalid(name, `Invalid integer: ${params[name]}`)
    if (amount < 1)
      throw invalid(name, 'This value must be greater than or equal to 1.', 'parameter_invalid_integer')
    if (amount > 99_999_999)
      throw invalid(name, 'Amount must be no more than $999,999.99', 'amount_too_large')
    return amount
  }

  function createSession(params: Params): Session {
    const amount = amountIn(params, 'line_items[0][price_data][unit_amount]')
    if (amount < 50)
      throw invalid(
        'line_items',
        'The Checkout Session’s total amount must convert to at least 50 cents.',
        'amount_too_small',
      )
    const id = newId('cs_test')
    return keep({
      id,
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: amount * Number(params['line_items[0][quantity]'] ?? 1),
      currency: params['line_items[0][price_data][currency]'] ?? '',
      client_reference_id: params.client_reference_id ?? null,
      expires_at: Number(params.expires_at),
      success_url: params.success_url ?? '',
      cancel_url: params.cancel_url ?? '',
      url: `${base()}/c/pay/${id}`,
      payment_intent: null,
      metadata: under(params, 'metadata'),
      title: params['line_items[0][price_data][product_data][name]'] ?? '',
    })
  }

  /** A card is typed into the page of a session. @returns why it wasn't taken; null: it was paid */
  function pay(session_id: string, card = '4242424242424242'): string | null {
    const session = find<Session>('checkout.session', session_id, 'checkout.session')
    if (session.status !== 'open') return 'session_over'
    const intent = session.payment_intent
      ? find('payment_intent', session.payment_intent, 'payment_intent')
      : keep<Thing>({
          id: newId('pi'),
          object: 'payment_intent',
          amount: session.amount_total,
          currency: session.currency,
          status: 'requires_payment_method',
          latest_charge: null,
          last_payment_error: null,
          metadata: session.metadata,
        })
    session.payment_intent = intent.id
    const decline = declines(card)
    if (decline) {
      intent.last_payment_error = {
        type: 'card_error',
        code: decline === 'expired_card' ? 'expired_card' : 'card_declined',
        decline_code: decline,
        message: 'Your card was declined.',
      }
      tell('payment_intent.payment_failed', intent)
      return decline
    }
    const kept = keep({
      id: newId('txn'),
      object: 'balance_transaction',
      amount: session.amount_total,
      currency: session.currency,
      fee: Math.round((session.amount_total * FEE_PCT) / 100),
    })
    const charge = keep<Charge>({
      id: newId('ch'),
      object: 'charge',
      amount: session.amount_total,
      amount_refunded: 0,
      transferred: 0,
      currency: session.currency,
      payment_intent: intent.id,
      balance_transaction: kept.id,
      disputed: false,
    })
    Object.assign(intent, { status: 'succeeded', latest_charge: charge.id, last_payment_error: null })
    Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
    tell('charge.succeeded', charge)
    tell('payment_intent.succeeded', intent)
    tell('checkout.session.completed', session)
    return null
  }

  /** Its time is over, or whoever made it ended it. */
  function expire(session_id: string): Session {
    const session = find<Session>('checkout.session', session_id, 'checkout.session')
    if (session.status !== 'open')
      throw new StripeRefusal(400, {
        message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      })
    Object.assign(session, { status: 'expired', url: null })
    tell('checkout.session.expired', session)
    return session
  }

  function createRefund(params: Params): Thing {
    const intent = find<Thing>('payment_intent', params.payment_intent ?? '', 'payment_intent')
    const charge = find<Charge>('charge', String(intent.latest_charge), 'charge')
    const amount = amountIn(params, 'amount')
    const left = charge.amount - charge.amount_refunded
    if (charge.disputed)
      throw new StripeRefusal(400, {
        code: 'charge_disputed',
        message: 'Charge has been charged back; cannot issue a refund.',
      })
    if (left === 0)
      throw new StripeRefusal(400, {
        code: 'charge_already_refunded',
        message: 'Charge has already been refunded.',
      })
    if (amount > left)
      throw invalid(
        'amount',
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
        'amount_too_large',
      )
    charge.amount_refunded += amount
    const refund = keep({
      id: newId('re'),
      object: 'refund',
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: intent.id,
      reason: params.reason ?? null,
      status: 'succeeded',
      metadata: under(params, 'metadata'),
    })
    tell('refund.created', refund)
    tell('charge.refunded', charge)
    return refund
  }

  /** The bank doesn't take it after all. */
  function failRefund(refund_id: string) {
    const refund = find<Thing>('refund', refund_id, 'refund')
    const charge = find<Charge>('charge', String(refund.charge), 'charge')
    charge.amount_refunded -= Number(refund.amount)
    Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' })
    tell('refund.failed', refund)
  }

  function createTransfer(params: Params): Thing {
    const amount = amountIn(params, 'amount')
    const account = things.get(params.destination ?? '') as Account | undefined
    if (account?.object !== 'account')
      throw new StripeRefusal(400, {
        code: 'resource_missing',
        message: `No such destination: '${params.destination}'`,
        param: 'destination',
      })
    if (account.capabilities.transfers !== 'active')
      throw new StripeRefusal(400, {
        code: 'insufficient_capabilities_for_transfer',
        message:
          'Your destination account needs to have at least one of the following capabilities enabled: transfers',
      })
    // Without a source it is of the platform's own balance, which is as much as it needs here.
    if (params.source_transaction === undefined)
      return keepTransfer({ amount, currency: params.currency, destination: account.id }, params)
    const charge = find<Charge>('charge', params.source_transaction, 'charge')
    if (charge.disputed)
      throw new StripeRefusal(400, {
        code: 'charge_disputed',
        message: 'A disputed charge is no source of a transfer',
      })
    if (charge.currency !== params.currency)
      throw invalid(
        'currency',
        'The currency of source_transaction’s balance transaction must be the same as the transfer currency',
        'invalid_currency',
      )
    if (amount > charge.amount - charge.transferred)
      throw new StripeRefusal(400, {
        code: 'transfer_source_balance_parameters_mismatch',
        message: 'Transfers using this transaction as a source must not exceed the source amount',
      })
    charge.transferred += amount
    const { currency, id: source_transaction } = charge
    return keepTransfer({ amount, currency, destination: account.id, source_transaction }, params)
  }

  function keepTransfer(sent: Record<string, unknown>, params: Params): Thing {
    const transfer = keep({
      ...{ id: newId('tr'), object: 'transfer', reversed: false, source_transaction: null, ...sent },
      metadata: under(params, 'metadata'),
    })
    tell('transfer.created', transfer)
    return transfer
  }

  function createAccount(params: Params): Account {
    if (params.type !== 'express') throw invalid('type', 'Only express accounts here', 'parameter_unknown')
    return keep<Account>({
      id: newId('acct'),
      object: 'account',
      type: 'express',
      email: params.email ?? null,
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      capabilities: { transfers: 'inactive' },
      requirements: {
        currently_due: ['external_account', 'individual.verification.document', 'tos_acceptance.date'],
        past_due: [],
        disabled_reason: 'requirements.past_due',
      },
      metadata: under(params, 'metadata'),
    })
  }

  /** Whoever owns it said all that was missing. */
  function complete(account_id: string) {
    const account = find<Account>('account', account_id, 'account')
    Object.assign(account, {
      details_submitted: true,
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
      requirements: { currently_due: [], past_due: [], disabled_reason: null },
    })
    tell('account.updated', account, account.id)
  }

  /** A payer's bank asks for a charge's money. @param part how much of it; left out: all */
  function dispute(charge_id: string, part?: number): Thing {
    const charge = find<Charge>('charge', charge_id, 'charge')
    charge.disputed = true
    const one = keep({
      id: newId('du'),
      object: 'dispute',
      amount: part ?? charge.amount - charge.amount_refunded,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      reason: 'product_not_received',
      status: 'needs_response',
    })
    tell('charge.dispute.created', one)
    return one
  }

  function endDispute(dispute_id: string, status: 'won' | 'lost') {
    const one = find<Thing>('dispute', dispute_id, 'dispute')
    one.status = status
    if (status === 'won') find<Charge>('charge', String(one.charge), 'charge').disputed = false
    tell('charge.dispute.closed', one)
  }

  return {
    ...{ things, find, all, tell, keep, newId, under, amountIn, base, now },
    ...{
      createSession,
      pay,
      expire,
      createRefund,
      failRefund,
      createTransfer,
      createAccount,
      complete,
      dispute,
      endDispute,
    },
    link: (account_id: string): Thing => {
      find('account', account_id, 'account')
      return keep({ id: newId('link'), object: 'account_link', account: account_id, url: '' })
    },
  }
}

/** What other parts of it keep their things by. */
export type StripeKept = Pick<
  ReturnType<typeof stripeState>,
  'things' | 'find' | 'all' | 'tell' | 'keep' | 'newId' | 'under' | 'amountIn' | 'base' | 'now'
>
