import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { Instant } from '#core/contract/time.ts'

/** How somebody who signed up with a code stands. Before that they are only invited: nobody knows who has a link. */
export const REFERRAL_STATES = ['registered', 'verified', 'qualified', 'rewarded', 'denied'] as const
export const ReferralState = z.enum(REFERRAL_STATES)
export type ReferralState = z.output<typeof ReferralState>

/** Why there is no reward. */
export const DENIALS = [
  'self',
  'same_person',
  'same_device',
  'same_payment',
  'same_reference',
  'account_deleted',
] as const
export const Denial = z.enum(DENIALS)
export type Denial = z.output<typeof Denial>

/** Somebody who signed up with the caller's code. */
export const Referral = z.object({
  id: Id,
  /** First name and the initial of the last; null once their account is deleted. */
  name: seenBy('own_part', z.nullable(wordsOf('either', z.string()))),
  state: ReferralState,
  denial: z.nullable(Denial),
  registered_at: Instant,
  verified_at: z.nullable(Instant),
  qualified_at: z.nullable(Instant),
  /** When the reward comes, or came; null before they qualify. */
  reward_at: z.nullable(Instant),
  /** Whether it waits for the next month, as this one's were all given. */
  waits_for_month: z.boolean(),
  /** What the caller got, minor units; 0 so far. */
  reward: Amount,
})
export type Referral = z.output<typeof Referral>

export const Referrals = z.object({
  /** The caller's code; null before they ask for one. */
  code: z.nullable(z.string()),
  /** The address that carries it. */
  link: z.nullable(z.string()),
  /** What each of the two gets. */
  reward: z.object({ amount: Amount, currency: Currency }),
  /** Days from the first paid event or lesson to the reward. */
  reward_days: z.int(),
  /** Rewards in a month at most, and those of this one. */
  most_a_month: z.int(),
  rewarded_this_month: z.int(),
  /** How many are in each state. */
  counts: z.object({
    registered: z.int(),
    verified: z.int(),
    qualified: z.int(),
    rewarded: z.int(),
    denied: z.int(),
  }),
  /** What the caller's rewards came to so far, minor units. */
  earned: Amount,
  /** Credit that the caller has by now. */
  credit: Amount,
  /** Whether there is a plan for the caller’s account that credit pays. */
  spendable: z.boolean(),
  /** How the referral stands by which the caller came; null when they came by none. */
  own: z.nullable(
    z.object({
      state: ReferralState,
      denial: z.nullable(Denial),
      reward_at: z.nullable(Instant),
      reward: Amount,
    }),
  ),
})
export type Referrals = z.output<typeof Referrals>

export const readReferrals = endpoint({
  method: 'GET',
  path: '/api/referrals/',
  access: 'read:referrals',
  summary: 'The caller’s code, its rules, and what came of it',
  reply: Referrals,
})

export const makeReferralCode = endpoint({
  method: 'POST',
  path: '/api/referrals/code/',
  access: 'read:referrals',
  summary: 'Get a code to invite with; who has one keeps it',
  reply: Referrals,
})

export const listReferrals = endpoint({
  method: 'GET',
  path: '/api/referrals/people/',
  access: 'read:referrals',
  summary: 'Everybody who signed up with the caller’s code, newest first',
  query: PageQuery,
  reply: page(Referral),
})
