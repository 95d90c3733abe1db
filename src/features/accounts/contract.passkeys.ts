import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'

/* Passkeys (WebAuthn level 3), in the JSON that browsers make and read; what we have no use for is left out. */

/** How many somebody may have: one for each of their devices, and some keys in a drawer. */
export const MAX_PASSKEYS = 10

/** Bytes as text without padding. */
const bytes = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max))
const CredentialId = bytes(1400)
const publicKey = z.literal('public-key')
/** How a browser may reach a key (usb, nfc, ble, hybrid, internal, and what is to come). */
const Transports = z.array(z.string().check(z.regex(/^[a-z-]{1,30}$/))).check(z.maxLength(10))
const Descriptor = z.object({ id: z.string(), type: publicKey, transports: z.optional(z.array(z.string())) })

/** For `navigator.credentials.create`. */
export const PasskeyToMake = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({
    id: z.string(),
    name: seenBy('self', z.string()),
    displayName: seenBy('self', z.string()),
  }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.optional(z.int()),
  attestation: z.optional(z.enum(['none', 'direct', 'enterprise', 'indirect'])),
  excludeCredentials: z.optional(z.array(Descriptor)),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
    }),
  ),
})
export type PasskeyToMake = z.output<typeof PasskeyToMake>

/** For `navigator.credentials.get`. */
export const PasskeyToUse = z.object({
  challenge: z.string(),
  rpId: z.optional(z.string()),
  timeout: z.optional(z.int()),
  allowCredentials: z.optional(z.array(Descriptor)),
  userVerification: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
})
export type PasskeyToUse = z.output<typeof PasskeyToUse>

const Answer = z.object({ id: CredentialId, rawId: CredentialId, type: publicKey })

/** What a browser answers that made one. */
export const PasskeyMade = z.extend(Answer, {
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(8000),
    transports: z.optional(Transports),
  }),
})
export type PasskeyMade = z.output<typeof PasskeyMade>

/** What a browser answers that used one. */
export const PasskeyUsed = z.extend(Answer, {
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    userHandle: z.optional(bytes(200)),
  }),
})
export type PasskeyUsed = z.output<typeof PasskeyUsed>
