import type { AudioFormat } from './rules.ts'

/*
 * What a sound is, byte by byte. Each format is walked from its beginning to its end: what doesn't add up is refused, and
 * what isn't sound (tags, covers, lyrics, places, whatever else was hidden there) isn't kept.
 */

/** A sound without what isn't sound. */
export interface CleanSound {
  bytes: Uint8Array<ArrayBuffer>
  /** Null where only a reader of the whole knows. */
  seconds: number | null
}

const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length))
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/* ---------------------------------------------------------------- mp3 */

const BITRATES = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const RATES = [44_100, 48_000, 32_000] as const

/** A frame of MPEG audio, layer III, at a place; null where there is none. */
export function frameAt(bytes: Uint8Array, at: number): { length: number; seconds: number } | null {
  const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
  if (a !== 0xff || (b & 0xe6) !== 0xe2) return null
  const version = (b >> 3) & 3
  const rate = RATES[(c >> 2) & 3]
  if (version === 1 || rate === undefined) return null
  const [isFirst, halves] = [version === 3, version === 3 ? 1 : version === 2 ? 2 : 4]
  const bitrate = BITRATES[isFirst ? 1 : 2][c >> 4]
  if (!bitrate) return null
  const samples = isFirst ? 1152 : 576
  const length = Math.floor(((samples / 8) * bitrate * 1000) / (rate / halves)) + ((c >> 1) & 1)
  return at + length > bytes.length ? null : { length, seconds: samples / (rate / halves) }
}

/** Where the sound begins: behind the tags of the beginning. */
function behindTags(bytes: Uint8Array): number {
  let at = 0
  while (ascii(bytes, at, 3) === 'ID3' && at + 10 <= bytes.length) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at + 6, at + 10)
    at += 10 + (((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127))
    if ((bytes[at - 5] ?? 0) === 0x33 && ascii(bytes, at, 3) === '3DI') at += 10
  }
  return at
}

/** Of a hundred bytes behind the tags so many may be no sound: what players skip. */
const LOST_SHARE = 0.1

function mp3(bytes: Uint8Array): CleanSound | null {
  const begin = behindTags(bytes)
  const kept: Uint8Array[] = []
  let [at, seconds, from] = [begin, 0, -1]
  const end = () => {
    if (from >= 0) kept.push(bytes.subarray(from, at))
    from = -1
  }
  while (at < bytes.length - 4) {
    const frame = frameAt(bytes, at)
    // Two in a row: four bytes look like a frame by chance.
    const isFrame = frame && (from >= 0 || frameAt(bytes, at + frame.length) !== null)
    if (!isFrame) {
      end()
      at++
      continue
    }
    if (from < 0) from = at
    seconds += frame.seconds
    at += frame.length
  }
  end()
  const sound = joined(kept)
  return sound.length === 0 || sound.length < (bytes.length - begin) * (1 - LOST_SHARE) - 4096
    ? null
    : { bytes: sound, seconds }
}

/* ---------------------------------------------------------------- wav */

/** How the samples of a WAV are written. */
export interface WavFormat {
  channels: number
  rate: number
  bits: number
  isFloat: boolean
  /** Where they are. */
  from: number
  length: number
}

/** The format of a WAV; null where it isn't one of plain samples, or ends before it says. */
export function wavFormat(bytes: Uint8Array): WavFormat | null {
  const view = viewOf(bytes)
  let its: Omit<WavFormat, 'from' | 'length'> | null = null
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    const kind = ascii(bytes, at, 4)
    if (at + 8 + length > bytes.length) return null
    if (kind === 'fmt ' && length >= 16) {
      const said = view.getUint16(at + 8, true)
      const code = said === 0xfffe && length >= 26 ? view.getUint16(at + 32, true) : said
      const [channels, rate, bits] = [
        view.getUint16(at + 10, true),
        view.getUint32(at + 12, true),
        view.getUint16(at + 22, true),
      ]
      const isKnown = code === 1 ? [8, 16, 24, 32].includes(bits) : code === 3 && bits === 32
      if (!isKnown || channels < 1 || channels > 2 || rate < 8000 || rate > 192_000) return null
      its = { channels, rate, bits, isFloat: code === 3 }
    }
    if (kind === 'data') return its && length > 0 ? { ...its, from: at + 8, length } : null
    at += 8 + length + (length & 1)
  }
  return null
}

const WAV_HEAD = 44

function wav(bytes: Uint8Array): CleanSound | null {
  const its = wavFormat(bytes)
  if (!its) return null
  const step = (its.channels * its.bits) / 8
  const length = its.length - (its.length % step)
  const head = new Uint8Array(WAV_HEAD)
  const view = viewOf(head)
  const write = (at: number, text: string) =>
    head.set(
      [...text].map((one) => one.charCodeAt(0)),
      at,
    )
  write(0, 'RIFF')
  view.setUint32(4, WAV_HEAD - 8 + length, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, its.isFloat ? 3 : 1, true)
  view.setUint16(22, its.channels, true)
  view.setUint32(24, its.rate, true)
  view.setUint32(28, its.rate * step, true)
  view.setUint16(32, step, true)
  view.setUint16(34, its.bits, true)
  write(36, 'data')
  view.setUint32(40, length, true)
  return {
    bytes: joined([head, bytes.subarray(its.from, its.from + length)]),
    seconds: length / step / its.rate,
  }
}

/** Some samples of a WAV, by channel, −1 to 1. */
export function wavSamples(bytes: Uint8Array, its: WavFormat, from: number, count: number): Float32Array[] {
  const view = viewOf(bytes)
  const size = its.bits / 8
  const read = (at: number): number => {
    if (its.isFloat) return view.getFloat32(at, true)
    if (size === 1) return ((bytes[at] ?? 128) - 128) / 128
    if (size === 2) return view.getInt16(at, true) / 0x8000
    if (size === 4) return view.getInt32(at, true) / 0x8000_0000
    return ((view.getInt16(at + 1, true) << 8) | (bytes[at] ?? 0)) / 0x80_0000
  }
  return Array.from({ length: its.channels }, (_, channel) =>
    Float32Array.from({ length: count }, (_, n) =>
      read(its.from + ((from + n) * its.channels + channel) * size),
    ),
  )
}

/* ---------------------------------------------------------------- ogg */

/** The pages of an Ogg file from its beginning to its end; null where they don't add up. */
export function oggPages(
  bytes: Uint8Array,
): { at: number; length: number; begins: boolean; serial: number; granule: bigint; body: number }[] | null {
  const view = viewOf(bytes)
  const pages = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 27 > bytes.length || ascii(bytes, at, 4) !== 'OggS' || bytes[at + 4] !== 0) return null
    const segments = bytes[at + 26] ?? 0
    const body = at + 27 + segments
    const length = bytes.subarray(at + 27, body).reduce((sum, one) => sum + one, 27 + segments)
    if (at + length > bytes.length) return null
    pages.push({
      at,
      length,
      begins: ((bytes[at + 5] ?? 0) & 2) !== 0,
      serial: view.getUint32(at + 14, true),
      granule: view.getBigInt64(at + 6, true),
      body,
    })
    at += length
  }
  return pages
}

/** Which of the two an Ogg file holds. */
export const isOpus = (bytes: Uint8Array): boolean => ascii(bytes, 28, 8) === 'OpusHead'

function ogg(bytes: Uint8Array): CleanSound | null {
  const pages = oggPages(bytes)
  const [first, ...others] = pages ?? []
  // One stream alone: no picture beside it, nothing behind it.
  if (!first?.begins || others.some(({ begins, serial }) => begins || serial !== first.serial)) return null
  const view = viewOf(bytes)
  const [head, opus] = [first.body, isOpus(bytes)]
  if (!opus && (bytes[head] !== 1 || ascii(bytes, head + 1, 6) !== 'vorbis')) return null
  const [channels, rate] = opus
    ? [bytes[head + 9] ?? 0, 48_000]
    : [bytes[head + 11] ?? 0, view.getUint32(head + 12, true)]
  const samples = others.reduce((most, { granule }) => Math.max(most, Number(granule)), 0)
  if (channels < 1 || channels > 2 || rate < 8000 || rate > 192_000) return null
  return { bytes: joined([bytes]), seconds: samples / rate }
}

/* ---------------------------------------------------------------- flac */

function flac(bytes: Uint8Array): CleanSound | null {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = []
  let [at, isLast] = [4, false]
  while (!isLast) {
    if (at + 4 > bytes.length) return null
    const head = view.getUint32(at)
    isLast = head >>> 31 === 1
    const [kind, length] = [(head >>> 24) & 127, head & 0xff_ffff]
    if (at + 4 + length > bytes.length || kind === 127) return null
    // What it is like, and where to look for a time: the rest is tags and pictures.
    if (kind === 0 ? length === 34 && kept.length === 0 : kind === 3)
      kept.push(bytes.slice(at, at + 4 + length))
    at += 4 + length
  }
  const [info] = kept
  if (!info || (info[0] ?? 1) % 128 !== 0) return null
  if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xfe) !== 0xf8) return null
  const its = viewOf(info)
  const packed = its.getUint32(14)
  const [rate, channels] = [packed >>> 12, ((packed >>> 9) & 7) + 1]
  const samples = (packed & 15) * 2 ** 32 + its.getUint32(18)
  if (channels > 2 || rate < 8000 || rate > 192_000 || its.getUint16(6) > 16_384) return null
  for (const [n, block] of kept.entries())
    block[0] = ((block[0] ?? 0) & 127) | (n === kept.length - 1 ? 128 : 0)
  return {
    bytes: joined([bytes.subarray(0, 4), ...kept, bytes.subarray(at)]),
    seconds: samples > 0 ? samples / rate : null,
  }
}

/* ---------------------------------------------------------------- m4a */

const KEPT_BOXES = ['ftyp', 'moov', 'mdat']
/** What says nothing of the sound; its place stays, since other boxes count bytes, and what it said doesn't. */
const EMPTIED_BOXES = ['free', 'skip', 'wide', 'udta', 'meta', 'uuid', 'pdin']

/** Boxes side by side; null where they don't fill their place exactly. */
function boxesIn(bytes: Uint8Array, from: number, to: number) {
  const view = viewOf(bytes)
  const boxes: { kind: string; at: number; body: number; end: number }[] = []
  for (let at = from; at < to; ) {
    if (at + 8 > to || boxes.length > 5000) return null
    const said = view.getUint32(at)
    const isLong = said === 1 && at + 16 <= to
    const length = isLong ? Number(view.getBigUint64(at + 8)) : said
    if (length < (isLong ? 16 : 8) || at + length > to) return null
    boxes.push({ kind: ascii(bytes, at + 4, 4), at, body: at + (isLong ? 16 : 8), end: at + length })
    at += length
  }
  return boxes
}

function m4a(from: Uint8Array): CleanSound | null {
  const bytes = joined([from])
  const empty = ({ at, body, end }: { at: number; body: number; end: number }) => {
    bytes.set([0x66, 0x72, 0x65, 0x65], at + 4)
    bytes.fill(0, body, end)
  }
  const tops = boxesIn(bytes, 0, bytes.length)
  const moov = tops?.find(({ kind }) => kind === 'moov')
  if (!tops || !moov || tops.filter(({ kind }) => kind === 'mdat').length === 0) return null
  if (tops.some(({ kind }) => !KEPT_BOXES.includes(kind) && !EMPTIED_BOXES.includes(kind))) return null
  const inside = boxesIn(bytes, moov.body, moov.end)
  if (!inside) return null
  const handlers: string[] = []
  const tracks = inside.filter(({ kind }) => kind === 'trak')
  const all = [...tops, ...inside]
  for (const track of tracks) {
    const parts = boxesIn(bytes, track.body, track.end)
    const media = parts?.find(({ kind }) => kind === 'mdia')
    const its = media && boxesIn(bytes, media.body, media.end)
    const handler = its?.find(({ kind }) => kind === 'hdlr')
    if (!parts || !handler) return null
    handlers.push(ascii(bytes, handler.body + 8, 4))
    all.push(...parts)
  }
  // A film isn't a sound, though it has one.
  if (!handlers.includes('soun') || handlers.some((one) => one !== 'soun' && one !== 'text')) return null
  for (const box of all) if (EMPTIED_BOXES.includes(box.kind)) empty(box)
  return { bytes, seconds: null }
}

const CLEANERS: Record<AudioFormat, (bytes: Uint8Array) => CleanSound | null> = { mp3, wav, ogg, flac, m4a }

/** A sound without what isn't sound; null where it doesn't add up. */
export const cleanSound = (bytes: Uint8Array, format: AudioFormat): CleanSound | null =>
  CLEANERS[format](bytes)
