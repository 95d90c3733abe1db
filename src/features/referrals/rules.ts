import type { StepRow } from '#core/contract/steps.ts'
import { DAY } from '#core/contract/time.ts'
import type { ReferralState } from './contract.ts'

/** What each of the two gets, minor units of the plans' credit. */
export const REWARD = 1_000
/** How long a first paid event or lesson has to stand before it counts. */
export const REWARD_DAYS = 14
/** Rewards that one account gets in a month for whom it invited. */
export const MOST_A_MONTH = 20

/** What becomes of somebody who signed up with a code. */
export const REFERRAL_STEPS = {
  register: { from: [], to: 'registered', by: 'system' },
  verify: { from: ['registered'], to: 'verified', by: 'system' },
  /** Their first paid event was played, or their first paid lesson given. */
  qualify: { from: ['verified'], to: 'qualified', by: 'clock' },
  /** What they qualified by isn't paid any more. */
  unqualify: { from: ['qualified'], to: 'verified', by: 'clock' },
  reward: { from: ['qualified'], to: 'rewarded', by: 'clock' },
  deny: { from: ['registered', 'verified', 'qualified'], to: 'denied', by: 'system' },
} as const satisfies Record<string, StepRow<ReferralState, 'system' | 'clock'>>

/** When somebody who qualified is rewarded. */
export const rewardAfter = (qualified: Date): Date => new Date(qualified.getTime() + REWARD_DAYS * DAY)

/** The month that a reward counts for, by the clock of the world. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7)

/** When the next one begins. */
export const nextMonth = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))

/** What whoever invited reads of somebody: the first name, and the initial of the last. */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const initial = [...(rest.at(-1) ?? '')][0]
  return initial ? `${first} ${initial.toLocaleUpperCase('es')}.` : first
}

/** Letters and digits that nobody mistakes for each other, read aloud or off a poster. */
export const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 10

/** A code of random bytes: each of the 32 letters is as likely as the others. */
export const codeOf = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')

/** The page that a code is carried to. */
export const linkOf = (public_url: string, code: string): string =>
  new URL(`/signup?${new URLSearchParams({ ref: code })}`, public_url).href
