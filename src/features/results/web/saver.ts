import { ApiError } from '#core/web/ask.ts'
import type { SaveState } from '#features/hiring/brief/web/autosave.ts'

/** How long a text waits for its next letter, and what couldn't be sent for its next try. */
const TYPING_MS = 700
const AGAIN_MS = 3_000

export interface Saver<Answers> {
  /** Takes an answer: what is chosen goes out at once, what is typed after a short pause. */
  give(given: Partial<Answers>, how?: 'chosen' | 'typed'): void
  /** Sends what isn't saved yet. @returns whether everything is */
  flush(): Promise<boolean>
}

/**
 * Saves answers as they are given, one call at a time: what is given meanwhile goes out next, and what never got there is
 * sent again.
 * @param with_.save sends some answers
 * @param with_.merged answers with some of them given anew
 * @param with_.onState where the last answer is; with the refusal, when it was refused
 */
export function saverOf<Answers extends object>(with_: {
  save: (given: Partial<Answers>) => Promise<unknown>
  merged: (before: Partial<Answers>, given: Partial<Answers>) => Partial<Answers>
  onState: (state: SaveState, refusal?: ApiError) => void
}): Saver<Answers> {
  const { save, merged, onState } = with_
  let unsaved: Partial<Answers> | null = null
  let running: Promise<boolean> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function flushIn(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  async function sendAll(): Promise<boolean> {
    while (unsaved) {
      const given = unsaved
      unsaved = null
      onState('saving')
      try {
        await save(given)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.status !== 0 && error.status < 500) {
          onState('refused', error)
          return false
        }
        // What was given meanwhile is newer.
        unsaved = merged(given, unsaved ?? {})
        onState('retrying')
        flushIn(AGAIN_MS)
        return false
      }
    }
    onState('saved')
    return true
  }

  function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (!unsaved && !running) return Promise.resolve(true)
    running ??= sendAll().finally(() => {
      running = null
    })
    return running
  }

  return {
    give(given, how = 'chosen') {
      unsaved = merged(unsaved ?? {}, given)
      if (how === 'chosen') return void flush()
      onState('waiting')
      flushIn(TYPING_MS)
    },
    flush,
  }
}
