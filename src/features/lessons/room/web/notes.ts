/* What the pages of the two tell each other directly, beside sound and picture. */

/** One's own end of it. */
export interface Notes {
  /** Tells the other's page something, as JSON; without a line nobody hears it. */
  send(note: object): void
  /**
   * Hears what it tells.
   * @param heard what came, unread: anything may come
   * @param opened the line is up, and the other's page may know nothing yet
   * @returns stops hearing
   */
  listen(heard: (data: unknown) => void, opened: () => void): () => void
}

/** Opens it, for whichever line there is. */
export function openNotes(
  send: (text: string) => void,
): Notes & { heard: (data: unknown) => void; opened: () => void } {
  const listeners = new Set<{ heard: (data: unknown) => void; opened: () => void }>()
  return {
    send: (note) => send(JSON.stringify(note)),
    listen(heard, opened) {
      const one = { heard, opened }
      listeners.add(one)
      return () => listeners.delete(one)
    },
    heard(data) {
      for (const one of listeners) one.heard(data)
    },
    opened() {
      for (const one of listeners) one.opened()
    },
  }
}
