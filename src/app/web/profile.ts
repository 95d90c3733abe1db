import type { QueryClient } from '@tanstack/react-query'
import { ApiError, ask } from '#core/web/ask.ts'
import { changeLanguage, currentLanguage, i18n } from '#core/web/i18n.ts'
import { readText } from '#core/web/storage.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { readProfile } from '#features/projects/contract.ts'

let running: { token: string | null; done: Promise<void> } | null = null

/**
 * Start-up: a token but no user yet → fetch the profile, one fetch at a time however many ask. What came is there
 * for the pages that ask the same. Whoever signs in while another token's profile is on its way gets one of their
 * own after it.
 * A failure stays in the session's `error`; a 401 has already cleared the session.
 */
export function loadProfile(client: QueryClient): Promise<void> {
  const token = useSession.getState().accessToken
  if (running?.token === token) return running.done
  const own = { token, done: running ? running.done.then(() => fetchProfile(client)) : fetchProfile(client) }
  own.done = own.done.finally(() => {
    if (running === own) running = null
  })
  running = own
  return own.done
}

async function fetchProfile(client: QueryClient): Promise<void> {
  const { accessToken, setUser, set } = useSession.getState()
  try {
    // Through the cache: a page that asks meanwhile gets this very answer.
    const profile = await client.fetchQuery({ ...ask(readProfile), staleTime: 0, retry: false })
    const { completed_steps, ...user } = profile
    // Signed out, or in as somebody else, while the answer was on its way: it is nobody's now.
    if (useSession.getState().accessToken !== accessToken) return
    setUser(user, completed_steps)
    // Another project than the one remembered here empties the cache.
    client.setQueryData(ask(readProfile).queryKey, profile)
    if (user.language !== currentLanguage() && !languageChosenHere()) await changeLanguage(user.language)
  } catch (error) {
    // It ended with a 401, or somebody signed out meanwhile.
    if (useSession.getState().accessToken !== accessToken) return
    set({ error: problemOf(error) })
  }
}

/** The server's own words; else that it failed; what isn't an answer at all is unknown (rule S-13). */
function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return i18n.t('common:errors.profile.unknown')
  return error.isExplained ? error.message : i18n.t('common:errors.profile.load')
}

const languageChosenHere = (): boolean => readText('local', 'language') !== null
