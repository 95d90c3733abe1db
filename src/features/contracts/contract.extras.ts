import * as z from 'zod/mini'
import { endpoint, IdParams, PathId } from '#core/contract/endpoint.ts'
import { MINOR_UNITS } from '#core/contract/money.ts'
import { line } from '#core/contract/text.ts'
import { MOST_BY_CARD } from '#features/payments/rules.ts'
import { Agreement } from './contract.ts'

/** From one whole unit of a currency to what a card is charged with at most: whoever pays chooses how. */
const ExtraAmount = z.int().check(z.minimum(MINOR_UNITS), z.maximum(MOST_BY_CARD))

/** What somebody asks for, or offers, beyond the agreement. */
export const ProposedExtra = z.object({ title: line(3, 120), amount: ExtraAmount })
export type ProposedExtra = z.output<typeof ProposedExtra>

/** What the buyer gives on top; the words are for those who played. */
export const GivenTip = z.object({ title: z._default(line(0, 120), ''), amount: ExtraAmount })
export type GivenTip = z.output<typeof GivenTip>

const OneExtra = z.object({ id: PathId, extra: PathId })

export const proposeExtra = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/extras/',
  access: 'signed-in',
  summary:
    'One side proposes something beyond an agreement in force, such as another hour, and what it costs',
  params: IdParams,
  body: ProposedExtra,
  reply: Agreement,
  limit: 30,
})

export const acceptExtra = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/extras/:extra/accept/',
  access: 'signed-in',
  summary: 'The other side agrees to an extra: it is to be paid from now on',
  params: OneExtra,
  reply: Agreement,
})

export const endExtra = endpoint({
  method: 'DELETE',
  path: '/api/contracts/:id/extras/:extra/',
  access: 'signed-in',
  summary:
    'Decline an extra or take it back while it is proposed; agreed and unpaid the artist lets it go, and the buyer takes a tip back',
  params: OneExtra,
  reply: Agreement,
})

export const giveTip = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/tips/',
  access: 'signed-in',
  summary: 'The buyer gives a tip for what was played: paid as the other payments are, without a fee',
  params: IdParams,
  body: GivenTip,
  reply: Agreement,
  limit: 30,
})
