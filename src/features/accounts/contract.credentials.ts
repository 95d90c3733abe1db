import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { Password } from './contract.password.ts'
import { Email, MailToken } from './contract.ts'

/* What somebody signs in with, changed from inside. */

/** Their password as it is; none where the account has none. */
const CurrentPassword = z.string().check(z.minLength(1), z.maxLength(1000))

export const OwnCredentials = z.object({
  email: seenBy('self', z.string()),
  /** False: they come through an identity provider only. */
  has_password: z.boolean(),
  /** The e-mail that takes its place once the link that was sent there was used; null when none waits. */
  email_waits: seenBy('self', z.nullable(z.string())),
})
export type OwnCredentials = z.output<typeof OwnCredentials>

export const readCredentials = endpoint({
  method: 'GET',
  path: '/api/auth/credentials/',
  access: 'signed-in',
  summary: 'What one signs in with: the e-mail, and whether there is a password',
  unverified: true,
  reply: OwnCredentials,
})

export const PasswordChange = z.object({ current: CurrentPassword, password: Password })
export type PasswordChange = z.output<typeof PasswordChange>

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/change/',
  access: 'signed-in',
  summary:
    "Change one's password; every other session ends. Whoever has a second factor needs a fresh proof (POST /api/auth/proof/)",
  body: PasswordChange,
})

export const EmailChange = z.object({ current: CurrentPassword, email: Email })
export type EmailChange = z.output<typeof EmailChange>

/** How often an account may change its e-mail in a day. */
export const EMAIL_CHANGES_A_DAY = 5

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email/change/',
  access: 'signed-in',
  summary:
    "Change one's e-mail: one that was verified stays until the link to the new one was used, any other changes at once; then every other session ends. Whoever has a second factor needs a fresh proof (POST /api/auth/proof/)",
  unverified: true,
  body: EmailChange,
  reply: z.pick(OwnCredentials, { email: true, email_waits: true }),
})

export const takeBackEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/auth/email/change/',
  access: 'signed-in',
  summary: 'Take back a change of e-mail that waits for its link',
})

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/email/change/confirm/',
  access: 'public',
  summary: 'Use the link to a new e-mail: the account has it from now on; opens no session',
  body: z.object({ token: MailToken }),
  reply: z.object({ email: seenBy('self', z.string()) }),
})
