// Where somebody goes on after signing in or up; without any library, for the pages that are drawn ahead of time.

import { readText, storeText } from '#core/web/storage.ts'

const AFTER_VERIFYING = 'after-verify'

/** Longer than any of ours. */
const LONGEST = 1000

/** Only a page of our own is believed, and of those only what can be begun before one has an account. */
export const isNext = (next: string | null | undefined): next is string =>
  Boolean(next && /^\/(order$|order\?|invitation\?)/.test(next) && next.length <= LONGEST)

/** What the address of a sign-in or sign-up page says of where to go on; null when nothing. */
export function nextOf(query: URLSearchParams): string | null {
  const next = query.get('next')
  return isNext(next) ? next : null
}

/** The part of an address that hands it on to another page of the same kind. */
export const handedOn = (next: string | null): string => (next ? `?${new URLSearchParams({ next })}` : '')

let nextHere: string | null = null

/**
 * Remembers where to go after verifying. Beside the session, because the mail's link opens another tab: whichever
 * tab takes it goes there, the other one goes home.
 */
export function storeNext(next: string | null) {
  // Where the browser refuses storage, this tab still knows.
  nextHere = storeText('local', AFTER_VERIFYING, next) ? null : next
}

/** Takes what was remembered; it is used once. Only a page of our own is believed. */
export function takeNext(): string | null {
  const next = nextHere ?? readText('local', AFTER_VERIFYING)
  storeNext(null)
  return isNext(next) ? next : null
}
