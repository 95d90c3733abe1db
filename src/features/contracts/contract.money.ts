import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, PathId } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { EventType } from '#features/services/contract.ts'

/** What is paid to a project in a currency, minor units; what there is of it as the books have it. */
export const ProjectMoney = z.object({
  project_id: Id,
  project_name: z.nullable(wordsOf('artist', z.string())),
  currency: Currency,
  /** Agreed and not confirmed yet. */
  due: z.int(),
  /** For what is still to be played. */
  held: z.int(),
  earned: z.int(),
  /** To be given back of what wasn't played. */
  owed: z.int(),
  /** The platform's, of what was earned. */
  fees: z.int(),
})
export type ProjectMoney = z.output<typeof ProjectMoney>

export const readMoney = endpoint({
  method: 'GET',
  path: '/api/contracts/money/',
  access: 'read:contracts',
  summary:
    'What is paid to the projects that I own, or to one of them: due, kept, earned, to be given back, and the platform’s fees',
  query: z.object({
    /** All of the caller's unless said. */
    project: z.optional(PathId),
  }),
  reply: z.object({ results: z.array(ProjectMoney) }),
})

/** What somebody gets by month and currency, minor units: of a band that they play in their own part. */
export const MoneyMonth = z.object({
  /** YYYY-MM, by the clock of each event. */
  month: z.string(),
  currency: Currency,
  /** Agreed and to come: by when it is due; in the last month also what is due after it. */
  due: z.int(),
  /** Paid for what is still to be played: by when it was confirmed. */
  held: z.int(),
  /** Theirs: by when it became so. */
  received: z.int(),
})
export type MoneyMonth = z.output<typeof MoneyMonth>

export const readMoneyMonths = endpoint({
  method: 'GET',
  path: '/api/contracts/money/months/',
  access: 'read:contracts',
  summary:
    'What the caller gets by month, of all projects that they act for or of one: to come, kept, received; of a band that somebody else owns their own part',
  query: z.object({
    /** All of the caller's unless said. */
    project: z.optional(PathId),
  }),
  reply: z.object({
    /** Months shown, oldest first. */
    months: z.array(z.string()),
    results: z.array(MoneyMonth),
  }),
})

/** What a member of a band got of a gig that was played; read by them and by the band's owner alone. */
export const PayoutPart = z.object({
  id: Id,
  contract_id: Id,
  /** Of the agreement. */
  number: z.string(),
  project_id: Id,
  project_name: z.nullable(wordsOf('artist', z.string())),
  is_you: z.boolean(),
  /** None once their account is gone. */
  member_name: seenBy('own_part', z.nullable(z.string())),
  event_type: EventType,
  starts_at: Instant,
  zone: Zone,
  amount: seenBy('own_part', Amount),
  currency: Currency,
  /** What of it reached the band by now. */
  received: seenBy('own_part', Amount),
  /** Their part of the extras and tips that have reached it. */
  extras: seenBy('own_part', Amount),
  /** Whether they played in somebody's place. */
  stood_in: z.boolean(),
  /** Whether the agreement is theirs to read: not for who has left the band. */
  can_open: z.boolean(),
})
export type PayoutPart = z.output<typeof PayoutPart>

export const listPayouts = endpoint({
  method: 'GET',
  path: '/api/contracts/payouts/',
  access: 'read:contracts',
  summary:
    'What the caller got of gigs that were played, and of bands that they own each member, newest first',
  query: z.extend(PageQuery, {
    /** All of the caller's unless said. */
    project: z.optional(PathId),
  }),
  reply: page(PayoutPart),
})
