/* The sound of both in a room, mixed and recorded by the page of one of them. Nothing of it leaves the page here. */

/** As what browsers record what is kept: the second one is written anew when it is done. */
const KINDS = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus'] as const
/** Music of two, bits a second: half an hour is some 22 MB. */
const BITS = 96_000
/** So often what was recorded is handed over, milliseconds. */
const PART_MS = 1_000

/** As what this browser records; null where it can't. */
export const kindHere = (): (typeof KINDS)[number] | null =>
  typeof MediaRecorder === 'undefined'
    ? null
    : (KINDS.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? null)

const writer = () => import('./ogg.ts')
const isOgg = ({ type }: Pick<Blob, 'type'>) => type.startsWith('audio/ogg')

/** Fetches what writes recordings anew, while there is time; what fails here is tried again when it is needed. */
export const prepare = (): void => {
  const kind = kindHere()
  if (kind && !isOgg({ type: kind })) void writer().catch(() => {})
}

/**
 * What was recorded, as it is kept.
 * @returns null where no sound is in it
 * @throws Error where what writes it isn't there and can't be fetched
 */
export async function asOgg(file: Blob): Promise<Blob | null> {
  if (isOgg(file)) return file.size > 0 ? file : null
  const { oggOf } = await writer()
  const pages = oggOf(new Uint8Array(await file.arrayBuffer()))
  return pages && new Blob(pages, { type: 'audio/ogg' })
}

export interface Recorder {
  /** What is mixed from now on. */
  use(tracks: readonly (MediaStreamTrack | null)[]): void
  /** Records nothing more from this moment on. @returns what was recorded, as the browser wrote it */
  stop(): Promise<Blob>
}

/** Begins to record. @throws where the browser refuses */
export function record(tracks: readonly (MediaStreamTrack | null)[]): Recorder {
  const kind = kindHere()
  if (!kind) throw new Error('no recorder')
  const context = new AudioContext()
  const mix = context.createMediaStreamDestination()
  const sources = new Map<MediaStreamTrack, MediaStreamAudioSourceNode>()
  const use: Recorder['use'] = (next) => {
    const wanted = new Set(next.filter((track) => track !== null))
    for (const [track, source] of sources)
      if (!wanted.has(track)) {
        source.disconnect()
        sources.delete(track)
      }
    for (const track of wanted)
      if (!sources.has(track)) {
        const source = context.createMediaStreamSource(new MediaStream([track]))
        source.connect(mix)
        sources.set(track, source)
      }
  }
  use(tracks)
  void context.resume()
  const recorder = new MediaRecorder(mix.stream, { mimeType: kind, audioBitsPerSecond: BITS })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) parts.push(data)
  }
  recorder.start(PART_MS)
  return {
    use,
    async stop() {
      if (recorder.state !== 'inactive') {
        const stopped = new Promise((resolve) => {
          recorder.onstop = resolve
        })
        recorder.stop()
        await stopped
      }
      await context.close()
      return new Blob(parts, { type: kind })
    },
  }
}
