import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { Instant } from '#core/contract/time.ts'
import { SecondProof } from './contract.factors.ts'
import { PasskeyToUse } from './contract.passkeys.ts'
import { SECOND_WAYS } from './contract.second.ts'

/* Proving again that it is them, for what a session that was left open must not do. */

/**
 * How somebody may do it: with a second factor where they have one, else with their password, or with a code that is
 * mailed to whoever has none.
 */
export const PROOF_WAYS = [...SECOND_WAYS, 'password', 'code'] as const
export const ProofWay = z.enum(PROOF_WAYS)
export type ProofWay = z.output<typeof ProofWay>

/** Digits of a mailed code, how long it works and how often it may be tried. */
export const CODE_DIGITS = 8
export const CODE_MINUTES = 10
export const CODE_TRIES = 5

export const readProofWays = endpoint({
  method: 'GET',
  path: '/api/auth/proof/',
  access: 'signed-in',
  summary: 'How one can prove again that it is oneself',
  unverified: true,
  reply: z.object({ ways: z.array(ProofWay), email: seenBy('self', z.string()) }),
})

export const sendProofCode = endpoint({
  method: 'POST',
  path: '/api/auth/proof/code/',
  access: 'signed-in',
  summary: 'Have a code mailed to prove oneself with, where there is no password; at most once a minute',
  reply: z.object({ retry_after: z.int() }),
})

export const askForPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/proof/passkey/',
  access: 'signed-in',
  summary: 'What one of the passkeys has to sign, to prove oneself with',
  unverified: true,
  reply: PasskeyToUse,
})

/** One of them. */
export const Proof = z.extend(SecondProof, {
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  code: z.optional(
    z.string().check(z.trim(), z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), 'validation.code')),
  ),
})
export type Proof = z.output<typeof Proof>

export const prove = endpoint({
  method: 'POST',
  path: '/api/auth/proof/',
  access: 'signed-in',
  summary: 'Prove that it is oneself; for the next minutes this session may do what asks for it',
  unverified: true,
  body: Proof,
  reply: z.object({ until: Instant }),
})
