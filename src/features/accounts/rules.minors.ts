import type { StepRow } from '#core/contract/steps.ts'
import { DAY, DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'

/*
 * Who isn't of age yet: their account is opened by an adult, who confirms it by e-mail and gets a copy of what is
 * written there. Nobody's birth date is kept who is of age.
 */

/** From which birthday on somebody needs nobody else, in years. */
export const ADULT_AGE = 18
/** Nobody is older than that, in years. */
const OLDEST = 120
/** How long an account waits for its adult, days; then it is deleted, with the grace that all have. */
export const GUARDIAN_DAYS = 30

/** How the account of somebody under age stands with their adult. */
export const GUARDIAN_STATES = ['awaited', 'confirmed', 'refused'] as const
export type GuardianState = (typeof GUARDIAN_STATES)[number]

/** How long the link of an adult's letter works, days. Each letter brings a new one, and the last is kept while the account is open. */
export const GUARDIAN_LINK_DAYS = 365

/**
 * What the adult may do, as often as they like: a yes is taken back, and a no as well. That lessons may be recorded is asked
 * apart, and no unless they say yes to it.
 */
export const GUARDIAN_STEPS = {
  confirm: { from: ['awaited', 'refused'], to: 'confirmed', by: 'guardian' },
  refuse: { from: ['awaited', 'confirmed'], to: 'refused', by: 'guardian' },
  allow_recording: { from: ['confirmed'], to: 'confirmed', by: 'guardian' },
  forbid_recording: { from: ['confirmed'], to: 'confirmed', by: 'guardian' },
} as const satisfies Record<string, StepRow<GuardianState, 'guardian'>>
export type GuardianStep = keyof typeof GUARDIAN_STEPS

/** What each state lets happen. */
export const MINORS: Record<
  GuardianState,
  {
    /** The account is open: all that a student does. Before, its own sign-in, e-mail and adult alone. */
    open: boolean
    /** The minor may name another adult: one who has answered stays. */
    renames: boolean
  }
> = {
  awaited: { open: false, renames: true },
  confirmed: { open: true, renames: false },
  refused: { open: false, renames: false },
}

/** How it stands, of when the adult said what; the later word holds, and leaves the other empty. */
export const guardianState = ({
  confirmed_at,
  refused_at,
}: {
  confirmed_at: string | null
  refused_at: string | null
}): GuardianState => (confirmed_at ? 'confirmed' : refused_at ? 'refused' : 'awaited')

/**
 * On which day an instant lies where birthdays and ends of such accounts turn: at the product's midnight, since who isn't of
 * age has said no clock of their own when they sign up. YYYY-MM-DD.
 */
export const dayOf = (at: Date): string => wallClock(at, DEFAULT_ZONE).day

/** The day on which somebody is of age: their 18th birthday, for the 29th of February the 1st of March. */
export function adultOn(birth_date: string): string {
  const [year = 0, month = 1, day = 1] = birth_date.split('-').map(Number)
  return new Date(Date.UTC(year + ADULT_AGE, month - 1, day)).toISOString().slice(0, 10)
}

/** Whether somebody born then is under age on a day. */
export const isMinor = (birth_date: string, today: string): boolean => adultOn(birth_date) > today

/** Whether that can be somebody's birthday who sits at a screen. */
export const isBirthDate = (birth_date: string, today: string): boolean =>
  birth_date < today && Number(birth_date.slice(0, 4)) >= Number(today.slice(0, 4)) - OLDEST

/** Whether an adult is asked for of somebody born then: not of a day that nobody was born on, which is wrong itself. */
export const needsAdult = (birth_date: string, today: string): boolean =>
  isBirthDate(birth_date, today) && isMinor(birth_date, today)

/** What is wrong with what who learns says about their age: a field and the key of its sentence; null when nothing is. */
export function problemOfAge(
  said: { birth_date?: string | undefined; guardian_email?: string | undefined; email: string },
  today: string,
): { field: 'birth_date' | 'guardian_email'; key: string } | null {
  const { birth_date, guardian_email } = said
  if (birth_date === undefined) return { field: 'birth_date', key: 'validation.required' }
  if (!isBirthDate(birth_date, today)) return { field: 'birth_date', key: 'errors.accounts.birth_date' }
  if (!isMinor(birth_date, today)) return null
  if (!guardian_email) return { field: 'guardian_email', key: 'errors.accounts.guardian_needed' }
  if (mailboxOf(guardian_email) === mailboxOf(said.email))
    return { field: 'guardian_email', key: 'errors.accounts.guardian_is_you' }
  return null
}

/** The day on which an account that nobody opens is closed for good, from when it was asked for. */
export const closesOn = (asked_at: string): string =>
  dayOf(new Date(Date.parse(asked_at) + GUARDIAN_DAYS * DAY))

/** The mailbox of an address: what follows a plus is the same one. */
const mailboxOf = (email: string): string => {
  const [box = '', host = ''] = email.trim().toLowerCase().split('@')
  return `${box.split('+')[0]}@${host}`
}
