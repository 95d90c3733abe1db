import type { Viewer } from './route.ts'

/*
 * A list that is asked for all the time is read beside the session instead of after it: one way to the database and
 * back. It is read for whom the session was of when it last called; what was read is only sent once the session has been
 * found to be exactly that person's still, with nothing about them changed. Else it is thrown away and read anew.
 */

/** The ones who called longest ago are forgotten. */
const REMEMBERED = 5_000

/** Somebody who called, with all that was known of them as text: what is asked of each call is only whether it changed. */
export interface Caller {
  viewer: Viewer
  as_text: string
}

/** Who called last with which token. */
export interface Callers {
  /** @param key a token's hash; the token itself isn't kept */
  lastOf(key: string): Caller | undefined
  /** Remembers who was found; nobody is forgotten. */
  keep(key: string, viewer: Viewer | null): Caller | null
}

/** Remembers who called, a bounded number of them. */
export function rememberCallers(most = REMEMBERED): Callers {
  const known = new Map<string, Caller>()
  return {
    lastOf: (key) => known.get(key),
    keep(key, viewer) {
      known.delete(key)
      if (!viewer) return null
      const caller = { viewer, as_text: JSON.stringify(viewer) }
      known.set(key, caller)
      if (known.size > most) known.delete(known.keys().next().value as string)
      return caller
    },
  }
}

/** Whether all that is known of who calls is as it was expected, so that what was read for them is theirs. */
export const isAsExpected = (expected: Caller, found: Caller | null): boolean =>
  found !== null && expected.as_text === found.as_text
