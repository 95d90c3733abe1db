import * as z from 'zod/mini'

/**
 * What is paid for something that was agreed. `carried`: what was paid for an agreement that another one takes the place
 * of. `refund`: goes the other way, from whoever was paid.
 */
export const PAYMENT_KINDS = ['carried', 'deposit', 'balance', 'refund'] as const
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

export const PAYMENT_METHODS = ['transfer', 'cash'] as const
export const PaymentMethod = z.enum(PAYMENT_METHODS)
export type PaymentMethod = z.output<typeof PaymentMethod>

/** The two ends of a payment: who pays (and is paid back), and the project that is paid. */
export const ENDS = ['user', 'project'] as const
export type End = (typeof ENDS)[number]
