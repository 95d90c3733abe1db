/** `local` is shared by all tabs and outlives them; `session` is this tab's alone. */
type Kind = 'local' | 'session'

/** Null in a browser that refuses storage (private modes, blocked site data). */
function storageOf(kind: Kind): Storage | null {
  try {
    return kind === 'local' ? localStorage : sessionStorage
  } catch {
    return null
  }
}

/** What is stored under a key; null when nothing is, or the browser refuses. */
export function readText(kind: Kind, key: string): string | null {
  try {
    return storageOf(kind)?.getItem(key) ?? null
  } catch {
    return null
  }
}

/**
 * Stores a text, or removes what is stored when given null.
 * @returns whether it is stored: a full or refused storage loses it with the page
 */
export function storeText(kind: Kind, key: string, text: string | null): boolean {
  try {
    const storage = storageOf(kind)
    if (text === null) storage?.removeItem(key)
    else storage?.setItem(key, text)
    return storage !== null
  } catch {
    return false
  }
}

/** The same as JSON; null for what isn't JSON. The caller checks its shape: anybody may have written it. */
export function readJson(kind: Kind, key: string): unknown {
  try {
    return JSON.parse(readText(kind, key) ?? 'null')
  } catch {
    return null
  }
}

/** Keys of what a browser stores of one person beside their session, and only as long as that. */
export const PERSONAL = {
  events: 'own-events',
  arrivals: 'own-arrivals',
  messages: 'own-messages',
  practice: 'own-practice',
  progress: 'own-progress',
  timer: 'own-timer',
  score: 'own-score',
} as const

/** Removes what is one person's: nobody else in the same browser may find it. */
export function removePersonal(): void {
  for (const key of Object.values(PERSONAL))
    for (const kind of ['local', 'session'] as const) storeText(kind, key, null)
}

/** Whether anything of a person's is stored. */
export const hasPersonal = (): boolean =>
  Object.values(PERSONAL).some((key) => readText('local', key) ?? readText('session', key))

/** Stores a value as JSON, or removes it when given null. */
export const storeJson = (kind: Kind, key: string, value: unknown): boolean =>
  storeText(kind, key, value === null ? null : JSON.stringify(value))
