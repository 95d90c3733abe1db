import { ApiError, call, headersNow, urlOf } from '#core/web/ask.ts'
import { enterRoom, leaveRoom, type Room, readRoom, sendSignal } from '../contract.ts'
import { type Connection, connect, type Said, type Told } from './connection.ts'

/* Being in the room of a lesson with a page: who is there, and the connection with them. */

/** How often the page says that it is there; 45 seconds without that, and it isn't. */
const STILL_MS = 15_000
/** How often it looks, where the stream tells nothing, until the two are connected. */
const LOOK_MS = 2_000
/** After so long without a line it is said that none comes up; it is tried on all the same. */
const FAILS_MS = 20_000

export type MeetingState = 'waiting' | 'connecting' | 'connected' | 'lost' | 'failed'
/** Why a page isn't in the room any more. */
export type Ended = 'elsewhere' | 'closed'

export interface Seen {
  state: MeetingState
  /** What comes from the other. */
  stream: MediaStream | null
  /** What the other has on. */
  said: Said
  /** What is asked to be recorded, or is. */
  recording: Room['recording']
}

export interface Meeting {
  /** Something may have changed: looks at once. */
  look(): void
  use(kind: 'audio' | 'video', track: MediaStreamTrack | null): void
  say(said: Said): void
  /** Tells the other's page something directly; without a line nobody hears it. */
  note(text: string): void
  stop(): void
}

/**
 * Comes into a room.
 * @param options.tracks what is sent at first
 * @param options.onNotes the other's page can be told something: it may know nothing yet
 * @param options.onNote what it told
 * @param options.onSeen how the two are connected, whenever that changes
 * @param options.onEnd another page of the same person came in, or it has closed
 */
export function meet({
  room: first,
  peer,
  tracks,
  said,
  onSeen,
  onEnd,
  onNotes,
  onNote,
}: {
  room: Room
  peer: string
  tracks: readonly MediaStreamTrack[]
  said: Said
  onSeen: (seen: Seen) => void
  onEnd: (why: Ended) => void
  onNotes: () => void
  onNote: (data: unknown) => void
}): Meeting {
  const params = { id: first.lesson_id }
  const sent = new Map(tracks.map((track) => [track.kind, track]))
  const seen: Seen = {
    state: 'waiting',
    stream: null,
    said: { microphone: true, camera: true },
    recording: null,
  }
  let mine = said
  let line: Connection | null = null
  /** Their page that the line leads to. */
  let theirs: string | null = null
  let after = 0
  let isLooking = false
  let lookAgain = false
  let isOver = false
  let wasConnected = false
  let entered = Date.now()
  let failing: ReturnType<typeof setTimeout> | undefined
  let telling = Promise.resolve()

  const see = (next: Partial<Seen>) => {
    if (!isOver) onSeen(Object.assign(seen, next))
  }

  function end(why: Ended) {
    if (isOver) return
    stop()
    onEnd(why)
  }

  /** Tells their page something, one after the other. */
  const send = (to: string) => (told: Told) => {
    const body = JSON.stringify(told)
    telling = telling.then(async () => {
      for (let tries = 1; !isOver && to === theirs; tries++)
        try {
          await call(sendSignal, { params, body: { peer, to, body } })
          return
        } catch (error) {
          // They have left, or came in again.
          if (error instanceof ApiError && error.status === 409) return look()
          if (tries > 2) return
          await new Promise((resolve) => setTimeout(resolve, 1_000))
        }
    })
  }

  function begin(to: string, { ice, side }: Room) {
    theirs = to
    wasConnected = false
    clearTimeout(failing)
    failing = setTimeout(() => see({ state: 'failed' }), FAILS_MS)
    see({ state: 'connecting', stream: null })
    line = connect({
      isPolite: side === 'student',
      ice,
      tracks: [...sent.values()],
      send: send(to),
      onStream: (stream) => see({ stream }),
      onSaid: (said) => see({ said }),
      onNotes,
      onNote,
      onState: (state) => {
        if (state === 'connected') {
          clearTimeout(failing)
          wasConnected = true
          see({ state: 'connected' })
        } else if ((state === 'disconnected' || state === 'failed') && seen.state === 'connected') {
          see({ state: 'lost' })
          failing = setTimeout(() => see({ state: 'failed' }), FAILS_MS)
        } else if (state === 'failed' && !wasConnected) see({ state: 'failed' })
      },
    })
    line.say(mine)
  }

  function drop() {
    clearTimeout(failing)
    line?.close()
    line = null
    theirs = null
  }

  function take(room: Room) {
    if (isOver) return
    if (!room.is_open) return end('closed')
    const { peer: to } = room.other
    // Who is heard is there, whatever their page forgot to say.
    if (to !== theirs && !(to === null && seen.state === 'connected')) {
      drop()
      if (to === null) see({ state: 'waiting', stream: null })
      else begin(to, room)
    }
    const { recording } = room
    if (recording?.id !== seen.recording?.id || recording?.state !== seen.recording?.state) see({ recording })
    for (const { id, from, body } of room.signals) {
      after = Math.max(after, id)
      const told = from === theirs ? toldIn(body) : null
      if (told) line?.hear(told)
    }
  }

  /** Says that it is still there. */
  async function stay() {
    await call(enterRoom, { params, body: { peer, again: true } })
    entered = Date.now()
  }

  async function lookOnce() {
    try {
      if (Date.now() - entered > STILL_MS) await stay()
      const room = await call(readRoom, { params, query: { peer, after: after || undefined } })
      // Taken for gone after a long silence, or another page has come in: which of the two, the server says.
      if (!room.is_here && room.is_open) await stay()
      take(room)
    } catch (error) {
      // Whatever else it is: the next look tries again. A lesson that doesn't take place any more has no room.
      if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 404)) return
      end(error.code === 'lessons.room_elsewhere' ? 'elsewhere' : 'closed')
    }
  }

  /** What is looked for while it is looked is looked for afterwards. */
  async function look(): Promise<void> {
    lookAgain = true
    if (isLooking) return
    isLooking = true
    while (lookAgain && !isOver) {
      lookAgain = false
      await lookOnce()
    }
    isLooking = false
  }

  const looking = setInterval(() => {
    const isDue = Date.now() - entered > STILL_MS
    if (isDue || seen.state !== 'connected') void look()
  }, LOOK_MS)

  const leaving = () => {
    // Sent by the browser even when the page is gone by then.
    void fetch(urlOf(leaveRoom, { params: { ...params, peer } }), {
      method: 'DELETE',
      headers: headersNow(),
      keepalive: true,
    }).catch(() => {})
  }
  addEventListener('pagehide', leaving)

  function stop() {
    if (isOver) return
    isOver = true
    clearInterval(looking)
    removeEventListener('pagehide', leaving)
    drop()
  }

  take(first)
  return {
    look: () => void look(),
    use(kind, track) {
      if (track) sent.set(kind, track)
      else sent.delete(kind)
      line?.use(kind, track)
    },
    say(next) {
      mine = next
      line?.say(next)
    },
    note: (text) => line?.note(text),
    stop() {
      if (isOver) return
      stop()
      leaving()
    },
  }
}

/** What the other's page told; null for what isn't that. */
function toldIn(body: string): Told | null {
  try {
    const told: unknown = JSON.parse(body)
    return typeof told === 'object' ? (told as Told) : null
  } catch {
    return null
  }
}
