import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Instant } from '#core/contract/time.ts'
import { PasskeyMade, PasskeyToMake, PasskeyToUse, PasskeyUsed } from './contract.passkeys.ts'
import { MailToken } from './contract.ts'

/* Second factors: what somebody signs in with besides the password, and the codes for the day it is lost. */

/** How many recovery codes there are at first, and how many characters each has: 120 bits. */
export const RECOVERY_CODES = 10
export const RECOVERY_LENGTH = 24

/** For how many days somebody can say of a new factor that it wasn't them, by the link of the letter that tells of it. */
export const NOT_ME_DAYS = 14

/** Six digits of an app; spaces between them don't matter. */
export const TotpCode = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, 'validation.totp'),
)

/** As it was shown, or however it was copied: case, spaces and dashes don't matter. */
export const RecoveryCode = z.string().check(
  z.maxLength(100),
  z.overwrite((text) => text.toLowerCase().replace(/[^a-z0-9]/g, '')),
  z.regex(new RegExp(`^[a-z0-9]{${RECOVERY_LENGTH}}$`), 'validation.recovery'),
)

/** One of them. */
export const SecondProof = z.object({
  passkey: z.optional(PasskeyUsed),
  totp: z.optional(TotpCode),
  recovery: z.optional(RecoveryCode),
})
export type SecondProof = z.output<typeof SecondProof>

export const finishSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/login/second/',
  access: 'public',
  summary: 'Finish a sign-in that asked for a second factor',
  body: z.extend(SecondProof, { ticket: MailToken }),
  reply: z.object({ access: z.string() }),
})

export const askForPasskeyAtSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/login/second/passkey/',
  access: 'public',
  summary: 'What a passkey has to sign, to finish a sign-in that asked for a second factor',
  body: z.object({ ticket: MailToken }),
  reply: PasskeyToUse,
})

export const Passkey = z.object({
  id: Id,
  /** The browser that it was made with. */
  user_agent: seenBy('self', z.nullable(z.string())),
  created_at: Instant,
  used_at: z.nullable(Instant),
})
export type Passkey = z.output<typeof Passkey>

export const Factors = z.object({
  /** Oldest first; `MAX_PASSKEYS` at most. */
  passkeys: z.array(Passkey),
  /** Since when codes of an app are asked for; none while they aren't. */
  totp_since: z.nullable(Instant),
  /** Recovery codes that haven't been used. */
  recovery_left: z.int(),
})
export type Factors = z.output<typeof Factors>

export const readFactors = endpoint({
  method: 'GET',
  path: '/api/auth/factors/',
  access: 'signed-in',
  summary: "One's second factors",
  reply: Factors,
})

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/auth/factors/totp/',
  access: 'signed-in',
  summary: 'A secret for an app that makes codes; it counts once a code of it was confirmed',
  fresh: true,
  reply: z.object({
    /** Base32, to be typed. */
    secret: z.string(),
    /** The same as an address that apps read from a picture. */
    uri: z.string(),
  }),
})

/** The recovery codes, said this once; none where there are some already. */
const Codes = z.array(z.string())

export const TotpProof = z.object({ totp: TotpCode })

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/auth/factors/totp/confirm/',
  access: 'signed-in',
  summary: 'Turn on codes of an app, with one of them; every other session ends',
  fresh: true,
  body: TotpProof,
  reply: z.object({ recovery_codes: Codes }),
})

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/api/auth/factors/totp/',
  access: 'signed-in',
  summary: 'Turn codes of an app off; every other session ends',
  fresh: true,
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/factors/passkeys/',
  access: 'signed-in',
  summary: 'What a browser needs to make a passkey',
  fresh: true,
  reply: PasskeyToMake,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/factors/passkeys/confirm/',
  access: 'signed-in',
  summary: 'Add the passkey that a browser made; every other session ends',
  fresh: true,
  body: z.object({ passkey: PasskeyMade }),
  reply: z.object({ recovery_codes: Codes }),
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/factors/passkeys/:id/',
  access: 'signed-in',
  summary: 'Remove a passkey; every other session ends',
  fresh: true,
  params: IdParams,
})

export const renewRecovery = endpoint({
  method: 'POST',
  path: '/api/auth/factors/recovery/',
  access: 'signed-in',
  summary: 'New recovery codes; the ones before work no more',
  fresh: true,
  reply: z.object({ recovery_codes: Codes }),
})

export const undoFactors = endpoint({
  method: 'POST',
  path: '/api/auth/factors/not-me/',
  access: 'public',
  summary:
    'Take back factors that somebody else added, by the link of the letter that told of them; the password works no more and every session ends',
  body: z.object({ token: MailToken }),
  reply: z.object({
    /** Of a reset link, to choose a password with. */
    reset: z.string(),
  }),
})
