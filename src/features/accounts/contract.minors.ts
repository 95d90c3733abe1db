import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { Day, Instant } from '#core/contract/time.ts'
import { Email, MailToken, PersonName } from './contract.ts'
import { GUARDIAN_STATES } from './rules.minors.ts'

/* Who isn't of age, and the adult who opens their account: both ends of it. */

export const GuardianState = z.enum(GUARDIAN_STATES)

/** How a minor's own account stands. */
export const OwnGuardian = z.object({
  guardian_email: seenBy('self', z.string()),
  state: GuardianState,
  asked_at: Instant,
  /** When the account is open without an adult: the 18th birthday. */
  adult_on: seenBy('self', Day),
  /** When the account will be deleted, if it stays closed; null while it is open. */
  closes_on: z.nullable(Day),
})
export type OwnGuardian = z.output<typeof OwnGuardian>

export const readOwnGuardian = endpoint({
  method: 'GET',
  path: '/api/auth/guardian/',
  access: 'signed-in',
  summary: 'The adult who opens the account of somebody under age; null for everybody else',
  unverified: true,
  reply: z.object({ guardian: z.nullable(OwnGuardian) }),
})

export const AskedGuardian = z.object({ guardian_email: Email })
export type AskedGuardian = z.output<typeof AskedGuardian>

export const askGuardian = endpoint({
  method: 'POST',
  path: '/api/auth/guardian/',
  access: 'signed-in',
  summary: 'Write to the adult again, or to another one; at most once a minute, until they have answered',
  unverified: true,
  body: AskedGuardian,
  reply: z.object({ guardian: z.nullable(OwnGuardian), retry_after: z.int() }),
})

/** What the adult's letter leads to. */
export const GuardianPart = z.object({
  /** The minor. */
  name: seenBy('guardian', z.string()),
  birth_date: seenBy('guardian', Day),
  /** Where the letters go. */
  guardian_email: seenBy('guardian', z.string()),
  guardian_name: seenBy('guardian', z.nullable(z.string())),
  state: GuardianState,
  confirmed_at: z.nullable(Instant),
  /** Their lessons may be recorded. */
  recording: z.boolean(),
})
export type GuardianPart = z.output<typeof GuardianPart>

export const readGuardianPart = endpoint({
  method: 'GET',
  path: '/api/guardian/',
  access: 'public',
  summary: "What the link of the adult's letter is about; no account is needed",
  query: z.object({ token: MailToken }),
  reply: GuardianPart,
})

export const GuardianAnswer = z
  .object({
    token: MailToken,
    step: z.enum(['confirm', 'refuse', 'allow_recording', 'forbid_recording']),
    /** Asked for with a yes. */
    guardian_name: z.optional(PersonName),
    /** They are of age, answer for the minor, and have read what they allow. Asked for with a yes. */
    declares: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ step, guardian_name }) => step !== 'confirm' || guardian_name !== undefined, {
      error: 'validation.required',
      path: ['guardian_name'],
    }),
    z.refine(({ step, declares }) => step !== 'confirm' || declares === true, {
      error: 'validation.declares',
      path: ['declares'],
    }),
  )
export type GuardianAnswer = z.output<typeof GuardianAnswer>

export const answerAsGuardian = endpoint({
  method: 'POST',
  path: '/api/guardian/',
  access: 'public',
  summary:
    'The adult opens the account or closes it, and lets lessons be recorded or not; by their letter’s link, as often as they like',
  body: GuardianAnswer,
  reply: GuardianPart,
})

export const AskedLink = z.object({ email: Email })
export type AskedLink = z.output<typeof AskedLink>

export const askGuardianLink = endpoint({
  method: 'POST',
  path: '/api/guardian/link/',
  access: 'public',
  summary: 'Mail an adult a link for each minor who named them; the answer is the same for unknown e-mails',
  body: AskedLink,
})

/** Where the adult's letters lead. */
export const guardianPath = (token: string): string => `/guardian?${new URLSearchParams({ token })}`
