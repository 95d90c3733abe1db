import { PICTURE_ADDRESS } from './contract.ts'

/** What a picture may be, by its first bytes; what it is called and said to be doesn't count. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)))

/** The format that the bytes begin like; null for anything that isn't a picture we open (an SVG isn't). */
export function formatOf(bytes: Uint8Array): PictureFormat | null {
  if (bytes.length < 16) return null
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes[0] === 0x89 && ascii(bytes, 1, 8) === 'PNG\r\n\x1a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (ascii(bytes, 4, 8) === 'ftyp' && /^(avif|avis|mif1)/.test(ascii(bytes, 8, 12))) return 'avif'
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif'
  return null
}

/** Before this nothing is said of how quick a body is: a phone that wakes up, a network that is found again. */
const GRACE_MS = 10_000
/** Bytes a second: what a phone has on a network of the second generation, where there is no other. */
const LEAST_PACE = 4_000

/** Whether a body comes so slowly, from when it is read on, that its place is another's. */
export const isTooSlow = (bytes: number, after_ms: number): boolean =>
  after_ms > GRACE_MS && bytes < (after_ms / 1000) * LEAST_PACE

/** What a document may be kept as: a PDF as it is, or a picture. */
export type DocumentFormat = 'pdf' | 'jpeg' | 'png' | 'webp'

/** Bytes at the end of a PDF among which its end is said. */
const PDF_TAIL = 1024

/** The format of a document by its content; null for anything else, and for a PDF that was cut off. */
export function documentFormatOf(bytes: Uint8Array): DocumentFormat | null {
  if (ascii(bytes, 0, 5) === '%PDF-')
    return ascii(bytes, Math.max(0, bytes.length - PDF_TAIL), bytes.length).includes('%%EOF') ? 'pdf' : null
  const format = formatOf(bytes)
  return format === 'jpeg' || format === 'png' || format === 'webp' ? format : null
}

/** Sounds that can come with a message, by what they are called and how they travel. */
const AUDIO_TYPES = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
} as const
export type AudioFormat = keyof typeof AUDIO_TYPES

/** Whether what is stored in a format is a sound. */
export const isAudio = (format: string): format is AudioFormat => format in AUDIO_TYPES

/** The format of a sound by its first bytes; null for anything else. */
export function audioFormatOf(bytes: Uint8Array): AudioFormat | null {
  if (bytes.length < 16) return null
  if (ascii(bytes, 0, 4) === 'OggS') return 'ogg'
  if (ascii(bytes, 0, 4) === 'fLaC') return 'flac'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WAVE') return 'wav'
  if (ascii(bytes, 4, 8) === 'ftyp' && /^M4[AB] $/.test(ascii(bytes, 8, 12))) return 'm4a'
  // MPEG audio, layer III, with or without a tag before it
  if (ascii(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)) return 'mp3'
  return null
}

/** The part of the store that holds a document. */
export const documentPart = (format: DocumentFormat | AudioFormat): string => `document.${format}`

/** The media type of a document. */
export const documentType = (format: DocumentFormat | AudioFormat): string =>
  isAudio(format) ? AUDIO_TYPES[format] : format === 'pdf' ? 'application/pdf' : `image/${format}`

/**
 * Beginnings of other things that a picture has no reason to hold. Five letters at least: shorter ones turn up by
 * chance in the noise of every hundredth photo.
 */
const FOREIGN = [
  '<?php',
  '<script',
  '<html',
  '<!doctype html',
  '<svg ',
  '<svg\n',
  '<svg\r',
  '<svg\t',
  '<svg>',
  '%pdf-',
  '<%eval',
  'javascript:',
]

/** A part that begins so much before the next one holds whatever begins in it. */
const OVERLAP = Math.max(...FOREIGN.map(({ length }) => length)) - 1
/** So much is looked through at once: about a millisecond. */
const PART = 256 * 1024

/** Whether a ZIP's end is near the end, and a ZIP's file somewhere before it. */
function holdsArchive(bytes: Buffer): boolean {
  return (
    bytes.includes('PK\x05\x06', Math.max(0, bytes.length - 65_557), 'latin1') &&
    bytes.includes('PK\x03\x04', 0, 'latin1')
  )
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Whether a PDF is an archive at the same time: a program, say. Text and scripts may be in any PDF. */
export const isArchiveToo = (bytes: Uint8Array): boolean => holdsArchive(bufferOf(bytes))

/**
 * Looks whether a picture is something else at the same time (a script, a page, a PDF, an archive), a part of it in each
 * step. What we store is encoded anew and holds none of it; somebody who sends one is told all the same.
 * @returns whether it is
 */
export function* lookForPolyglot(picture: Uint8Array): Generator<void, boolean> {
  const bytes = bufferOf(picture)
  for (let from = 0; from < bytes.length; from += PART) {
    if (from > 0) yield
    // One byte, one character: the engine's own search is ten times as quick as a loop over the bytes.
    const text = bytes.toString('latin1', from, from + PART + OVERLAP).toLowerCase()
    if (FOREIGN.some((start) => text.includes(start))) return true
  }
  return holdsArchive(bytes)
}

/** Whether a file's name tries to leave its folder, or hides what it is. */
export function isBadName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  return /[/\\\u0000-\u001f]|^\.\.?$|\.\.[/\\]/.test(name) || name.length > 255
}

/** What a picture's address says; null for another address. */
export function addressOf(url: string | null): { id: number; secret: string } | null {
  const [, id, secret] = PICTURE_ADDRESS.exec(url ?? '') ?? []
  return id && secret ? { id: Number(id), secret } : null
}

/** The address of a picture, as other calls take it. */
export const urlOf = (file: { id: number; secret: string; version: number }): string =>
  `/api/files/${file.id}/?v=${vOf(file)}`

/** The `v` of the address of a picture's current version. */
export const vOf = ({ secret, version }: { secret: string; version: number }): string =>
  version > 1 ? `${secret}.${version}` : secret

/** Formats that every picture is stored in, smallest first; any browser shows the last. */
export const FORMATS = ['avif', 'webp', 'jpeg'] as const
export type Format = (typeof FORMATS)[number]

/** The smallest stored format that an Accept header names; a browser that names none gets the last. */
export function formatFor(accept: string | undefined, isStored: (format: Format) => boolean): Format {
  const named = new Set(
    (accept ?? '')
      .toLowerCase()
      .split(',')
      .map((one) => one.split(';').map((part) => part.trim()))
      .filter(([, ...more]) => !more.some((part) => /^q=0(\.0*)?$/.test(part)))
      .map(([type]) => type),
  )
  return FORMATS.find((format) => named.has(`image/${format}`) && isStored(format)) ?? 'jpeg'
}

/** Letters of an attachment's name at most. */
export const ATTACHMENT_NAME_MAX = 120

/** What an attachment is called: its own name, as one line of the length that fits. */
export function attachmentName(name: string, format: string): string {
  const one = name.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').trim()
  if (one.length <= ATTACHMENT_NAME_MAX) return one || format
  return `${one.slice(0, ATTACHMENT_NAME_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
