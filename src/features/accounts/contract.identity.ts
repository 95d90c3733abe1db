import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id } from '#core/contract/endpoint.ts'
import { Language } from '#core/contract/language.ts'
import { Day } from '#core/contract/time.ts'
import { AccountType } from '#features/access/rules.ts'
import { SecondFactorAsked } from './contract.second.ts'
import { Access, adultNamed, MailToken, maybeAge, PersonName, ReferralCode, seenOfAge } from './contract.ts'

/* Signing in with an identity provider: by the way there and back, or by the ID token of the provider's own button. */

export const startIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/identity/start/',
  access: 'public',
  summary: 'Where to go to sign in with the identity provider, and the secret to come back with',
  body: z.object({ remember: z.optional(z.boolean()) }),
  reply: z.object({ url: z.string(), flow: z.string() }),
})

/** Back from the provider with a code, or the provider's ID token itself. */
export const IdentityProof = z.object({
  credential: z.optional(z.string().check(z.minLength(20), z.maxLength(8000))),
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
  state: z.optional(z.string().check(z.maxLength(200))),
  /** Issuer, as providers add it to the address. */
  iss: z.optional(z.string().check(z.maxLength(300))),
  flow: z.optional(MailToken),
  remember: z.optional(z.boolean()),
})
export type IdentityProof = z.output<typeof IdentityProof>

/**
 * Before the provider's own button is shown: what it has to ask the provider to write into its ID token. Good for one
 * sign-in, within ten minutes, in the browser that asked.
 */
export const startCredential = endpoint({
  method: 'POST',
  path: '/api/auth/identity/nonce/',
  access: 'public',
  summary: "The nonce for the identity provider's own button; it comes back inside the ID token",
  reply: z.object({ nonce: z.string() }),
})

export const finishIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/identity/',
  access: 'public',
  summary: 'Sign in with what the identity provider handed over; asks for the account type of somebody new',
  body: IdentityProof,
  reply: z.object({
    access: z.nullable(z.string()),
    /** Somebody new: choose an account type with this ticket. */
    ask: z.nullable(
      z.object({
        ticket: z.string(),
        email: seenBy('self', z.string()),
        name: seenBy('self', z.nullable(z.string())),
      }),
    ),
    second_factor: z.optional(SecondFactorAsked),
  }),
})

const identityAccount = {
  ticket: MailToken,
  account_type: AccountType,
  name: PersonName,
  ...maybeAge,
  terms: z.literal(true, 'validation.terms'),
  language: z.optional(Language),
  ref: z.optional(ReferralCode),
  invitation: z.optional(Id),
}
/** Of who learns a birth date is asked, of others it isn't. */
const studentsAge = z.refine<{ account_type: AccountType; birth_date?: string | null | undefined }>(
  ({ account_type, birth_date }) => account_type !== 'STUDENT' || !!birth_date,
  { error: 'validation.required', path: ['birth_date'] },
)
export const IdentityAccount = z.object(identityAccount).check(studentsAge)
export type IdentityAccount = z.output<typeof IdentityAccount>

/** The same as the page asks for it: a field that isn't shown is empty, and a minor hears at once that an adult is needed. */
export const IdentityOnPage = z.pipe(
  seenOfAge,
  z.object({ ...identityAccount, birth_date: z.nullable(Day) }).check(studentsAge, adultNamed),
)
export type IdentityOnPage = z.output<typeof IdentityOnPage>

export const createIdentityAccount = endpoint({
  method: 'POST',
  path: '/api/auth/identity/account/',
  access: 'public',
  summary: 'Create the account of somebody who came through the identity provider',
  body: IdentityAccount,
  reply: Access,
})
