import type { Currency } from '#core/contract/money.ts'
import { canStep, type StepRow } from '#core/contract/steps.ts'
import { DAY } from '#core/contract/time.ts'
import type { AccountType } from '#features/access/rules.ts'
import type {
  ChargeState,
  Entitlements,
  MembershipState,
  PaidPlan,
  PlanInterval,
  PlanKey,
  PlanOnOffer,
} from './contract.ts'

/** First time, once an account. */
export const TRIAL_DAYS = 14
/** How long a plan goes on without its payment. */
export const GRACE_DAYS = 7
/** How long before a period ends its next charge is made out; as long a first charge and one of a change stay open. */
export const CHARGE_DAYS = 7
/** What a service may show at most, whatever the plan. */
export const MOST_MEDIA = 20

/** What becomes of a membership. `try` and `order` make one; whoever has none has the free plan. */
export const MEMBERSHIP_STEPS = {
  try: { from: [], to: 'trialing', by: 'member' },
  order: { from: [], to: 'awaiting', by: 'member' },
  /** A charge is confirmed: the first, the next, or the difference to another plan. */
  pay: { from: ['awaiting', 'trialing', 'active', 'past_due'], to: 'active', by: ['staff', 'system'] },
  run_out: { from: ['trialing', 'active'], to: 'past_due', by: 'clock' },
  /** A cancelled plan's time is over. */
  end: { from: ['trialing', 'active'], to: 'inactive', by: 'clock' },
  lapse: { from: ['awaiting', 'past_due'], to: 'inactive', by: 'clock' },
  give_up: { from: ['awaiting', 'past_due'], to: 'inactive', by: 'member' },
  pause: { from: ['active'], to: 'paused', by: 'member' },
  resume: { from: ['paused'], to: 'active', by: ['member', 'clock'] },
  erase: { from: ['awaiting', 'trialing', 'active', 'past_due', 'paused'], to: 'inactive', by: 'system' },
} as const satisfies Record<string, StepRow<MembershipState, 'member' | 'staff' | 'clock' | 'system'>>
export type MembershipStep = keyof typeof MEMBERSHIP_STEPS

/** due → declared → paid or failed; a failed one may be declared again. */
export const CHARGE_STEPS = {
  declare: { from: ['due', 'failed'], to: 'declared', by: 'member' },
  /** By staff, who found the transfer; by the system where credit pays all of it, or a card did. */
  confirm: { from: ['due', 'declared', 'failed'], to: 'paid', by: ['staff', 'system'] },
  fail: { from: ['due', 'declared'], to: 'failed', by: 'staff' },
  cancel: { from: ['due', 'failed', 'declared'], to: 'cancelled', by: 'system' },
} as const satisfies Record<string, StepRow<ChargeState, 'member' | 'staff' | 'system'>>

/** Whether a membership in that state may take the step. */
export const mayStepPlan = (step: MembershipStep, state: MembershipState): boolean =>
  canStep(MEMBERSHIP_STEPS, step, state)

/** A first charge of a card that isn't at once is so far ahead: the provider wants two days, and its page an hour. */
export const AHEAD_HOURS = 49
/** A card's charge takes an hour or more after it is due: so long nothing is said of it. */
export const CARD_PATIENCE_HOURS = 24
/** How long nothing was heard of a card, before the provider is asked. */
export const CARD_ASKED_AFTER_MINUTES = 15

/** What a membership is charged for next. */
export const chargedNext = <Plan, Interval>(row: {
  plan: Plan
  interval: Interval
  next_plan: Plan | null
  next_interval: Interval | null
}): { plan: Plan; interval: Interval } => ({
  plan: row.next_plan ?? row.plan,
  interval: row.next_interval ?? row.interval,
})

/** States in which a plan gives what it promises. */
export const IN_FORCE = ['trialing', 'active', 'past_due'] as const satisfies readonly MembershipState[]
/** States of a charge that waits for money. */
export const OPEN_CHARGE = ['due', 'declared', 'failed'] as const satisfies readonly ChargeState[]

const FREE: Entitlements = { projects: 2, active_services: 3, media: 6, fee_pct: 8, fee_points_off: 0 }
const GIVES: Record<PlanKey, Entitlements> = {
  free: FREE,
  pro: { projects: 10, active_services: null, media: MOST_MEDIA, fee_pct: 5, fee_points_off: 0 },
  band: { projects: 10, active_services: null, media: MOST_MEDIA, fee_pct: 4, fee_points_off: 0 },
  plus: FREE,
  frequent: { ...FREE, fee_points_off: 1 },
}

/** Minor units, month and year, of each paid plan in each currency. */
const PRICES: Record<PaidPlan, Record<Currency, readonly [month: number, year: number]>> = {
  pro: {
    USD: [900, 9_000],
    GTQ: [7_000, 70_000],
    HNL: [23_000, 230_000],
    NIO: [33_000, 330_000],
    CRC: [460_000, 4_600_000],
    PAB: [900, 9_000],
    MXN: [17_000, 170_000],
    EUR: [900, 9_000],
  },
  band: {
    USD: [1_900, 19_000],
    GTQ: [15_000, 150_000],
    HNL: [48_000, 480_000],
    NIO: [70_000, 700_000],
    CRC: [970_000, 9_700_000],
    PAB: [1_900, 19_000],
    MXN: [36_000, 360_000],
    EUR: [1_900, 19_000],
  },
  plus: {
    USD: [500, 5_000],
    GTQ: [4_000, 40_000],
    HNL: [13_000, 130_000],
    NIO: [18_500, 185_000],
    CRC: [255_000, 2_550_000],
    PAB: [500, 5_000],
    MXN: [9_500, 95_000],
    EUR: [500, 5_000],
  },
  frequent: {
    USD: [2_900, 29_000],
    GTQ: [22_500, 225_000],
    HNL: [73_000, 730_000],
    NIO: [107_000, 1_070_000],
    CRC: [1_480_000, 14_800_000],
    PAB: [2_900, 29_000],
    MXN: [55_000, 550_000],
    EUR: [2_900, 29_000],
  },
}

const OFFERED: Record<AccountType, readonly PlanKey[]> = {
  MUSICIAN: ['free', 'pro', 'band'],
  STUDENT: ['free', 'plus'],
  TALENT_HUNTER: ['free', 'frequent'],
}

/** What nobody can have yet: what it would give isn't there. */
const NOT_SOLD: readonly PlanKey[] = ['plus']

/** What credit is kept in. */
export const CREDIT_CURRENCY = 'USD' satisfies Currency

/* Credit is worth in each currency what it buys: a month of Pro costs the same credit everywhere. */
const worth = (currency: Currency) => PRICES.pro[currency][0]

/** What credit pays in a currency, minor units of both, rounded down. */
export const creditIn = (credit: number, currency: Currency): number =>
  Math.floor((credit * worth(currency)) / worth(CREDIT_CURRENCY))

/** The credit that it takes to pay an amount in a currency, rounded up; never more than what `creditIn` made it of. */
export const creditFor = (amount: number, currency: Currency): number =>
  Math.ceil((amount * worth(CREDIT_CURRENCY)) / worth(currency))

/** The price of a plan for an interval, minor units. */
export const priceOf = (plan: PaidPlan, interval: PlanInterval, currency: Currency): number =>
  PRICES[plan][currency][interval === 'month' ? 0 : 1]

/** What somebody of that account type may have, the free one first. */
export const plansFor = (account_type: AccountType): PlanOnOffer[] =>
  OFFERED[account_type].map((key) => ({
    key,
    prices:
      key === 'free'
        ? []
        : Object.entries(PRICES[key]).map(([currency, [month, year]]) => ({
            currency: currency as Currency,
            month,
            year,
          })),
    entitlements: GIVES[key],
    sold: !NOT_SOLD.includes(key),
  }))

/** Whether somebody of that account type can have a plan that credit pays. */
export const canSpendCredit = (account_type: AccountType): boolean =>
  plansFor(account_type).some(({ sold, prices }) => sold && prices.length > 0)

/** A plan in force that serves somebody: their own, or that of a band which they belong to. */
export interface HeldPlan {
  plan: PaidPlan
  /** The band that it covers. */
  project_id: number | null
}

/**
 * What somebody may do by the plans that serve them; the same on both sides.
 * @param project_id the project that quotes: its band's plan lowers the fee of that band alone, and is Pro elsewhere
 */
export function entitlementsOf(held: readonly HeldPlan[], project_id?: number): Entitlements {
  const given = held.map((one) =>
    one.plan === 'band' && one.project_id !== project_id ? GIVES.pro : GIVES[one.plan],
  )
  const most = (of: 'projects' | 'active_services' | 'media') =>
    given.reduce<number | null>(
      (best, one) => (best === null || one[of] === null ? null : Math.max(best, one[of] ?? 0)),
      FREE[of],
    )
  return {
    projects: most('projects'),
    active_services: most('active_services'),
    media: most('media'),
    fee_pct: Math.min(FREE.fee_pct, ...given.map(({ fee_pct }) => fee_pct)),
    fee_points_off: Math.max(0, ...given.map(({ fee_points_off }) => fee_points_off)),
  }
}

/**
 * The platform's share of a quote, in percent: by the plans of who quotes, less the points of who asked.
 * @param artist plans that serve the owner of the quoting project
 */
export const feeOf = (artist: readonly HeldPlan[], hunter: readonly HeldPlan[], project_id: number): number =>
  entitlementsOf(artist, project_id).fee_pct - entitlementsOf(hunter).fee_points_off

/** Whether one more may be added where `used` are there. */
export const hasRoom = (limit: number | null, used: number): boolean => limit === null || used < limit

/**
 * The end of a period, in UTC. A month's last days are its last day: who begins on the 31st pays on the 28th of February
 * and again on the 31st of March.
 * @param anchor day of the month on which it began
 */
export function periodAfter(from: Date, interval: PlanInterval, anchor = from.getUTCDate(), times = 1): Date {
  const months = (interval === 'month' ? 1 : 12) * times
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + months)
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(anchor, last))
  return end
}

/** What is known of a period that is paid for. */
export interface PaidPeriod {
  period_start: string
  period_end: string
  /** Minor units. */
  period_paid: number
}

/** What of a period is left, in minor units: by whole days, the day that has begun counts; never more than was paid. */
export function creditOf({ period_start, period_end, period_paid }: PaidPeriod, now: Date): number {
  const days = (ms: number) => Math.ceil(ms / DAY)
  const end = Date.parse(period_end)
  const all = days(end - Date.parse(period_start))
  const left = Math.min(all, days(end - now.getTime()))
  return all <= 0 || left <= 0 ? 0 : Math.floor((period_paid * left) / all)
}

/** What a change costs: `now` less the credit of what is left, or nothing and later. */
export interface Change {
  /** `now`: it begins once the amount is paid; `later`: when the period ends; `free`: at once, in a trial. */
  when: 'now' | 'later' | 'free'
  /** What the new period costs, minor units. */
  price: number
  /** What is left of the old one. */
  credit: number
  /** To pay now. */
  amount: number
}

/** What it takes to change to another plan or interval; shown before, and the same when it is asked for. */
export function changeTo(
  held: PaidPeriod & { state: MembershipState; currency: Currency },
  to: { plan: PaidPlan; interval: PlanInterval },
  now: Date,
): Change {
  const price = priceOf(to.plan, to.interval, held.currency)
  if (held.state === 'trialing' || held.state === 'awaiting')
    return { when: 'free', price, credit: 0, amount: 0 }
  const credit = creditOf(held, now)
  return price > credit
    ? { when: 'now', price, credit, amount: price - credit }
    : { when: 'later', price, credit: 0, amount: 0 }
}

/** Which of what somebody has stays within a limit: what they chose first, then what is oldest. */
export function staysOf(
  ids: readonly number[],
  limit: number | null,
  chosen: readonly number[],
): Set<number> {
  const first = ids.filter((id) => chosen.includes(id))
  const rest = ids.filter((id) => !chosen.includes(id)).sort((a, b) => a - b)
  const all = [...first, ...rest]
  return new Set(limit === null ? all : all.slice(0, limit))
}

/** What the free plan gives. */
export const FREE_LIMITS = FREE
