import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'

export const FEE_STATES = ['due', 'declared', 'failed', 'paid'] as const
export const FeeState = z.enum(FEE_STATES)
export type FeeState = z.output<typeof FeeState>

/** YYYY-MM */
const Month = z.string().check(z.regex(/^\d{4}-\d{2}$/))

/** What a project owes the platform of a month: its fees of what was earned. Its sums and lines never change. */
export const FeeStatement = z.object({
  id: Id,
  number: z.string(),
  project_id: Id,
  /** As it was called then. */
  project_name: z.nullable(wordsOf('artist', z.string())),
  month: Month,
  currency: Currency,
  /** How many payments its fees are of. */
  payments: z.int(),
  /** How many of them are for extras, beyond what was agreed on. */
  extras: z.int(),
  amount: Amount,
  /** What of it the owner's credit paid; the rest is to be transferred. */
  credit: Amount,
  state: FeeState,
  closed_at: Instant,
  due_at: Instant,
  /** What the payer wrote to find their transfer by. */
  reference: seenBy('owner', z.string()),
  declared_at: z.nullable(Instant),
  settled_at: z.nullable(Instant),
  /** Why a transfer wasn't found. */
  note: seenBy('owner', z.string()),
  /** Once staff has found the money. */
  receipt_id: z.nullable(Id),
  /** Whether there is a picture of its transfer's slip. */
  has_slip: z.boolean(),
})
export type FeeStatement = z.output<typeof FeeStatement>

/** What gathers on a project's next statement, minor units. */
export const GatheringFees = z.object({
  project_id: Id,
  project_name: z.nullable(wordsOf('artist', z.string())),
  currency: Currency,
  amount: Amount,
})
export type GatheringFees = z.output<typeof GatheringFees>

export const listFees = endpoint({
  method: 'GET',
  path: '/api/fees/',
  access: 'read:contracts',
  summary: 'Monthly statements of the platform’s fees, of projects that the caller owns, newest first',
  query: z.extend(PageQuery, {
    /** All of the caller's unless said. */
    project: z.optional(PathId),
  }),
  reply: page(FeeStatement),
})

export const readGathering = endpoint({
  method: 'GET',
  path: '/api/fees/gathering/',
  access: 'read:contracts',
  summary: 'What gathers on the next statements of the caller’s projects, and where fees are transferred',
  reply: z.object({
    results: z.array(GatheringFees),
    /** Where a transfer goes; null: nothing can be paid here. */
    transfer_account: z.nullable(z.string()),
  }),
})

export const declareFees = endpoint({
  method: 'POST',
  path: '/api/fees/:id/transfer/',
  access: 'read:contracts',
  summary: 'Say that a statement was paid by a transfer, and under which reference',
  params: IdParams,
  body: z.object({ reference: line(3, 80) }),
  reply: FeeStatement,
})

export const readFeeDocument = endpoint({
  method: 'GET',
  path: '/api/fees/:id/document/',
  access: 'read:contracts',
  summary: 'A statement of fees as a PDF, with each of its lines, in both languages',
  params: IdParams,
  raw: ['application/pdf'],
})
