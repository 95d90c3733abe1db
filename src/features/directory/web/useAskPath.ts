import { handedOn } from '#features/accounts/web/next.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { type AskedEvent, briefPath } from '../rules.event.ts'

/** Where "ask for a date" leads: to a brief with what was said of the event, for a newcomer by way of the sign-up. */
export function useAskPath() {
  const isSignedIn = useSession((session) => Boolean(session.user))
  return (event: AskedEvent, musician: number) => {
    const path = briefPath(event, musician)
    return isSignedIn ? path : `/signup-client${handedOn(path)}`
  }
}
