import { addDays, DAY, DEFAULT_ZONE, instantOf, MINUTE, wallClock } from '#core/contract/time.ts'
import { type EmailChoice, NOTIFICATION_TYPES, type NotificationType, type TypeChoice } from './contract.ts'

/** When the day's letter goes out, on the reader's clock. */
export const DIGEST_AT = '08:00'
/** Nothing is sent at night unless somebody wants it. */
export const QUIET = { from: '22:00', to: '07:00' } as const

export type Channel = 'email' | 'push'

/** When somebody may be disturbed. */
export interface Hours {
  /** null: not said yet. */
  zone: string | null
  /** Both or neither. */
  quiet_from: string | null
  quiet_to: string | null
}

type AccountType = 'STUDENT' | 'TALENT_HUNTER' | 'MUSICIAN'

const OF_MUSICIANS: readonly NotificationType[] = [
  'PROFILE_COMPLETED',
  'SCOUTING_INITIATED',
  'TALENT_AVAILABILITY_CONFIRMED',
  'POST_EVENT_SURVEY_SENT',
  'INVITE_BAND_MEMBER',
  'INVITE_BAND_CONFIRMED',
  'OWNERSHIP_RECEIVED',
  'EVENT_AT_RISK',
  'MEMBERSHIP_CHANGED',
  'REVIEW_REQUESTED',
  'REVIEW_PUBLISHED',
  'MESSAGE_RECEIVED',
  'REFERRAL_REWARDED',
  'LESSON_REQUESTED',
  'LESSON_CONFIRMED',
  'LESSON_CHANGED',
  'LESSON_REMINDER',
  'ASSIGNMENT_GIVEN',
  'PAYMENT_RECEIVED',
  'PAYOUT_RELEASED',
  'SUPPORT_REPLIED',
  'IDENTITY_CHECKED',
]

/** Of lessons, which nobody who hires has. */
const OF_LESSONS: readonly NotificationType[] = [
  'LESSON_REQUESTED',
  'LESSON_CONFIRMED',
  'LESSON_CHANGED',
  'LESSON_REMINDER',
  'ASSIGNMENT_GIVEN',
]

/** What only who learns is told. */
const OF_STUDENTS_ALONE: readonly NotificationType[] = ['MONTH_SUMMARY']

const OF_STUDENTS: readonly NotificationType[] = [
  'PROFILE_COMPLETED',
  'REVIEW_REQUESTED',
  'REVIEW_PUBLISHED',
  'MESSAGE_RECEIVED',
  'REFERRAL_REWARDED',
  'LESSON_CONFIRMED',
  'LESSON_CHANGED',
  'LESSON_REMINDER',
  'ASSIGNMENT_GIVEN',
  'MONTH_SUMMARY',
  'SUPPORT_REPLIED',
  'IDENTITY_CHECKED',
]

/** What only who plays is told: of bands, and of money that becomes theirs. */
const NOT_OF_HUNTERS: readonly NotificationType[] = [
  'INVITE_BAND_MEMBER',
  'INVITE_BAND_CONFIRMED',
  'OWNERSHIP_RECEIVED',
  'PAYOUT_RELEASED',
]

/** Each of these has a letter of its own, sent in any case: no other by default. */
const WITH_LETTER: readonly NotificationType[] = ['INVITE_BAND_MEMBER', 'SUPPORT_REPLIED', 'IDENTITY_CHECKED']

/** The kinds that somebody of that account type is told of: what their settings list. */
export function typesOf(account_type: AccountType): readonly NotificationType[] {
  if (account_type === 'MUSICIAN') return OF_MUSICIANS
  if (account_type === 'STUDENT') return OF_STUDENTS
  const others = [...NOT_OF_HUNTERS, ...OF_LESSONS, ...OF_STUDENTS_ALONE]
  return NOTIFICATION_TYPES.filter((type) => !others.includes(type))
}

/**
 * The kinds that have a tab in the list of somebody of that account type: those that they have, and behind them those
 * that may still come.
 */
export function tabsOf(
  account_type: AccountType,
  has: (type: NotificationType) => boolean,
): NotificationType[] {
  const may = typesOf(account_type)
  return [
    ...NOTIFICATION_TYPES.filter(has),
    ...NOTIFICATION_TYPES.filter((type) => !has(type) && may.includes(type)),
  ]
}

/**
 * What a kind is called in tabs, settings and letters to somebody of that account type: a key of `notifications.types`. Whoever
 * hires hears by `TALENT_AVAILABILITY_CONFIRMED` that everybody can; whoever plays, of all that becomes of their date: that
 * it is held, to be signed, paid, in force, or lost.
 */
export const nameOf = (type: NotificationType, account_type: AccountType) =>
  type === 'TALENT_AVAILABILITY_CONFIRMED' && account_type === 'MUSICIAN'
    ? (`${type}_musician` as const)
    : type

/** What one has just done oneself, or what is read at leisure: it waits in the list. */
const QUIETLY: readonly NotificationType[] = [
  'PROFILE_COMPLETED',
  'BRIEF_INITIATED',
  'BRIEF_VALIDATED',
  'OBJECTIVE_SCORE_READY',
  'PLAN_SONORO_CREATED',
  'BENCHMARKING_READY',
  'CONTINUOUS_PLAN_OFFERED',
  'CONTINUOUS_PLAN_READY',
  'SUBSCRIPTION_UPSELL',
]

/** What is made to be read as a letter: it comes by itself, and no browser shows it. */
const AS_LETTER: readonly NotificationType[] = ['MONTH_SUMMARY']

/**
 * What has to be answered in time, of each: a request or a change that is asked for; quotes that run out, somebody who
 * has to be replaced; an agreement to sign, a deposit to pay; what happens on the day. Most news of agreements and
 * deposits have a letter of their own at once, which nobody can switch off (`hasLetter`).
 */
const IN_TIME: Record<AccountType, readonly NotificationType[]> = {
  MUSICIAN: ['SCOUTING_INITIATED', 'EVENT_AT_RISK', 'MEMBERSHIP_CHANGED', 'MESSAGE_RECEIVED', ...OF_LESSONS],
  TALENT_HUNTER: [
    'TALENT_AVAILABILITY_CONFIRMED',
    'EVENT_AT_RISK',
    'CONTRACT_READY',
    'PAYMENT_DUE',
    'MEMBERSHIP_CHANGED',
    'MESSAGE_RECEIVED',
  ],
  STUDENT: ['MESSAGE_RECEIVED', ...OF_LESSONS],
}

/**
 * What holds until somebody chooses otherwise: a letter at once where there is a deadline or nothing but a letter, the
 * day's letter with what else needs them and is still unread, and push (on browsers where they switched it on).
 */
export function defaultChoice(type: NotificationType, account_type: AccountType): TypeChoice {
  const quietly = QUIETLY.includes(type)
  const isLetter = AS_LETTER.includes(type)
  const email =
    isLetter || IN_TIME[account_type].includes(type)
      ? 'now'
      : quietly || WITH_LETTER.includes(type)
        ? 'off'
        : 'daily'
  return { type, email, push: !quietly && !isLetter }
}

/**
 * What can't wait for the morning: something happens to an event that is on, mostly at night, or somebody can't play one
 * that begins within a day. What is said on the day has no date: it is now.
 */
export const isUrgent = (
  { type, params }: { type: NotificationType; params: Readonly<Record<string, string | number>> },
  now: Date,
): boolean =>
  type === 'EVENT_AT_RISK' &&
  (params.date === undefined || Date.parse(String(params.date)) - now.getTime() < DAY)

/** How long a letter about a message waits: whoever reads it meanwhile gets none. */
export const MESSAGE_LETTER_MS = 10 * MINUTE

/** From when on a letter of that type is due. */
export const letterFrom = (type: NotificationType, now: Date): Date =>
  type === 'MESSAGE_RECEIVED' ? new Date(now.getTime() + MESSAGE_LETTER_MS) : now

/** When the quiet hours end that an instant lies in; null outside of them. */
export function quietUntil(at: Date, { zone, quiet_from, quiet_to }: Hours): Date | null {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return null
  const where = zone ?? DEFAULT_ZONE
  const { day, time } = wallClock(at, where)
  if (quiet_from < quiet_to)
    return time >= quiet_from && time < quiet_to ? instantOf(day, quiet_to, where) : null
  if (time >= quiet_from) return instantOf(addDays(day, 1), quiet_to, where)
  return time < quiet_to ? instantOf(day, quiet_to, where) : null
}

/** When something is sent: at once or with the day's letter, and never in quiet hours. */
export function dueAt(choice: Exclude<EmailChoice, 'off'>, at: Date, hours: Hours): Date {
  let due = at
  if (choice === 'daily') {
    const zone = hours.zone ?? DEFAULT_ZONE
    const { day, time } = wallClock(at, zone)
    due = instantOf(time < DIGEST_AT ? day : addDays(day, 1), DIGEST_AT, zone)
  }
  return quietUntil(due, hours) ?? due
}

/** Where browsers let themselves be pushed to; anything else would make this server call addresses of strangers. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

/** Whether an address is one of a browser maker's push service. @param here outside production: this machine too */
export function isPushService(endpoint: string, here: boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, username, port } = new URL(endpoint)
  if (here && hostname === '127.0.0.1') return true
  return (
    protocol === 'https:' &&
    username === '' &&
    port === '' &&
    PUSH_SERVICES.some((name) => hostname === name || hostname.endsWith(`.${name}`))
  )
}
