/* Which terms hold. Whoever accepted others is asked again before they go on. */

/**
 * The version of the terms and of what is done with people's data; rises when a change is to be accepted anew, as
 * src/app/web/help.test.tsx says it.
 */
export const TERMS_VERSION = 5
/** Since when that version holds. */
export const TERMS_SINCE = '2026-11-28'
/** From this version on who learns says when they were born: signing up, or with the terms where they were here before. */
const AGE_SINCE = 4

/** Whether somebody who accepted a version says when they were born with the next one. */
export const saysAge = (accepted: { account_type: string; terms_version: number }): boolean =>
  accepted.account_type === 'STUDENT' && accepted.terms_version < AGE_SINCE
