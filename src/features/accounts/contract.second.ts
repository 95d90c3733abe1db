import * as z from 'zod/mini'

/* How a sign-in goes on where the account has a second factor. */

/** By which second factors a sign-in may go on, safest first: passkeys, codes of an app (TOTP, RFC 6238), recovery codes. */
export const SECOND_WAYS = ['passkey', 'totp', 'recovery'] as const
export const SecondWay = z.enum(SECOND_WAYS)
export type SecondWay = z.output<typeof SecondWay>

/** The first factor was right: which second one will it be? */
export const SecondFactorAsked = z.object({
  /** For `finishSignIn`; works for a few minutes. */
  ticket: z.string(),
  ways: z.array(SecondWay),
})
export type SecondFactorAsked = z.output<typeof SecondFactorAsked>

/** A sign-in is done, or asks accounts with a second factor for it. */
export const SignedIn = z.object({
  access: z.optional(z.string()),
  second_factor: z.optional(SecondFactorAsked),
})
export type SignedIn = z.output<typeof SignedIn>
