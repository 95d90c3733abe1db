import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { PaymentMethod } from '#features/payments/contract.ts'

/** What was paid. A refund goes the other way: who was paid pays it back. */
export const RECEIPT_KINDS = ['deposit', 'balance', 'refund', 'extra', 'tip', 'plan', 'fees'] as const
export const ReceiptKind = z.enum(RECEIPT_KINDS)
export type ReceiptKind = z.output<typeof ReceiptKind>

/** Who gives or gets a receipt. */
export const PARTY_KINDS = ['project', 'user', 'platform'] as const
export const PartyKind = z.enum(PARTY_KINDS)
export type PartyKind = z.output<typeof PartyKind>

/** A side of a receipt, as it was when the money arrived; null where its account is gone. */
export const ReceiptParty = z.object({
  kind: PartyKind,
  name: seenBy('ends_of_receipt', z.nullable(wordsOf('either', z.string()))),
  legal_name: seenBy('ends_of_receipt', z.nullable(wordsOf('either', z.string()))),
  tax_id: seenBy('ends_of_receipt', z.nullable(z.string())),
})
export type ReceiptParty = z.output<typeof ReceiptParty>

/** What was paid for: an agreement, time of a plan, or a statement of fees. */
export const ReceiptAbout = z.object({
  /** The number of the agreement. */
  agreement: z.nullable(z.string()),
  event_type: z.nullable(z.string()),
  starts_at: z.nullable(Instant),
  zone: z.nullable(Zone),
  plan: z.nullable(z.string()),
  interval: z.nullable(z.enum(['month', 'year'])),
  /** The number of the statement; left out for the others. */
  statement: z.optional(z.string()),
  /** How many lessons, where it was for such. */
  lessons: z.optional(z.int()),
})
export type ReceiptAbout = z.output<typeof ReceiptAbout>

/** That money arrived, said by who was paid. It is never changed. */
export const Receipt = z.object({
  id: Id,
  number: z.string(),
  kind: ReceiptKind,
  /** Whether the caller gave it, who was paid, or got it, who paid. */
  direction: z.enum(['given', 'got']),
  issuer: ReceiptParty,
  payer: ReceiptParty,
  about: ReceiptAbout,
  amount: Amount,
  currency: Currency,
  method: z.nullable(PaymentMethod),
  reference: seenBy('ends_of_receipt', z.string()),
  paid_at: Instant,
  issued_at: Instant,
})
export type Receipt = z.output<typeof Receipt>

export const listReceipts = endpoint({
  method: 'GET',
  path: '/api/receipts/',
  access: 'signed-in',
  summary: 'Receipts that the caller or a project of theirs gave or got, newest first',
  query: z.extend(PageQuery, {
    /** Only those of this agreement. */
    contract: z.optional(PathId),
  }),
  reply: page(Receipt),
})

export const listReceiptYears = endpoint({
  method: 'GET',
  path: '/api/receipts/years/',
  access: 'signed-in',
  summary: 'Years in which the caller gave or got receipts, the latest first',
  reply: z.object({ results: z.array(z.object({ year: z.int(), count: z.int() })) }),
})

export const exportReceipts = endpoint({
  method: 'GET',
  path: '/api/receipts/export/',
  access: 'signed-in',
  summary: 'The caller’s receipts of a year as CSV, the first one first',
  query: z.object({ year: z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(9999)) }),
  raw: ['text/csv'],
})

export const readReceipt = endpoint({
  method: 'GET',
  path: '/api/receipts/:id/document/',
  access: 'signed-in',
  summary: 'A receipt as a PDF, in both languages',
  params: IdParams,
  raw: ['application/pdf'],
})
