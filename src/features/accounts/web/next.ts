// Where somebody goes on after signing in or up; without any library, for the pages that are drawn ahead of time.

import { readText, storeText } from '#core/web/storage.ts'
import type { AccountType } from '#features/access/rules.ts'

const AFTER_VERIFYING = 'after-verify'

/** Longer than any of ours. */
const LONGEST = 1000

/** What can be begun before one has an account, and who goes on with it: an event, a question, a lesson, a band's invitation. */
const BEGUN: [RegExp, readonly AccountType[]][] = [
  [/^\/order($|\?)/, ['TALENT_HUNTER']],
  [/^\/messages\?project=[1-9]\d{0,14}$/, ['TALENT_HUNTER']],
  [/^\/student\/book\/[1-9]\d{0,14}$/, ['STUDENT']],
  [/^\/invitation\?/, ['TALENT_HUNTER', 'MUSICIAN', 'STUDENT']],
]

/** Only a page of our own is believed, and of those only what can be begun before one has an account. */
export const isNext = (next: string | null | undefined): next is string =>
  Boolean(next && next.length <= LONGEST && BEGUN.some(([page]) => page.test(next)))

/** Where somebody wanted to go on, if accounts like theirs may: whoever asked for a lesson and signs up as a musician goes home. */
export const nextFor = (next: string | null, account: AccountType): string | null =>
  next && BEGUN.some(([page, accounts]) => page.test(next) && accounts.includes(account)) ? next : null

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

/** What was remembered, which stays; null when nothing. Only a page of our own is believed. */
export function readNext(): string | null {
  const next = nextHere ?? readText('local', AFTER_VERIFYING)
  return isNext(next) ? next : null
}

/**
 * Takes what was remembered, used once, by an account that may go on with it; what is another's is left to them.
 * @returns null when nothing waits for such an account
 */
export function takeNext(account: AccountType): string | null {
  const next = nextFor(readNext(), account)
  if (next) storeNext(null)
  return next
}
