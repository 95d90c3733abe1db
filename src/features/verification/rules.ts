import { DAY } from '#core/contract/time.ts'
import { CHECKS, type Check, type Checks } from './contract.checks.ts'
import type { CheckState } from './contract.ts'

/** Codes to one person, and to one number, in a day. */
export const CODES_A_DAY = 5
/** Codes that people at one address can have sent in a day. */
export const CODES_A_DAY_FROM = 15
/** Codes in a day in all: each costs money, and there are people who are paid for text messages. */
export const CODES_A_DAY_ALL = 1000
/** Wrong codes of one person in a day. */
export const TRIES_A_DAY = 20
/** Documents of one person in thirty days. */
export const DOCUMENTS_A_MONTH = 5
/** How long what was uploaded waits to be sent, milliseconds. */
export const UNSENT_MS = DAY

/** What was checked of somebody, in the order in which it is shown, with when. */
export const checked = (checks: Checks): { check: Check; at: string }[] =>
  CHECKS.flatMap((check) => {
    const at = checks[`${check}_at`]
    return at === null ? [] : [{ check, at }]
  })

/** Whether a document can be sent: none is waiting, and the last one wasn't accepted under the name of today. */
export const maySend = (last: { state: CheckState } | null, checks: Pick<Checks, 'identity_at'>): boolean =>
  last?.state !== 'pending' && checks.identity_at === null
