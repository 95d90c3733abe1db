import { PERSONAL, readJson, storeJson } from '#core/web/storage.ts'

/* What somebody has typed and not sent yet, by conversation: kept in this tab until it is sent or they sign out. */

const drafts = (): Record<string, unknown> => {
  const kept = readJson('session', PERSONAL.messages)
  return kept && typeof kept === 'object' && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {}
}

/** What was typed in a conversation; nothing where none was. */
export function draftOf(thread_id: number): string {
  const kept = drafts()[thread_id]
  return typeof kept === 'string' ? kept : ''
}

/** Keeps what is typed; an empty text removes it. */
export function keepDraft(thread_id: number, text: string): void {
  const { [thread_id]: _, ...others } = drafts()
  const all = text === '' ? others : { ...others, [thread_id]: text }
  storeJson('session', PERSONAL.messages, Object.keys(all).length > 0 ? all : null)
}
