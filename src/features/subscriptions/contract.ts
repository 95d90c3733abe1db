import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'
import { Instant } from '#core/contract/time.ts'

/** What a hunter may subscribe to; the free one first. */
export const OFFERED = ['free', 'frequent'] as const

export const OfferedPlan = z.object({
  key: z.enum(OFFERED),
  currency: Currency,
  /** Minor units; nothing for the free one. */
  a_month: z.int(),
  a_year: z.int(),
  /** By how many percentage points the platform's fee of quotes is lower. */
  fee_points: z.int(),
  /** How many people may use one account. */
  people: z.int(),
  /** Whether it can be subscribed to by now. */
  available: z.boolean(),
})
export type OfferedPlan = z.output<typeof OfferedPlan>

/** What the agreements of the last year would have cost less with the frequent plan, in one currency. */
export const Saving = z.object({
  currency: Currency,
  agreements: z.int(),
  /** What they come to, the platform's fee included, minor units. */
  agreed: z.int(),
  saving: z.int(),
})
export type Saving = z.output<typeof Saving>

export const Subscription = z.object({
  /** What the caller has now. */
  current: z.enum(OFFERED),
  /** When it is charged next; none for the free one. */
  next_charge_at: z.nullable(Instant),
  plans: z.array(OfferedPlan),
  savings: z.array(Saving),
  /** Whether the caller wants to hear when a subscription would have served them. */
  wants_offers: z.boolean(),
})
export type Subscription = z.output<typeof Subscription>

export const readSubscription = endpoint({
  method: 'GET',
  path: '/api/subscription/',
  access: 'read:suscription',
  summary: 'What a talent hunter has and could subscribe to, and what it would have saved them in a year',
  reply: Subscription,
})

export const saveSubscription = endpoint({
  method: 'PATCH',
  path: '/api/subscription/',
  access: 'read:suscription',
  summary: 'Say whether one wants to hear when a subscription would have served',
  body: z.object({ wants_offers: z.boolean() }),
  reply: Subscription,
})
