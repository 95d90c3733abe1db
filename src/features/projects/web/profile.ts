import { call } from '#core/web/ask.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { type Profile, readProfile } from '../contract.ts'

/** Puts a profile that a call answered into the session. */
export function storeProfile({ completed_steps, ...user }: Profile): void {
  useSession.getState().setUser(user, completed_steps)
}

/** Asks who is signed in again, after something about them has changed. */
export async function refreshProfile(): Promise<void> {
  storeProfile(await call(readProfile))
}
