import { headersNow, refused, urlOf } from '#core/web/ask.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { streamNotifications } from '../contract.ts'

const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 60_000
/** The server writes at least every 25 s; a stream that is silent for longer is gone. */
const SILENCE_MS = 60_000

/** One server-sent event: its name, and the id to come back with. */
export interface StreamEvent {
  name: string
  id: number | null
}

/** Cuts what arrived into whole events; what is begun stays for later. */
export function eventsIn(text: string): { events: StreamEvent[]; rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.flatMap((block) => {
    const name = /^event: (\w+)$/m.exec(block)?.[1]
    const id = /^id: (\d+)$/m.exec(block)?.[1]
    return name ? [{ name, id: id === undefined ? null : Number(id) }] : []
  })
  return { events, rest }
}

/** Opens the stream after an id; null begins with what comes from now on. */
export type OpenStream = (last_id: number | null, signal: AbortSignal) => Promise<Response>

/**
 * Follows a stream until it is aborted. When it breaks, it comes back after a pause with the last id it saw, so that
 * what came meanwhile is sent then; a server that doesn't answer is asked ever more rarely.
 */
export async function followStream(
  open: OpenStream,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let last_id: number | null = null
  let pause = PAUSE_MS

  /** Reads one stream until it ends. @returns whether it began at all */
  const readOnce = async (): Promise<boolean> => {
    let began = false
    const quiet = new AbortController()
    let timer = setTimeout(() => quiet.abort(), SILENCE_MS)
    try {
      const answer = await open(last_id, AbortSignal.any([signal, quiet.signal]))
      if (!answer.ok || !answer.body) return false
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      for (;;) {
        const { value, done } = await reader.read()
        if (done || signal.aborted) return began
        clearTimeout(timer)
        timer = setTimeout(() => quiet.abort(), SILENCE_MS)
        const { events, rest } = eventsIn(text + value)
        text = rest
        for (const event of events) {
          began = true
          last_id = event.id ?? last_id
          onEvent(event)
        }
      }
    } catch {
      return began
    } finally {
      clearTimeout(timer)
    }
  }

  while (!signal.aborted) {
    pause = (await readOnce()) ? PAUSE_MS : Math.min(PAUSE_MAX_MS, pause * 2)
    // Pages that lost the same server don't come back in the same instant.
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
  }
}

/** Read with fetch: an EventSource can't send the token. */
const openHere: OpenStream = async (last_id, signal) => {
  const { accessToken } = useSession.getState()
  const answer = await fetch(urlOf(streamNotifications), {
    headers: {
      ...headersNow(),
      accept: 'text/event-stream',
      ...(last_id === null ? {} : { 'last-event-id': String(last_id) }),
    },
    signal,
  })
  if (!answer.ok) throw refused(streamNotifications, answer.status, null, accessToken)
  return answer
}

/**
 * Calls `onNews` when something about the person's notifications has changed. Of all tabs of a browser one
 * holds the stream and tells the others: a browser opens six connections to a server at most. Where that
 * can't be arranged (no lock, no channel) there is no stream, and the minute's question serves.
 * @returns how to stop
 */
export function listenLive(user_id: number, onNews: () => void): () => void {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return () => {}
  const stop = new AbortController()
  const name = `notifications-${user_id}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = onNews
  const tell = () => {
    onNews()
    channel.postMessage('news')
  }
  navigator.locks
    .request(name, { signal: stop.signal }, () =>
      // "ready" counts too: what came while there was no stream is asked for.
      followStream(openHere, tell, stop.signal),
    )
    // Aborted while it waited for its turn.
    .catch(() => {})
  return () => {
    stop.abort()
    channel.close()
  }
}
