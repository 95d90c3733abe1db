import { SOUND_SECONDS } from '#features/files/contract.ts'
import { isOpus, oggPages, wavFormat, wavSamples } from '#features/files/rules.sounds.ts'
import type { AudioFormat } from '#features/files/rules.ts'
import { Meter } from './rules.levels.ts'

/* What a worker thread runs: nothing here may need the app. */

/** A decoder takes so much at once: what comes of it has to fit into memory, whatever was written there. */
const CHUNK = { mp3: 16 * 1024, flac: 1024 } as const
/** Samples of a WAV that are read at once. */
const WAV_AT_ONCE = 65_536

interface Decoded {
  channelData: Float32Array[]
  samplesDecoded: number
  sampleRate: number
}
interface Decoder {
  ready: Promise<void>
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>
  flush?(): Promise<Decoded>
  free(): void
}

/** The parts in which a sound is given to its decoder. */
function* partsOf(bytes: Uint8Array, format: 'mp3' | 'ogg' | 'flac'): Generator<Uint8Array> {
  // A page of Ogg has 255 packets at most, and so an end that is known.
  if (format === 'ogg')
    for (const { at, length } of oggPages(bytes) ?? []) yield bytes.subarray(at, at + length)
  else for (let at = 0; at < bytes.length; at += CHUNK[format]) yield bytes.subarray(at, at + CHUNK[format])
}

/** The decoder of a format: the one alone is loaded. */
async function decoderOf(bytes: Uint8Array, format: 'mp3' | 'ogg' | 'flac'): Promise<Decoder> {
  if (format === 'mp3') return new (await import('mpg123-decoder')).MPEGDecoder()
  if (format === 'flac') return new (await import('@wasm-audio-decoders/flac')).FLACDecoder()
  return isOpus(bytes)
    ? new (await import('ogg-opus-decoder')).OggOpusDecoder()
    : new (await import('@wasm-audio-decoders/ogg-vorbis')).OggVorbisDecoder()
}

/**
 * Listens to a sound that was inspected.
 * @returns how loud it is from its beginning to its end; null for one that can't be decoded here (AAC), is silent, or
 * turns out to be longer than it said
 */
export async function listen(sound: { bytes: Uint8Array; format: AudioFormat }): Promise<number[] | null> {
  const { bytes, format } = sound
  const meter = new Meter()
  if (format === 'm4a') return null
  if (format === 'wav') {
    const its = wavFormat(bytes)
    if (!its) return null
    const all = Math.floor(its.length / ((its.channels * its.bits) / 8))
    for (let from = 0; from < all; from += WAV_AT_ONCE)
      meter.hear(wavSamples(bytes, its, from, Math.min(WAV_AT_ONCE, all - from)))
    return meter.levels()
  }
  const decoder = await decoderOf(bytes, format)
  await decoder.ready
  try {
    const hear = ({ channelData, samplesDecoded, sampleRate }: Decoded) => {
      meter.hear(channelData, samplesDecoded)
      return meter.heard <= (SOUND_SECONDS.most + 60) * sampleRate
    }
    for (const part of partsOf(bytes, format)) if (!hear(await decoder.decode(part))) return null
    if (decoder.flush && !hear(await decoder.flush())) return null
    return meter.levels()
  } catch {
    return null
  } finally {
    decoder.free()
  }
}
