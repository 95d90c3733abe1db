import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'
import { Agreement } from './contract.ts'

/** What is paid by card; what comes back goes to the card by itself. */
export const CARD_KINDS = ['deposit', 'balance', 'extra', 'tip'] as const
export const CardKind = z.enum(CARD_KINDS)
export type CardKind = z.output<typeof CardKind>

const OnePayment = z.object({ id: PathId, kind: CardKind })
/** Where the browser goes: a page of the provider's. */
const Elsewhere = z.object({ url: z.string() })

export const payByCard = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/payments/:kind/card/',
  access: 'signed-in',
  summary: 'The hunter pays by card: where the provider takes it, until an hour later',
  params: OnePayment,
  reply: Elsewhere,
  limit: 30,
})

export const checkCard = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/payments/:kind/card/check/',
  access: 'signed-in',
  summary: 'Ask the provider what became of a payment by card, as after coming back from its page',
  params: OnePayment,
  reply: Agreement,
  limit: 60,
})

export const endCard = endpoint({
  method: 'DELETE',
  path: '/api/contracts/:id/payments/:kind/card/',
  access: 'signed-in',
  summary: 'Not to pay by card after all; one that the provider has taken stays paid',
  params: OnePayment,
  reply: Agreement,
  limit: 30,
})

/** `none`: it has no account there; `incomplete`: the provider wants to know more; `ready`: money is sent there. */
export const PAYOUT_STATES = ['none', 'incomplete', 'ready'] as const

/** Where at the provider a project is paid what came by card, and what of it. */
export const ProjectPayout = z.object({
  project_id: Id,
  project_name: z.nullable(wordsOf('artist', z.string())),
  state: z.enum(PAYOUT_STATES),
  /** How much the provider still wants to know. */
  missing: z.int(),
  sums: z.array(
    z.object({
      currency: Currency,
      /** Theirs, and still to be sent. */
      waiting: z.int(),
      sent: z.int(),
    }),
  ),
})
export type ProjectPayout = z.output<typeof ProjectPayout>

export const listPayoutAccounts = endpoint({
  method: 'GET',
  path: '/api/payouts/',
  access: 'read:contracts',
  summary:
    'Where the projects that I own, or one of them, are paid what came by card; none where cards aren’t taken',
  query: z.object({
    /** All of the caller's unless said. */
    project: z.optional(PathId),
  }),
  reply: z.object({ results: z.array(ProjectPayout) }),
})

export const openPayouts = endpoint({
  method: 'POST',
  path: '/api/payouts/:id/',
  access: 'read:contracts',
  summary: 'Where at the provider the owner says what is missing to be paid, or changes where the money goes',
  params: IdParams,
  reply: Elsewhere,
  fresh: true,
  second: true,
  limit: 30,
})
