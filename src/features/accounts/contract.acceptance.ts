import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { Day } from '#core/contract/time.ts'
import { adultNamed, maybeAge, seenOfAge } from './contract.ts'

/* How terms are accepted anew. Apart from which hold: every page knows that, and few ask for this. */

const version = z.int().check(z.positive())

export const AcceptedTerms = z.object({
  version,
  /** Of who learns and hasn't said it. */
  ...maybeAge,
})
export type AcceptedTerms = z.output<typeof AcceptedTerms>

/** The same as the page asks for it of who learns and hasn't said when they were born. */
export const TermsWithAge = z.pipe(
  seenOfAge,
  z.object({ version, ...maybeAge, birth_date: Day }).check(adultNamed),
)
export type TermsWithAge = z.output<typeof TermsWithAge>

export const acceptTerms = endpoint({
  method: 'POST',
  path: '/api/auth/terms/',
  access: 'signed-in',
  summary:
    'Accept the terms as they stand now; who learns and accepted none since version 4 says when they were born',
  unverified: true,
  body: AcceptedTerms,
})
