import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'

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
  savings: z.array(Saving),
  /** Whether the caller wants to hear when a subscription would have served them. */
  wants_offers: z.boolean(),
})
export type Subscription = z.output<typeof Subscription>

export const readSubscription = endpoint({
  method: 'GET',
  path: '/api/subscription/',
  access: 'read:suscription',
  summary: 'What a subscription would have saved a talent hunter in a year',
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
