import * as z from 'zod/mini'
import { Instant } from '#core/contract/time.ts'

/**
 * What was checked of a person, and in which month (its first moment, UTC); null: it wasn't. Of a band it is its owner who
 * was checked.
 */
export const Checks = z.object({
  /** The address is theirs: they opened a link that was mailed to it, or the identity provider that they use says so. */
  email_at: z.nullable(Instant),
  /** They typed a code that was sent to their phone. */
  phone_at: z.nullable(Instant),
  /** Staff compared their name with an identity document. */
  identity_at: z.nullable(Instant),
})
export type Checks = z.output<typeof Checks>

/** What can be checked, in the order in which it is shown. */
export const CHECKS = ['email', 'phone', 'identity'] as const
export type Check = (typeof CHECKS)[number]
