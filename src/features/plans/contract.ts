import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'

/** Every plan, the free one first. */
export const PLAN_KEYS = ['free', 'pro', 'band', 'plus', 'frequent'] as const
export const PlanKey = z.enum(PLAN_KEYS)
export type PlanKey = z.output<typeof PlanKey>

/** What is paid for. */
export const PaidPlan = z.enum(['pro', 'band', 'plus', 'frequent'])
export type PaidPlan = z.output<typeof PaidPlan>

export const PlanInterval = z.enum(['month', 'year'])
export type PlanInterval = z.output<typeof PlanInterval>

export const MEMBERSHIP_STATES = ['awaiting', 'trialing', 'active', 'past_due', 'paused', 'inactive'] as const
export const MembershipState = z.enum(MEMBERSHIP_STATES)
export type MembershipState = z.output<typeof MembershipState>

export const CHARGE_STATES = ['due', 'declared', 'failed', 'paid', 'cancelled'] as const
/** `begun`: its page is to come; `open`: it waits for a card; `running`: charged by itself; `over`, `expired`, `refused`: not any more. */
export const CARD_STATES = ['begun', 'open', 'running', 'over', 'expired', 'refused'] as const

export const ChargeState = z.enum(CHARGE_STATES)
export type ChargeState = z.output<typeof ChargeState>

/** What a plan gives. */
export const Entitlements = z.object({
  /** Projects of one's own; null: without a limit, as in the next two. */
  projects: z.nullable(z.int()),
  active_services: z.nullable(z.int()),
  /** Of one service. */
  media: z.nullable(z.int()),
  /** The platform's share of a quote, in percent, before what the client's plan takes off. */
  fee_pct: z.int(),
  /** What it takes off the fee of the quotes that are received, in points. */
  fee_points_off: z.int(),
})
export type Entitlements = z.output<typeof Entitlements>

export const PlanPrice = z.object({ currency: Currency, month: Amount, year: Amount })
export type PlanPrice = z.output<typeof PlanPrice>

export const PlanOnOffer = z.object({
  key: PlanKey,
  prices: z.array(PlanPrice),
  entitlements: Entitlements,
  /** Whether it can be had by now. */
  sold: z.boolean(),
})
export type PlanOnOffer = z.output<typeof PlanOnOffer>

export const Charge = z.object({
  id: Id,
  kind: z.enum(['first', 'renewal', 'change']),
  plan: PaidPlan,
  interval: PlanInterval,
  /** The price. */
  amount: Amount,
  /** What of it the payer's credit pays; the rest is to be transferred. */
  credit: Amount,
  currency: Currency,
  /** How it is paid. */
  method: z.enum(['transfer', 'card']),
  state: ChargeState,
  due_at: Instant,
  /** What the payer wrote to find their transfer by. */
  reference: z.string(),
  declared_at: z.nullable(Instant),
  settled_at: z.nullable(Instant),
  /** Why a transfer wasn't found. */
  note: z.string(),
  /** Once staff has found the money. */
  receipt_id: z.nullable(Id),
  /** Whether there is a picture of its transfer's slip. */
  has_slip: z.boolean(),
})
export type Charge = z.output<typeof Charge>

/** The membership that is paid for, or was asked for. */
export const RunningPlan = z.object({
  plan: PaidPlan,
  interval: PlanInterval,
  currency: Currency,
  state: MembershipState,
  /** The band that it covers. */
  band: z.nullable(z.object({ id: Id, name: z.nullable(seenBy('members', z.string())) })),
  period_start: Instant,
  period_end: Instant,
  /** What was paid for that time, minor units. */
  period_paid: Amount,
  /** When the state changes by itself: trial, period, days of grace or pause over. */
  state_until: Instant,
  cancels: z.boolean(),
  /** What it becomes when the period ends, where something else was chosen. */
  next: z.nullable(z.object({ plan: PaidPlan, interval: PlanInterval })),
})
export type RunningPlan = z.output<typeof RunningPlan>

/** A project or an active service that counts, and whether it would stay with the free plan. */
export const CountedThing = z.object({
  id: Id,
  name: seenBy('owner', z.string()),
  /** Of a service: its project's name. */
  of: z.nullable(z.string()),
  stays: z.boolean(),
})
export type CountedThing = z.output<typeof CountedThing>

export const Membership = z.object({
  plans: z.array(PlanOnOffer),
  /** Of the plan in force: one's own, or the band's that one belongs to. */
  plan: PlanKey,
  entitlements: Entitlements,
  held: z.nullable(RunningPlan),
  /** Bands that cover the caller without their paying for it. */
  covered_by: z.array(z.object({ id: Id, name: z.nullable(seenBy('members', z.string())) })),
  next_charge: z.nullable(z.object({ amount: Amount, currency: Currency, at: Instant })),
  /** What the caller may pay with besides money: it pays the next charge by itself. */
  credit: z.object({ amount: Amount, currency: Currency }),
  /** What waits for a transfer. */
  open_charge: z.nullable(Charge),
  /** The card that it is charged to: `open` while its page waits for one; `late`: it wasn't taken the last time. */
  card: z.nullable(z.object({ state: z.enum(['open', 'running']), late: z.boolean() })),
  /** Currencies in which a plan may be charged to a card here; none where cards aren't taken. */
  card_currencies: z.array(Currency),
  has_trial: z.boolean(),
  /** Bands of the caller that a plan could cover. */
  bands: z.array(
    z.object({
      id: Id,
      name: z.nullable(seenBy('members', z.string())),
      is_covered: z.boolean(),
      /** The platform's share of what it quotes, in percent, where the caller owns it. */
      fee_pct: z.int(),
    }),
  ),
  /** Where a transfer goes; null: nothing can be bought here. */
  transfer_account: z.nullable(z.string()),
  projects: z.array(CountedThing),
  services: z.array(CountedThing),
})
export type Membership = z.output<typeof Membership>

const Choice = z.object({ plan: PaidPlan, interval: PlanInterval, project_id: z.optional(Id) })

export const readMembership = endpoint({
  method: 'GET',
  path: '/api/membership/',
  access: 'signed-in',
  summary: 'What the caller’s plan is and gives, what else there is, and what is charged next',
  reply: Membership,
})

export const beginMembership = endpoint({
  method: 'POST',
  path: '/api/membership/begin/',
  access: 'signed-in',
  summary: 'Begin a plan: with fourteen free days the first time, else with a transfer',
  body: z.extend(Choice, { currency: Currency }),
  reply: Membership,
})

export const changeMembership = endpoint({
  method: 'POST',
  path: '/api/membership/change/',
  access: 'signed-in',
  summary: 'Change to another plan or interval: more by paying the difference, less when the period ends',
  /** `amount`: what the caller was shown to pay now. */
  body: z.extend(Choice, { amount: Amount }),
  reply: Membership,
})

export const undoChange = endpoint({
  method: 'DELETE',
  path: '/api/membership/change/',
  access: 'signed-in',
  summary: 'Take back a change that hasn’t happened yet',
  reply: Membership,
})

export const cancelMembership = endpoint({
  method: 'POST',
  path: '/api/membership/cancel/',
  access: 'signed-in',
  summary: 'End the plan when what is paid ends; at once where nothing is paid',
  reply: Membership,
})

export const keepMembership = endpoint({
  method: 'POST',
  path: '/api/membership/keep/',
  access: 'signed-in',
  summary: 'Take a cancellation back',
  reply: Membership,
})

export const pauseMembership = endpoint({
  method: 'POST',
  path: '/api/membership/pause/',
  access: 'signed-in',
  summary: 'Pause the plan: the free limits apply, and what is paid waits',
  body: z.object({ months: z.int().check(z.minimum(1), z.maximum(3)) }),
  reply: Membership,
})

export const resumeMembership = endpoint({
  method: 'POST',
  path: '/api/membership/resume/',
  access: 'signed-in',
  summary: 'End a pause',
  reply: Membership,
})

export const declareTransfer = endpoint({
  method: 'POST',
  path: '/api/membership/transfer/',
  access: 'signed-in',
  summary: 'Say that a charge was transferred, and under which reference',
  body: z.object({ charge_id: Id, reference: line(3, 80) }),
  reply: Membership,
})

export const payPlanByCard = endpoint({
  method: 'POST',
  path: '/api/membership/card/',
  access: 'signed-in',
  summary: 'Have the plan charged to a card: the provider’s page on which it is typed in',
  reply: z.object({ url: z.string() }),
})

export const checkPlanCard = endpoint({
  method: 'POST',
  path: '/api/membership/card/check/',
  access: 'signed-in',
  summary: 'Ask the provider now how the plan’s card stands',
  reply: Membership,
})

export const endPlanCard = endpoint({
  method: 'DELETE',
  path: '/api/membership/card/',
  access: 'signed-in',
  summary: 'Leave the provider’s page: the plan isn’t charged to a card',
  reply: Membership,
})

export const openPlanPortal = endpoint({
  method: 'POST',
  path: '/api/membership/card/portal/',
  access: 'signed-in',
  summary: 'The provider’s page on which the payer changes their card',
  reply: z.object({ url: z.string() }),
})

export const chooseStays = endpoint({
  method: 'PATCH',
  path: '/api/membership/stays/',
  access: 'signed-in',
  summary: 'Choose which projects and services stay active with the free plan',
  body: z.object({
    projects: z.array(Id).check(z.maxLength(100)),
    services: z.array(Id).check(z.maxLength(200)),
  }),
  reply: Membership,
})

export const listCharges = endpoint({
  method: 'GET',
  path: '/api/membership/charges/',
  access: 'signed-in',
  summary: 'Every charge of the caller’s plans, newest first',
  query: PageQuery,
  reply: page(Charge),
})
