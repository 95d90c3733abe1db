import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { currentLanguage } from '#core/web/i18n.ts'
import { readText, storeText } from '#core/web/storage.ts'
import { invitationPath } from '../contract.invitation.ts'
import { MailToken, ReferralCode } from '../contract.ts'
import { handedOn, nextOf, storeNext } from './next.ts'
import { useSession } from './session.ts'

/** Where a tab remembers the referral it came with: the way by the sign-in or a provider has other addresses. */
const REFERRAL = 'referral'

/** The referral that an address brings, or the tab came with; undefined without one. */
const referralOf = (query: URLSearchParams): string | undefined =>
  ReferralCode.safeParse(query.get('ref') ?? readText('session', REFERRAL)).data

/** What an address of a sign-up page brings: a referral, an invitation, where to go on. */
export function useSignUpAddress() {
  const [query] = useSearchParams()
  const ref = referralOf(query)
  useEffect(() => {
    if (ref) storeText('session', REFERRAL, ref)
  }, [ref])
  return signUpAddressOf(query)
}

/** The same of the address from which somebody went to an identity provider. */
export function signUpAddressOf(query: URLSearchParams) {
  const ref = referralOf(query)
  const invitation = /^[1-9]\d{0,14}$/.test(query.get('invitation') ?? '')
    ? Number(query.get('invitation'))
    : undefined
  // The letter's link, or the number alone that addresses of before have.
  const link = invitation ? null : (MailToken.safeParse(query.get('invitation')).data ?? null)
  const next = link ? invitationPath(link) : nextOf(query)
  return {
    /** As the calls take it. */
    carried: {
      ...(ref ? { ref } : {}),
      ...(invitation ? { invitation } : {}),
      language: currentLanguage(),
      remember: true,
    },
    /** Token of the band invitation that they follow; null for none. */
    link,
    /** Where they look for music, as the page before said or the search: most often where they live. */
    city:
      (query.get('city') ?? new URLSearchParams(next?.slice(next.indexOf('?'))).get('city'))
        ?.trim()
        .slice(0, 80) ?? '',
    /** Where to go once the e-mail is verified, such as to a brief that was begun. */
    next,
    /** To hand on to another sign-up page. */
    search: query.size > 0 ? `?${query}` : '',
    /** To hand on to the sign-in. */
    signIn: `/signin${handedOn(next)}`,
  }
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
  storeText('session', REFERRAL, null)
  useSession.getState().signIn(access, remember)
}
