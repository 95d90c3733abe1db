import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { showFields } from '#core/web/form.ts'
import { currentLanguage } from '#core/web/i18n.ts'
import { useSession } from '#core/web/session.ts'
import { ReferralCode } from '../contract.ts'

/** Parts of an address that start a brief. */
const BRIEF = ['event_type', 'city', 'date'] as const
const KEPT = 'after-verify'

/** What an address of a sign-up page brings: a referral, an invitation, the beginning of a brief. */
export function useSignUpAddress() {
  const [query] = useSearchParams()
  return signUpAddressOf(query)
}

/** The same of an address that was left for an identity provider. */
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

let keptHere: string | null = null

/**
 * Remembers where to go after verifying. Beside the session, because the mail's link opens another tab: whichever
 * tab takes it goes there, the other one goes home.
 */
function keepNext(next: string | null) {
  keptHere = next
  try {
    if (next) localStorage.setItem(KEPT, next)
    else localStorage.removeItem(KEPT)
  } catch {
    // no storage: this tab still knows
  }
}

/** Takes what was kept; it is used once. Only a page of our own is believed. */
export function takeNext(): string | null {
  let next = keptHere
  try {
    next = localStorage.getItem(KEPT)
    localStorage.removeItem(KEPT)
  } catch {
    // no storage: what this tab knows
  }
  keptHere = null
  return next?.startsWith('/order?') ? next : null
}

/** Sends a sign-up; its refusals land on the form, its token in the session. */
export async function sendSignUp<Values extends FieldValues, Output, Reply extends { access: string }>(
  form: UseFormReturn<Values, unknown, Output>,
  send: () => Promise<Reply>,
  { next = null, remember = true }: { next?: string | null; remember?: boolean } = {},
): Promise<Reply | null> {
  try {
    const reply = await send()
    keepNext(next)
    useSession.getState().signIn(reply.access, remember)
    return reply
  } catch (refused) {
    const sentence = showFields(form as unknown as UseFormReturn<Values>, refused)
    if (sentence) form.setError('root', { message: sentence })
    return null
  }
}
