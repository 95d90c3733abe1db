import type { Language } from '#core/contract/language.ts'
import { canStep, type StepRow } from '#core/contract/steps.ts'
import { DEFAULT_ZONE, HOUR, monthsAround, wallClock } from '#core/contract/time.ts'
import { refundPct } from '#features/budgets/rules.ts'
import {
  type Agreement,
  type ContractState,
  type DepositOutcome,
  SIDES,
  type Side,
  type Terms,
} from './contract.ts'

/** Not signed by both yet. */
export const UNSIGNED = ['sent', 'viewed', 'partially_signed'] as const satisfies readonly ContractState[]

/** Whatever is still to be signed, paid or confirmed before it is in force. */
export const PENDING = [...UNSIGNED, 'signed'] as const satisfies readonly ContractState[]

/** It holds or has held: money is owed by it, and the two sides know how to reach each other. */
export const BINDING = ['active', 'completed'] as const satisfies readonly ContractState[]
/** Whether an agreement in that state binds its sides. */
export const isBinding = (state: ContractState): boolean =>
  (BINDING as readonly ContractState[]).includes(state)

/** It ended without the gig. */
export const FAILED = ['rejected', 'expired', 'voided'] as const satisfies readonly ContractState[]

/** Signed by both and still to be played: what changes from now on is an amendment. */
export const AMENDABLE = ['signed', 'active'] as const satisfies readonly ContractState[]

/** So many versions an agreement may have, with amendments that came to nothing: each is kept, and the other side told. */
export const MOST_VERSIONS = 30

/** Whether an amendment may be proposed, signed or ended: both have signed, and the music hasn't begun. */
export const mayAmend = (state: ContractState, starts_at: string, now: Date): boolean =>
  (AMENDABLE as readonly ContractState[]).includes(state) && now.getTime() < Date.parse(starts_at)

/** Lifecycle of an agreement; the server's check, the buttons and the badge read the same table. */
export const CONTRACT_STEPS = {
  /** Written and sent at once as things are; an amendment is a draft until both want it. */
  draft: { from: [], to: 'draft', by: 'system' },
  send: { from: ['draft'], to: 'sent', by: 'system' },
  view: { from: ['sent'], to: 'viewed', by: SIDES },
  sign_first: { from: ['sent', 'viewed'], to: 'partially_signed', by: SIDES },
  sign_last: { from: ['partially_signed'], to: 'signed', by: SIDES },
  /** Version + 1, and every signature so far is void. */
  revise: { from: UNSIGNED, to: 'sent', by: SIDES },
  /** The same, since what was paid for another date went back meanwhile. */
  recount: { from: UNSIGNED, to: 'sent', by: 'system' },
  /** The same, since the street was said or put right; what somebody has signed stays as it is. */
  place: { from: ['sent', 'viewed'], to: 'sent', by: 'system' },
  reject: { from: UNSIGNED, to: 'rejected', by: SIDES },
  /** The deposit's time is over and nobody recorded it: neither side is bound to the date any longer. */
  let_go: { from: ['signed'], to: 'rejected', by: SIDES },
  activate: { from: ['signed'], to: 'active', by: 'system' },
  /** The artist can't play after all: the agreement's own clause says what they return. */
  withdraw: { from: ['signed', 'active'], to: 'voided', by: 'artist' },
  /** The event has begun, and they aren't there. */
  report_missing: { from: ['active'], to: 'voided', by: 'hunter' },
  complete: { from: ['active'], to: 'completed', by: 'clock' },
  expire: { from: PENDING, to: 'expired', by: 'clock' },
  void: { from: ['draft', ...PENDING, 'active'], to: 'voided', by: 'system' },
} as const satisfies Record<string, StepRow<ContractState, Side | 'system' | 'clock'>>
export type ContractStep = keyof typeof CONTRACT_STEPS

/** Whether an agreement in that state may take the step. */
export const mayStep = (step: ContractStep, state: ContractState): boolean =>
  canStep(CONTRACT_STEPS, step, state)

/**
 * The step that a signature takes, or null when that side can't sign: the state is past it, or it has signed.
 * @param signed sides with a signature that holds for the present version
 */
export function signStep(
  state: ContractState,
  signed: readonly Side[],
  side: Side,
): 'sign_first' | 'sign_last' | null {
  if (signed.includes(side)) return null
  const step = signed.length === 0 ? 'sign_first' : 'sign_last'
  return mayStep(step, state) ? step : null
}

/** What the rules below read of an agreement. */
export interface Standing {
  state: ContractState
  /** Sides with a signature that holds. */
  signed: readonly Side[]
  /** What of the deposit is to be paid, minor units; 0 when none was agreed, or all of it was paid before. */
  deposit_amount: number
  deposit: { recorded_by: Side; confirmed_at: string | null } | null
  /** Whether the buyer is about to pay it by card. */
  by_card?: boolean
}

/** An agreement's part that these rules read. */
export const standingOf = ({ state, signatures, terms, deposit, payments }: Agreement): Standing => ({
  state,
  signed: signatures.map(({ side }) => side),
  deposit_amount: depositToPay(terms),
  deposit,
  by_card: payments.some(
    (one) => one.kind === 'deposit' && one.state === 'processing' && one.method === 'card',
  ),
})

/** The other party. */
export const otherSide = (side: Side): Side => (side === 'hunter' ? 'artist' : 'hunter')

/** Whether nothing is owed before the date is firm: no deposit is to be paid, or both sides say it was. */
export const isSettled = ({ deposit_amount, deposit }: Standing): boolean =>
  deposit_amount === 0 || Boolean(deposit?.confirmed_at)

/**
 * What an agreement waits for and whose turn it is; null once it is in force or over.
 * `others`: this one is complete, the order's other agreements aren't yet.
 */
export function waitsFor(
  one: Standing,
): { what: 'signature' | 'deposit' | 'card' | 'confirmation' | 'others'; on: readonly Side[] } | null {
  if (mayStep('sign_first', one.state) || mayStep('sign_last', one.state))
    return { what: 'signature', on: SIDES.filter((side) => !one.signed.includes(side)) }
  if (!mayStep('activate', one.state)) return null
  if (isSettled(one)) return { what: 'others', on: [] }
  if (one.by_card) return { what: 'card', on: ['hunter'] }
  return one.deposit
    ? { what: 'confirmation', on: [otherSide(one.deposit.recorded_by)] }
    : { what: 'deposit', on: ['hunter'] }
}

/** How long after the last signature the deposit may take before either side may let the date go. */
export const DEPOSIT_HOURS = 72

/** Until when the deposit is to be recorded: 72 hours after the last signature, at most until the music begins. */
export const depositDueAt = (signed_at: string, starts_at: string): string =>
  new Date(Math.min(Date.parse(signed_at) + DEPOSIT_HOURS * HOUR, Date.parse(starts_at))).toISOString()

/** Whether a signed agreement may be given up: its deposit is late and nobody says that it was paid. */
export const mayLetGo = (one: Standing, deposit_due_at: string | null, now: Date): boolean =>
  waitsFor(one)?.what === 'deposit' && deposit_due_at !== null && now.getTime() >= Date.parse(deposit_due_at)

/** Whether the artist may still withdraw from what both have signed: until what they play there is over. */
export const mayWithdraw = (state: ContractState, ends_at: string, now: Date): boolean =>
  mayStep('withdraw', state) && now.getTime() < Date.parse(ends_at)

/** Whether the buyer may report the artist as missing: from the beginning of the event on. */
export const mayReportMissing = (state: ContractState, event_starts_at: string, now: Date): boolean =>
  mayStep('report_missing', state) && now.getTime() >= Date.parse(event_starts_at)

/**
 * What an artist gives back who withdraws, or doesn't come: all that they say they received, by the clause about
 * cancelling; minor units. Without a deposit that was confirmed that is what was paid for the agreements before it.
 */
export const givenBackOf = ({
  terms,
  deposit,
}: {
  terms: Pick<Terms, 'replaces'> & { fees: Pick<Terms['fees'], 'deposit'> | null }
  deposit: Standing['deposit']
}): number => (deposit?.confirmed_at ? (terms.fees?.deposit ?? 0) : (terms.replaces?.carried ?? 0))

/** The sets that an agreement is about, in the order of time; terms of one moment say it without a list. */
export const setsOf = (event: Terms['event']): NonNullable<Terms['event']['sets']> =>
  event.sets ?? [{ ...event, title: event.slot_title }]

/** What of a deposit is still to be paid for an agreement, less what was paid for those that it replaces; minor units. */
export const depositToPay = ({
  fees,
  replaces,
}: Pick<Terms, 'replaces'> & { fees: Pick<Terms['fees'], 'deposit'> | null }): number =>
  Math.max(0, (fees?.deposit ?? 0) - (replaces?.carried ?? 0))

/** An agreement that another one takes the place of, with what was paid for it, minor units. */
export interface Replaced {
  number: string
  currency: string
  paid: number
}

/**
 * What was paid for the agreements that a new one replaces counts for it, up to its total and in its currency: its
 * deposit is at least that.
 */
export function carriedOver(
  fees: Pick<Terms['fees'], 'total' | 'deposit' | 'deposit_pct' | 'currency'>,
  before: readonly Replaced[],
): Pick<Terms, 'replaces'> & Pick<Terms['fees'], 'deposit' | 'deposit_pct'> {
  const { deposit, deposit_pct } = fees
  if (before.length === 0) return { deposit, deposit_pct }
  let left = fees.total
  const agreements = before.map(({ number, currency, paid }) => {
    const carried = currency === fees.currency ? Math.min(paid, left) : 0
    left -= carried
    return { number, carried }
  })
  const carried = fees.total - left
  const replaces = { carried, agreements }
  if (carried <= deposit) return { replaces, deposit, deposit_pct }
  return { replaces, deposit: carried, deposit_pct: Math.round((100 * carried) / fees.total) }
}

/** What of a deposit comes back when the buyer cancels at that moment, by the agreement's tiers; minor units. */
export const refundOf = (
  { fees, cancellation, event }: Terms,
  at: Date,
  paid: number = fees.deposit,
): number => Math.round((paid * refundPct(cancellation, event.starts_at, at)) / 100)

/** Why agreements end that may be made again for another date. */
export const PUT_OFF = 'order_postponed'

/** Why agreements end whose event is off. */
export const CANCELLED = 'order_cancelled'

/** Why agreements end whose day came before all that the event needs had been agreed. */
export const RAN_OUT = 'order_expired'

/** Why agreements end with the artist's account: then all that was paid comes back, whatever the tiers say. */
const ARTIST_GONE = 'account_deleted'

/**
 * What became of a deposit whose agreement ended without the gig: what comes back of it by the agreement's tiers, as of
 * when it ended; all of it where the artist went. Where it counts for the agreement that took its place, only what is
 * more than that one asks for comes back. Minor units.
 * @param ended.paid as far as it was said to be paid
 * @param ended.carried what of it counts for another agreement; null where none took its place
 * @param ended.artist_left whether the artist withdrew, or didn't come
 */
export function outcomeOf(
  terms: Terms,
  ended: {
    reason: string
    ended_at: string
    paid: number
    carried: number | null
    artist_left: boolean
  },
): DepositOutcome {
  const { reason, ended_at, paid, carried, artist_left } = ended
  if (carried) return { paid, carried, refund: paid - carried, refund_pct: 100, by: 'carried', ended_at }
  if (artist_left || reason === ARTIST_GONE)
    return { paid, carried: 0, refund: paid, refund_pct: 100, by: 'artist', ended_at }
  const at = new Date(ended_at)
  const refund_pct = refundPct(terms.cancellation, terms.event.starts_at, at)
  return { paid, carried: 0, refund: refundOf(terms, at, paid), refund_pct, by: 'terms', ended_at }
}

/** Whether an agreement ended without the gig. */
export const hasFailed = (state: ContractState): boolean =>
  (FAILED as readonly ContractState[]).includes(state)

/**
 * One text for one value, whatever order its keys were written in: keys sorted, no spaces, no undefined.
 * The SHA-256 that is stored with a signature is taken of it.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, v]) => `${JSON.stringify(key)}:${canonicalJson(v)}`)
      .join(',')}}`
  return JSON.stringify(value)
}

/** Edition of the clauses' wording; raise it when their text changes its meaning. */
export const WORDING = 4

/** The clauses, in order; their texts are `contracts.clauses.<key>` of namespace business. */
export const CLAUSES = [
  'object',
  'fees',
  'deposit',
  'duties_artist',
  'duties_buyer',
  'cancellation',
  'substitution',
  'force_majeure',
  'privacy',
  'law',
] as const

/** Said after the others where the terms have it: what the agreement takes the place of, who signs or pays for the buyer. */
export const CLAUSES_WHERE_SAID = ['replaces', 'signer', 'payer'] as const

/** The number that people go by: year of the event's contract and the row's id. */
export const numberOf = (id: number, drafted_at: Date): string =>
  `T-${drafted_at.getUTCFullYear()}-${String(id).padStart(6, '0')}`

/**
 * Terms with names removed wherever they stand as whole words, in the clauses too. A party's own name is then none;
 * within a sentence it becomes `said`, in English in the English clauses and in Spanish elsewhere. The hash stays that
 * of the text that was signed: whoever has a copy can still prove that it is the one.
 */
export function withoutNames(
  terms: Terms,
  names: readonly (string | null)[],
  said: Record<Language, string>,
): Terms {
  const given = [...new Set(names.flatMap((name) => (name?.trim() ? [name.trim()] : [])))]
    // The longer first: a name may be part of another.
    .sort((a, b) => b.length - a.length)
  if (given.length === 0) return terms
  const written = given.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])(?:${written})(?![\\p{L}\\p{N}])`, 'gu')
  const cleanIn = (language: Language) => {
    const clean = <T>(value: T): T => {
      if (typeof value === 'string') return value.replace(whole, () => said[language]) as T & string
      if (Array.isArray(value)) return value.map(clean) as T & unknown[]
      if (value === null || typeof value !== 'object') return value
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clean(one)])) as T
    }
    return clean
  }
  const partyOf = (name: string | null) => (name && given.includes(name.trim()) ? null : cleanIn('es')(name))
  const clean = cleanIn('es')(terms)
  return {
    ...clean,
    buyer: { ...clean.buyer, name: partyOf(terms.buyer.name) },
    ...(terms.signer && clean.signer
      ? { signer: { ...clean.signer, name: partyOf(terms.signer.name) } }
      : {}),
    ...(terms.payer && clean.payer ? { payer: { ...clean.payer, name: partyOf(terms.payer.name) } } : {}),
    artist: { ...clean.artist, name: partyOf(terms.artist.name), signer: partyOf(terms.artist.signer) },
    clauses: { es: clean.clauses.es, en: cleanIn('en')(terms.clauses.en) },
  }
}

/** Months that money is shown by: so many back, and so many ahead. */
const MONTHS_BACK = 8
const MONTHS_AHEAD = 3

/** The months around now that money is shown by, YYYY-MM, oldest first. */
export const moneyMonths = (now: Date): string[] =>
  monthsAround(wallClock(now, DEFAULT_ZONE).day.slice(0, 7), MONTHS_BACK, MONTHS_AHEAD)
