import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Language } from '#core/contract/language.ts'
import { line } from '#core/contract/text.ts'
import { Day, Instant } from '#core/contract/time.ts'
import { notMadeOfOneself, Password } from './contract.password.ts'
import { SignedIn } from './contract.second.ts'
import { dayOf, needsAdult } from './rules.minors.ts'

export const CLIENT_KINDS = ['PERSONAL', 'BUSINESS'] as const
export const ClientKind = z.enum(CLIENT_KINDS)
export type ClientKind = z.output<typeof ClientKind>

/** Instruments somebody may name as their main one. */
export const MAIN_INSTRUMENTS = [
  'guitar',
  'piano',
  'drums',
  'violin',
  'bass',
  'saxophone',
  'trumpet',
  'voice',
  'marimba',
  'percussion',
  'keyboard',
  'accordion',
  'cello',
  'flute',
  'clarinet',
  'trombone',
  'harp',
  'guitarron',
  'turntables',
] as const
export const MainInstrument = z.enum(MAIN_INSTRUMENTS)
export type MainInstrument = z.output<typeof MainInstrument>

export const PersonName = line(2, 80)
/** Trimmed; compared without case everywhere. */
export const Email = z.string().check(z.trim(), z.maxLength(254), z.email())
export const City = line(2, 80)
/** Digits with the usual marks, 7 to 20 characters. */
export const Phone = z
  .string()
  .check(z.trim(), z.regex(/^\+?[0-9][0-9 ().-]{5,18}[0-9]$/, 'validation.phone'))
/** Code of whoever invited them; anything else in the address is ignored by the pages. */
export const ReferralCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{3,32}$/))

/** Today, as days of birth are counted. */
export const today = (now = new Date()): string => dayOf(now)

/** Access token of a session: what the browser sends as Bearer. */
export const Access = z.object({ access: z.string() })
export type Access = z.output<typeof Access>

const person = {
  name: PersonName,
  email: Email,
  password: Password,
  terms: z.literal(true, 'validation.terms'),
  language: z.optional(Language),
  /** Referral code of `?ref=`. */
  ref: z.optional(ReferralCode),
  /** Band invitation of `?invitation=`: it waits for this sign-up. */
  invitation: z.optional(Id),
  remember: z.optional(z.boolean()),
}

/** Data of a client; a business has a legal name and a tax id. */
const client = {
  client_kind: ClientKind,
  phone: Phone,
  city: City,
  legal_name: z.optional(line(2, 120)),
  tax_id: z.optional(line(3, 30)),
}
type Business = {
  client_kind?: ClientKind | undefined
  legal_name?: string | undefined
  tax_id?: string | undefined
}
const businessNamed = z.refine<Business>((data) => data.client_kind !== 'BUSINESS' || !!data.legal_name, {
  error: 'validation.required',
  path: ['legal_name'],
})
const businessTaxed = z.refine<Business>((data) => data.client_kind !== 'BUSINESS' || !!data.tax_id, {
  error: 'validation.required',
  path: ['tax_id'],
})

/** Who learns says when they were born, and a minor names an adult. Nobody's birth date is kept who is of age. */
const ageSaid = { birth_date: Day, guardian_email: z.optional(Email) }
/** The same where others are asked too, of whom neither is wanted. */
export const maybeAge = { birth_date: z.optional(Day), guardian_email: z.optional(Email) }

export const SignUpStudent = z.object({ ...person, ...ageSaid }).check(...notMadeOfOneself)
export type SignUpStudent = z.output<typeof SignUpStudent>

/**
 * What a form says of age, without what it doesn't show (any more): an adult is asked for of a minor who learns alone, and a
 * field that nobody sees can't be mended.
 */
export const seenOfAge = z.transform((said: unknown): unknown => {
  const form = said as { account_type?: unknown; birth_date?: unknown; guardian_email?: unknown }
  const learns = form.account_type === undefined || form.account_type === 'STUDENT'
  const { birth_date } = form
  const asks = learns && typeof birth_date === 'string' && needsAdult(birth_date, today())
  return {
    ...form,
    birth_date: learns ? birth_date : null,
    guardian_email: asks && form.guardian_email !== '' ? form.guardian_email : undefined,
  }
})

/** Of a minor an adult is asked for. */
export const adultNamed = z.refine<{
  birth_date?: string | null | undefined
  guardian_email?: string | undefined
}>(({ birth_date, guardian_email }) => !birth_date || !!guardian_email || !needsAdult(birth_date, today()), {
  error: 'validation.required',
  path: ['guardian_email'],
})

/** The same as the page asks for it: a field that isn't shown is empty, and a minor hears at once that an adult is needed. */
export const StudentOnPage = z.pipe(
  seenOfAge,
  z.object({ ...person, ...ageSaid }).check(...notMadeOfOneself, adultNamed),
)
export type StudentOnPage = z.output<typeof StudentOnPage>

export const SignUpMusician = z
  .object({ ...person, city: City, main_instrument: MainInstrument })
  .check(...notMadeOfOneself)
export type SignUpMusician = z.output<typeof SignUpMusician>

/** A client says the rest later, where it is needed; what a program sends along is checked as it is then. */
export const SignUpClient = z
  .object({
    ...person,
    ...client,
    client_kind: z.optional(ClientKind),
    phone: z.optional(Phone),
    city: z.optional(City),
  })
  .check(...notMadeOfOneself, businessNamed, businessTaxed)
export type SignUpClient = z.output<typeof SignUpClient>

export const ClientData = z.object(client).check(businessNamed, businessTaxed)
export type ClientData = z.output<typeof ClientData>

/** A band invitation that was waiting for this e-mail. */
export const PendingInvitation = z.object({
  id: Id,
  detail: z.object({
    band_name: z.string(),
    status: z.enum(['pending', 'accepted', 'rejected']),
    message: z.string(),
    expires_at: Instant,
    is_expired: z.boolean(),
  }),
})
export type PendingInvitation = z.output<typeof PendingInvitation>

export const Credentials = z.object({
  /** The e-mail. */
  username: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
  password: z.string().check(z.minLength(1), z.maxLength(1000)),
  /** 30 sliding days instead of 12 hours. */
  remember: z.optional(z.boolean()),
})
export type Credentials = z.output<typeof Credentials>

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login/',
  access: 'public',
  summary: 'Sign in with e-mail and password',
  body: Credentials,
  reply: SignedIn,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout/',
  access: 'signed-in',
  summary: 'Revoke this session',
  unverified: true,
  room: 'none',
})

export const signUpStudent = endpoint({
  method: 'POST',
  path: '/api/auth/signup/',
  access: 'public',
  summary: 'Sign up as a student',
  body: SignUpStudent,
  reply: Access,
})

export const registerMusician = endpoint({
  method: 'POST',
  path: '/api/auth/register/musician/',
  access: 'public',
  summary: 'Sign up as a musician; answers the band invitations that were waiting',
  body: SignUpMusician,
  reply: z.object({ access: z.string(), pending_invitations: z.array(PendingInvitation) }),
})

export const registerClient = endpoint({
  method: 'POST',
  path: '/api/auth/register/talent-hunter/',
  access: 'public',
  summary: 'Sign up as a talent hunter; whether a person or a business, phone and city may come later',
  body: SignUpClient,
  reply: Access,
})

export const ClientDataReply = z.object({
  client_kind: z.nullable(ClientKind),
  phone: seenBy('self', z.nullable(z.string())),
  city: seenBy('self', z.nullable(z.string())),
  legal_name: seenBy('self', z.nullable(z.string())),
  tax_id: seenBy('self', z.nullable(z.string())),
})

export type ReplyOfClient = z.output<typeof ClientDataReply>

export const readClient = endpoint({
  method: 'GET',
  path: '/api/auth/client/',
  access: 'read:signup-client-update',
  summary: "A talent hunter's own client data",
  unverified: true,
  reply: ClientDataReply,
})

export const saveClient = endpoint({
  method: 'PATCH',
  path: '/api/auth/client/',
  access: 'read:signup-client-update',
  summary: "Complete a talent hunter's client data",
  unverified: true,
  body: ClientData,
  reply: ClientDataReply,
})

/** A token out of a mailed link. */
export const MailToken = z.string().check(z.minLength(20), z.maxLength(200))

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email/',
  access: 'public',
  summary:
    'Use the link of the verification mail; signs in. Sessions that other browsers opened end, but for the one that calls',
  body: z.object({ token: MailToken, remember: z.optional(z.boolean()) }),
  reply: SignedIn,
})

export const checkVerified = endpoint({
  method: 'GET',
  path: '/api/auth/profile/:id/checkVerified/',
  access: 'signed-in',
  summary: "Whether one's own e-mail is verified",
  unverified: true,
  params: IdParams,
  reply: z.object({ verified: z.boolean() }),
})

/** Pause between two verification mails, seconds. */
export const RESEND_SECONDS = 60

export const sendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/verify/send/',
  access: 'signed-in',
  summary: 'Send the verification mail again; at most once a minute',
  unverified: true,
  reply: z.object({ retry_after: z.int() }),
})

export const requestReset = endpoint({
  method: 'POST',
  path: '/api/auth/password/reset/',
  access: 'public',
  summary: 'Mail a link for a new password; the answer is the same for unknown e-mails',
  body: z.object({ email: Email }),
})

export const confirmReset = endpoint({
  method: 'POST',
  path: '/api/auth/password/reset/confirm/',
  access: 'public',
  summary: 'Set a new password with a mailed token; every session of the account ends',
  body: z.object({ token: MailToken, password: Password }),
})

export const Session = z.object({
  id: Id,
  user_agent: seenBy('self', z.nullable(z.string())),
  ip: seenBy('self', z.nullable(z.string())),
  remember: z.boolean(),
  last_used_at: Instant,
  created_at: Instant,
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.output<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions/',
  access: 'signed-in',
  summary: 'Where one is signed in, latest first',
  unverified: true,
  reply: z.object({ results: z.array(Session), next: z.nullable(z.string()) }),
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id/',
  access: 'signed-in',
  summary: 'Sign out one other place',
  unverified: true,
  params: IdParams,
})

export const revokeOtherSessions = endpoint({
  method: 'POST',
  path: '/api/auth/sessions/revoke-others/',
  access: 'signed-in',
  summary: 'Sign out everywhere but here',
  unverified: true,
  reply: z.object({ revoked: z.int() }),
})

export const signInOptions = endpoint({
  method: 'GET',
  path: '/api/auth/options/',
  access: 'public',
  summary: 'Ways to sign in here besides the password',
  reply: z.object({
    /** An identity provider is configured. */
    identity: z.boolean(),
    /** Where mails can be read instead of in a mailbox; never in production. */
    mailbox: z.nullable(z.string()),
  }),
})
