import { useSearchParams } from 'react-router'
import { currentLanguage } from '#core/web/i18n.ts'
import { readText, storeText } from '#core/web/storage.ts'
import { ReferralCode } from '../contract.ts'
import { useSession } from './session.ts'

/** Parts of an address that start a brief. */
const BRIEF = ['event_type', 'city', 'date'] as const
const AFTER_VERIFYING = 'after-verify'

/** What an address of a sign-up page brings: a referral, an invitation, the beginning of a brief. */
export function useSignUpAddress() {
  const [query] = useSearchParams()
  return signUpAddressOf(query)
}

/** The same of the address from which somebody went to an identity provider. */
export function signUpAddressOf(query: URLSearchParams) {
  const ref = ReferralCode.safeParse(query.get('ref')).data
  const invitation = /^[1-9]\d{0,14}$/.test(query.get('invitation') ?? '')
    ? Number(query.get('invitation'))
    : undefined
  const brief = new URLSearchParams(
    BRIEF.flatMap((name) => {
      const value = query.get(name)?.trim().slice(0, 80)
      return value ? [[name, value]] : []
    }),
  )
  return {
    /** As the calls take it. */
    carried: {
      ...(ref ? { ref } : {}),
      ...(invitation ? { invitation } : {}),
      language: currentLanguage(),
      remember: true,
    },
    city: query.get('city')?.trim().slice(0, 80) ?? '',
    /** Where to go once the e-mail is verified, when a brief was begun. */
    next: brief.size > 0 ? `/order?${brief}` : null,
    /** To hand on to another sign-up page. */
    search: query.size > 0 ? `?${query}` : '',
  }
}

let nextHere: string | null = null

/**
 * Remembers where to go after verifying. Beside the session, because the mail's link opens another tab: whichever
 * tab takes it goes there, the other one goes home.
 */
function storeNext(next: string | null) {
  // Where the browser refuses storage, this tab still knows.
  nextHere = storeText('local', AFTER_VERIFYING, next) ? null : next
}

/** Takes what was remembered; it is used once. Only a page of our own is believed. */
export function takeNext(): string | null {
  const next = nextHere ?? readText('local', AFTER_VERIFYING)
  storeNext(null)
  return next?.startsWith('/order?') ? next : null
}

/**
 * Begins the session of somebody who has just signed up.
 * @param next where to go once the e-mail is verified
 */
export function enter(
  { access }: { access: string },
  { next = null, remember = true }: { next?: string | null; remember?: boolean } = {},
): void {
  storeNext(next)
  useSession.getState().signIn(access, remember)
}
