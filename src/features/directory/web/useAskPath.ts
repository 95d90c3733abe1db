import { handedOn } from '#features/accounts/web/next.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { type AskedEvent, addPath, briefPath } from '../rules.event.ts'

/** Where "add to my order" leads; null for whoever has no orders. */
export function useAddPath(musician: number): string | null {
  const isHunter = useSession((session) => session.user?.accountType === 'TALENT_HUNTER')
  return isHunter ? addPath(musician) : null
}

/** Where "ask for a date" leads: to asking them, with what was said of the event; for a newcomer by way of the sign-up. */
export function useAskPath() {
  const isSignedIn = useSession((session) => Boolean(session.user))
  return (event: AskedEvent, musician: number) => {
    const path = briefPath(event, musician)
    return isSignedIn ? path : `/signup-client${handedOn(path)}`
  }
}

/** Where "ask a question" leads: to the conversation with them; for a newcomer by way of the sign-up. */
export function useQuestionPath(musician: number): string {
  const isSignedIn = useSession((session) => Boolean(session.user))
  const path = `/messages?project=${musician}`
  return isSignedIn ? path : `/signup-client${handedOn(path)}`
}
