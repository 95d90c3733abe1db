import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'

/**
 * What is paid for something that was agreed. `carried`: what was paid for an agreement that another one takes the place
 * of. `refund`: goes the other way, from whoever was paid. `extra` and `tip`: what is paid beyond an agreement.
 */
export const PAYMENT_KINDS = ['carried', 'deposit', 'balance', 'refund', 'extra', 'tip'] as const
export const PaymentKind = z.enum(PAYMENT_KINDS)
export type PaymentKind = z.output<typeof PaymentKind>

export const PAYMENT_STATES = [
  'scheduled',
  'due',
  'processing',
  'held',
  'released',
  'failed',
  'disputed',
  'cancelled',
  'refunded',
  'carried',
] as const
export const PaymentState = z.enum(PAYMENT_STATES)
export type PaymentState = z.output<typeof PaymentState>

/** How people pay each other, as one of them records it. */
export const RECORDED_METHODS = ['transfer', 'cash'] as const
export const RecordedMethod = z.enum(RECORDED_METHODS)
export type RecordedMethod = z.output<typeof RecordedMethod>

/** `card`: through the provider, which says itself what became of it. */
export const PAYMENT_METHODS = [...RECORDED_METHODS, 'card'] as const
export const PaymentMethod = z.enum(PAYMENT_METHODS)
export type PaymentMethod = z.output<typeof PaymentMethod>

/** A payer's page at the provider. `refused`: it wouldn't be begun. */
export const CHECKOUT_STATES = ['begun', 'open', 'paid', 'expired', 'refused'] as const

/** Money that goes back to a card, or on to a project. `sent`: on its way; `dropped`: there is nothing to send any more. */
export const MOVE_KINDS = ['refund', 'transfer'] as const
export const MOVE_STATES = ['ordered', 'sent', 'done', 'failed', 'dropped'] as const

/** A payer's bank asks for a charge back. */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const
export const DisputeState = z.enum(DISPUTE_STATES)
export type DisputeState = z.output<typeof DisputeState>

/** What is said of a payment by card besides its state. */
export const CardFacts = z.object({
  /** Why the last card wasn't taken, by the provider's code. */
  failure: z.nullable(z.string()),
  dispute: z.nullable(DisputeState),
  /** What of it has gone on to the project, and what is still to, minor units. */
  sent: z.int(),
  to_send: z.int(),
  /** Of a refund: no card takes it. */
  /** What was theirs and hadn't gone on yet when the payer's bank took it back, minor units. */
  taken: z.int(),
  stuck: z.boolean(),
})
export type CardFacts = z.output<typeof CardFacts>

/** Whether cards are taken here, and in which currencies. */
export const readWays = endpoint({
  method: 'GET',
  path: '/api/payments/ways/',
  access: 'public',
  summary: 'Whether payments may be made by card here, and in which currencies',
  reply: z.object({ card: z.boolean(), currencies: z.array(Currency) }),
})

/** The two ends of a payment: who pays (and is paid back), and the project that is paid. */
export const ENDS = ['user', 'project'] as const
export type End = (typeof ENDS)[number]
