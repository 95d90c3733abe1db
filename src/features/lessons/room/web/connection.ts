import type { IceServer } from '../contract.ts'

/*
 * One browser's connection with another's, by "perfect negotiation": both may offer at any time, and where two offers cross,
 * the polite one takes its own back.
 */

/** What the two browsers tell each other by way of the server until they are connected. */
export interface Told {
  description?: RTCSessionDescriptionInit | null
  candidates?: RTCIceCandidateInit[]
}

/** What they tell each other directly, beside sound and picture. */
export interface Said {
  microphone: boolean
  camera: boolean
}

export interface Connection {
  /** What the other told. */
  hear(told: Told): void
  /** Sends another track of a kind from now on, or none. */
  use(kind: 'audio' | 'video', track: MediaStreamTrack | null): void
  /** Tells the other what is on, now and whenever the line comes up. */
  say(said: Said): void
  /** Tells the other's page something, if the line is up; what is told stays in order. */
  note(text: string): void
  close(): void
}

/** Music needs more of a line than speech: bits a second. */
const SOUND_BITS = 128_000
/** Candidates that come together are told together, milliseconds. */
const GATHER_MS = 60
/** A line that broke off for a moment often comes back by itself, milliseconds. */
const PATIENCE_MS = 4_000

/**
 * Begins to connect.
 * @param options.send tells the other something, in order
 * @param options.onState how the line is
 * @param options.onStream what comes from the other; the same stream, once for each track
 * @param options.onNotes notes reach the other from now on
 * @param options.onNote what the other's page noted, unread: anything may come
 */
export function connect({
  isPolite,
  ice,
  tracks,
  send,
  onState,
  onStream,
  onSaid,
  onNotes,
  onNote,
}: {
  isPolite: boolean
  ice: readonly IceServer[]
  tracks: readonly MediaStreamTrack[]
  send: (told: Told) => void
  onState: (state: RTCPeerConnectionState) => void
  onStream: (stream: MediaStream) => void
  onSaid: (said: Said) => void
  onNotes: () => void
  onNote: (data: unknown) => void
}): Connection {
  const line = new RTCPeerConnection({ iceServers: ice as RTCIceServer[] })
  const mine = new MediaStream()
  const theirs = new MediaStream()
  const senders = new Map<string, RTCRtpSender>()
  let isOffering = false
  let isIgnoring = false
  let gathered: RTCIceCandidateInit[] = []
  let telling: ReturnType<typeof setTimeout> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let hearing = Promise.resolve()
  let last: Said | null = null
  // The same number on both sides: neither has to open it for the other.
  const words = line.createDataChannel('room', { negotiated: true, id: 0 })
  const notes = line.createDataChannel('notes', { negotiated: true, id: 1 })

  const add = (track: MediaStreamTrack) => senders.set(track.kind, line.addTrack(track, mine))
  for (const track of tracks) add(track)

  line.onnegotiationneeded = async () => {
    try {
      isOffering = true
      await line.setLocalDescription()
      send({ description: line.localDescription })
    } catch {
      // Closed meanwhile.
    } finally {
      isOffering = false
    }
  }
  line.onicecandidate = ({ candidate }) => {
    if (!candidate) return
    gathered.push(candidate.toJSON())
    telling ??= setTimeout(() => {
      telling = undefined
      send({ candidates: gathered })
      gathered = []
    }, GATHER_MS)
  }
  line.ontrack = ({ track }) => {
    for (const old of theirs.getTracks())
      if (old.kind === track.kind && old !== track) theirs.removeTrack(old)
    theirs.addTrack(track)
    onStream(theirs)
  }
  line.onconnectionstatechange = () => {
    const { connectionState } = line
    clearTimeout(waiting)
    if (connectionState === 'failed') line.restartIce()
    if (connectionState === 'disconnected') waiting = setTimeout(() => line.restartIce(), PATIENCE_MS)
    if (connectionState === 'connected') void giveRoom(senders.get('audio'))
    onState(connectionState)
  }
  words.onopen = () => {
    if (last) words.send(JSON.stringify(last))
  }
  words.onmessage = ({ data }) => {
    const said = saidIn(data)
    if (said) onSaid(said)
  }
  notes.onopen = onNotes
  notes.onmessage = ({ data }) => onNote(data)

  async function take({ description, candidates = [] }: Told) {
    if (description) {
      const isCrossing = description.type === 'offer' && (isOffering || line.signalingState !== 'stable')
      isIgnoring = !isPolite && isCrossing
      if (isIgnoring) return
      await line.setRemoteDescription(description)
      if (description.type === 'offer') {
        await line.setLocalDescription()
        send({ description: line.localDescription })
      }
    }
    for (const candidate of candidates)
      try {
        await line.addIceCandidate(candidate)
      } catch (error) {
        if (!isIgnoring) throw error
      }
  }

  return {
    hear(told) {
      // What doesn't fit any more (an answer to what was taken back) is no fault: the next offer settles it.
      hearing = hearing.then(() => take(told)).catch(() => {})
    },
    use(kind, track) {
      const sender = senders.get(kind)
      if (sender) void sender.replaceTrack(track).catch(() => {})
      else if (track) add(track)
    },
    say(said) {
      last = said
      if (words.readyState === 'open') words.send(JSON.stringify(said))
    },
    note(text) {
      if (notes.readyState === 'open') notes.send(text)
    },
    close() {
      clearTimeout(telling)
      clearTimeout(waiting)
      line.onconnectionstatechange = null
      line.close()
    },
  }
}

/** Lets sound have the line that music needs. */
async function giveRoom(sender: RTCRtpSender | undefined): Promise<void> {
  const asked = sender?.getParameters()
  if (!sender || !asked?.encodings[0]) return
  asked.encodings[0].maxBitrate = SOUND_BITS
  await sender.setParameters(asked).catch(() => {})
}

/** What the other's page said, if it is one of the things that can be said. */
function saidIn(data: unknown): Said | null {
  try {
    const { microphone, camera } = JSON.parse(String(data))
    return typeof microphone === 'boolean' && typeof camera === 'boolean' ? { microphone, camera } : null
  } catch {
    return null
  }
}
