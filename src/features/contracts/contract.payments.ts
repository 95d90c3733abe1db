import * as z from 'zod/mini'
import { endpoint, IdParams, PathId } from '#core/contract/endpoint.ts'
import { line } from '#core/contract/text.ts'
import { RecordedMethod } from '#features/payments/contract.ts'
import { Agreement } from './contract.ts'

/** What the two sides record between them; of refunds, extras and tips the last one. */
export const RECORDED_KINDS = ['deposit', 'balance', 'refund', 'extra', 'tip'] as const
export const RecordedKind = z.enum(RECORDED_KINDS)
export type RecordedKind = z.output<typeof RecordedKind>

const OnePayment = z.object({ id: PathId, kind: RecordedKind })

export const recordPayment = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/payments/:kind/',
  access: 'signed-in',
  summary: 'One side records a payment: whoever pays that it was sent, the other that it arrived',
  params: OnePayment,
  body: z.object({
    method: RecordedMethod,
    reference: z._default(line(0, 120), ''),
  }),
  reply: Agreement,
})

export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/payments/:kind/confirm/',
  access: 'signed-in',
  summary: 'The other side confirms a payment; with the last deposit the order is confirmed',
  params: OnePayment,
  reply: Agreement,
})

export const clearPayment = endpoint({
  method: 'DELETE',
  path: '/api/contracts/:id/payments/:kind/',
  access: 'signed-in',
  summary: 'Take a recorded payment back, or say that what the other side recorded is not so',
  params: OnePayment,
  reply: Agreement,
})

export const savePayTo = endpoint({
  method: 'PATCH',
  path: '/api/contracts/:id/pay-to/',
  access: 'read:contracts',
  summary: 'The artist says where the deposit should go',
  fresh: true,
  second: true,
  params: IdParams,
  body: z.object({ pay_to: z.string().check(z.trim(), z.maxLength(400)) }),
  reply: Agreement,
})
