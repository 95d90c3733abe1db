import { parseBuffer } from 'music-metadata'
import { SOUND_SECONDS } from './contract.ts'
import { cleanSound } from './rules.sounds.ts'
import { type AudioFormat, audioFormatOf, isArchiveToo, lookForPolyglot } from './rules.ts'

/* What a worker thread runs: nothing here may need the app. */

export type SoundProblem = 'not_a_sound' | 'damaged' | 'polyglot' | 'too_short' | 'too_long'

/** A sound as it is kept, or why it isn't one. */
export type Inspected =
  | { format: AudioFormat; bytes: Uint8Array<ArrayBuffer>; seconds: number }
  | { problem: SoundProblem }

/** So much of a sound's beginning is looked through for what a reader of other things would take it for. */
const HEAD = 64 * 1024

function isSomethingElse(bytes: Uint8Array): boolean {
  const look = lookForPolyglot(bytes.subarray(0, HEAD))
  let part = look.next()
  while (!part.done) part = look.next()
  return part.value || isArchiveToo(bytes)
}

/**
 * Finds out what somebody sent as a sound, by its content alone, and leaves out what isn't sound.
 * @param sent.bytes of 30 MB at most
 */
export async function inspectSound(sent: { bytes: Uint8Array }): Promise<Inspected> {
  const format = audioFormatOf(sent.bytes)
  if (!format) return { problem: 'not_a_sound' }
  const clean = cleanSound(sent.bytes, format)
  if (!clean) return { problem: 'damaged' }
  if (isSomethingElse(clean.bytes)) return { problem: 'polyglot' }
  // A second opinion, which also knows what the walk didn't look for.
  const said = await parseBuffer(
    clean.bytes,
    { size: clean.bytes.length },
    { duration: true, skipCovers: true },
  )
    .then(({ format }) => format)
    .catch(() => null)
  if (!said?.codec || said.hasVideo || (said.numberOfChannels ?? 1) > 2) return { problem: 'damaged' }
  const seconds = clean.seconds ?? said.duration ?? 0
  if (!(seconds >= SOUND_SECONDS.least)) return { problem: 'too_short' }
  if (seconds > SOUND_SECONDS.most) return { problem: 'too_long' }
  return { format, bytes: clean.bytes, seconds }
}
