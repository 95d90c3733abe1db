import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'

/* Which terms hold. Whoever accepted others is asked again before they go on. */

/**
 * The version of the terms and of what is done with people's data; rises when a change is to be accepted anew, as
 * src/app/web/help.test.tsx says it.
 */
export const TERMS_VERSION = 4
/** Since when that version holds. */
export const TERMS_SINCE = '2026-11-28'

export const acceptTerms = endpoint({
  method: 'POST',
  path: '/api/auth/terms/',
  access: 'signed-in',
  summary: 'Accept the terms as they stand now',
  unverified: true,
  body: z.object({ version: z.int().check(z.positive()) }),
})
