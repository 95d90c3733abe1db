import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { Intent } from '#features/hiring/plan/contract.ts'
import { EventType } from '#features/services/contract.ts'
import { Results } from './contract.ts'

/* Results that are handed on: as a paper, and to whoever has a link. */

export const readResultsPaper = endpoint({
  method: 'GET',
  path: '/api/orders/:id/results/paper/',
  access: 'read:events',
  summary:
    'What an event achieved, as a PDF in my language: the results, without what they are compared with',
  params: IdParams,
  raw: ['application/pdf'],
})

/* ---------------------------------------------------------------- the host's link */

/** A link by which anybody reads an event's results. */
export const ResultsLink = z.object({
  created_at: Instant,
  /** Whether the sums of the whole event are read by it too. */
  with_money: z.boolean(),
})
export type ResultsLink = z.output<typeof ResultsLink>

export const ResultsLinkState = z.object({ link: z.nullable(ResultsLink) })
export type ResultsLinkState = z.output<typeof ResultsLinkState>

/** The same with the link's address, which is told this once. */
export const NewResultsLink = z.object({
  ...ResultsLinkState.shape,
  url: seenBy('self', z.nullable(z.string())),
})
export type NewResultsLink = z.output<typeof NewResultsLink>

export const readResultsLink = endpoint({
  method: 'GET',
  path: '/api/orders/:id/results/link/',
  access: 'read:events',
  summary: 'Whether the results of an event are read by a link, since when and how much of them',
  params: IdParams,
  reply: ResultsLinkState,
})

export const makeResultsLink = endpoint({
  method: 'POST',
  path: '/api/orders/:id/results/link/',
  access: 'read:events',
  summary: 'Make a link by which anybody reads the results; whoever has the one before reads nothing more',
  params: IdParams,
  body: z.object({ with_money: z.boolean() }),
  reply: NewResultsLink,
  status: 201,
})

export const endResultsLink = endpoint({
  method: 'DELETE',
  path: '/api/orders/:id/results/link/',
  access: 'read:events',
  summary: 'No link any more: whoever has it reads nothing by it',
  params: IdParams,
  reply: ResultsLinkState,
})

/* ---------------------------------------------------------------- what is read by it */

/** Where a link leads: in the question mark's part of the address, which no log writes down. */
export const sharedResultsPath = (key: string) => `/shared-results?${new URLSearchParams({ key })}`

/** What whoever has the link reads of an event: rules.share.ts says why no more. */
export const SharedResults = z.object({
  title: z.nullable(wordsOf('hunter', z.string())),
  type: EventType,
  city: z.nullable(wordsOf('hunter', z.string())),
  starts_at: Instant,
  ends_at: Instant,
  zone: Zone,
  guests: Results.shape.guests,
  objective: Results.shape.objective,
  satisfaction: Results.shape.satisfaction,
  moments: z.array(
    z.object({
      slot_id: Id,
      intent: Intent,
      starts_at: Instant,
      ends_at: Instant,
      mark: z.nullable(z.int()),
      title: z.nullable(wordsOf('hunter', z.string())),
    }),
  ),
  /** Who played, by the names that they go by in public; null: their account was deleted. */
  performers: z.array(z.nullable(wordsOf('artist', z.string()))),
  /** How many came on time, late or not at all; nothing is said of a single one. */
  punctuality: z.nullable(
    z.object({ on_time: z.int(), late: z.int(), absent: z.int(), unanswered: z.int() }),
  ),
  /** Sums of the whole event, where the host wanted them to be read. */
  money: z.nullable(
    z.object({
      currency: Currency,
      ...z.omit(Results.shape.money, { other_currencies: true }).shape,
    }),
  ),
})
export type SharedResults = z.output<typeof SharedResults>

export const readSharedResults = endpoint({
  method: 'GET',
  path: '/api/results/shared/',
  access: 'public',
  summary: 'What an event achieved, as far as its host shares it, by the key of the link',
  limit: 60,
  query: z.object({ key: z._default(z.string().check(z.maxLength(200)), '') }),
  reply: SharedResults,
})
