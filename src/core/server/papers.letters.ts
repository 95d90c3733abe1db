import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'

/** The paper that is drawn on. */
export type Doc = typeof PDFDocument.prototype

/*
 * Letters that the brand's fonts don't have: other alphabets and emoji come from Noto. A paper carries only what it uses of
 * a font, and none that it doesn't.
 */

const folder = fileURLToPath(new URL('fonts/', import.meta.url))
const file = (name: string) => `${folder}${name}`
const EMOJI = readdirSync(folder).filter((name) => name.startsWith('noto-emoji-') && name.endsWith('.woff'))

const FILES = {
  title: file('anybody.ttf'),
  regular: file('figtree-regular.ttf'),
  bold: file('figtree-bold.ttf'),
}
export type Face = keyof typeof FILES

const alphabets = (weight: 'regular' | 'bold') =>
  ['figtree-more', 'noto-sans-cyrillic', 'noto-sans-greek', 'noto-sans-vietnamese'].map((name) =>
    file(`${name}-${weight}.ttf`),
  )

/** Where a letter is looked for that the face doesn't have, in this order. */
const INSTEAD: Record<Face, readonly string[]> = {
  title: [file('anybody-more.ttf'), ...alphabets('bold'), ...EMOJI.map(file)],
  regular: [...alphabets('regular'), ...EMOJI.map(file)],
  bold: [...alphabets('bold'), ...EMOJI.map(file)],
}

/** What of pdfkit its types don't show. */
interface Known {
  _font: Font
  _fontSize: number
  _fragment(text: string, x: number, y: number, options: Fragment): void
  widthOfString(text: string, options?: object): number
}
interface Font {
  ascender: number
  font: { hasGlyphForCodePoint(point: number): boolean }
}
interface Fragment {
  align?: string
  width?: number
  /** Of the place where the line stands, and of the line. */
  lineWidth?: number
  textWidth?: number
}
const known = (doc: Doc) => doc as unknown as Known

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Joins letters, or says how they look: no font needs to have them. */
const isSilent = (letter: string) => /\p{Cf}|\u{fe0e}|\u{fe0f}/u.test(letter)

const has = ({ font }: Font, letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
const writes = (font: Font, sign: string) =>
  [...sign].every((letter) => isSilent(letter) || has(font, letter))

/** Of each open document: which of its faces is in use, and which font writes a sign instead of it. */
const faces = new WeakMap<Doc, { face: Face; found: Map<string, Font | null> }>()

/** The letters that come now. */
export function setFace(doc: Doc, face: Face) {
  const mine = faces.get(doc)
  if (mine) mine.face = face
  doc.font(FILES[face])
}

/** The font that writes a sign: the one in use, else the first that has all of it; null where there is none. */
function fontOf(doc: Doc, sign: string): Font | null {
  const own = known(doc)._font
  const mine = faces.get(doc)
  if (!mine || writes(own, sign)) return own
  const key = `${mine.face} ${sign}`
  const before = mine.found.get(key)
  if (before !== undefined) return before
  let found: Font | null = null
  for (const name of INSTEAD[mine.face]) {
    doc.font(name)
    if (!writes(known(doc)._font, sign)) continue
    found = known(doc)._font
    break
  }
  doc.font(FILES[mine.face])
  mine.found.set(key, found)
  return found
}

/**
 * Whether the font in use writes all of a text letter by letter, as it does with nearly every one: no sign of several
 * letters is in it, nothing silent, and nothing that the font lacks.
 */
function isPlain(doc: Doc, text: string): boolean {
  if (/^[\x20-\x7e]*$/.test(text)) return true
  if (/[^\x20-\x7e\xa0-\xac\xae-\u024f]/.test(text)) return false
  const own = known(doc)._font
  return Array.from(text).every((letter) => has(own, letter))
}

/** What no font can write: without its marks, or as a sign that something stands there. */
export function writable(doc: Doc, text: string): string {
  if (isPlain(doc, text)) return text
  const own = known(doc)._font
  const plain = (letter: string) => {
    const bare = [...letter.normalize('NFKD')].filter((one) => !/\p{M}/u.test(one) && has(own, one))
    if (bare.length > 0) return bare.join('')
    return /[\p{M}\p{Cf}\p{Cc}]/u.test(letter) ? '' : '?'
  }
  const written = (sign: string): string | null => {
    if (sign === '\n') return sign
    const font = fontOf(doc, sign)
    return font && [...sign].filter((letter) => !isSilent(letter) || has(font, letter)).join('')
  }
  const clean = text.normalize('NFC').replaceAll('\t', ' ').replaceAll('\r', '')
  return Array.from(
    segmenter.segment(clean),
    ({ segment }) =>
      written(segment) ?? [...segment].map((letter) => written(letter) ?? plain(letter)).join(''),
  ).join('')
}

/** A text in pieces that one font writes each. */
function piecesOf(doc: Doc, text: string): { text: string; font: Font }[] {
  const own = known(doc)._font
  const pieces: { text: string; font: Font }[] = []
  for (const { segment } of segmenter.segment(text)) {
    const font = fontOf(doc, segment) ?? own
    const last = pieces.at(-1)
    if (last?.font === font) last.text += segment
    else pieces.push({ text: segment, font })
  }
  return pieces
}

/** Lets a document write each letter with a font that has it: what the library measures, breaks and draws by is told. */
export function knowEveryLetter(doc: Doc) {
  faces.set(doc, { face: 'regular', found: new Map() })
  const raw = known(doc)
  const { _fragment: draw, widthOfString: measure } = raw
  const within = <Result>(font: Font, act: () => Result): Result => {
    const own = raw._font
    raw._font = font
    try {
      return act()
    } finally {
      raw._font = own
    }
  }
  raw.widthOfString = (text, options) =>
    isPlain(doc, text)
      ? measure.call(doc, text, options)
      : piecesOf(doc, text).reduce(
          (sum, piece) => sum + within(piece.font, () => measure.call(doc, piece.text, options)),
          0,
        )
  raw._fragment = (text, x, y, options) => {
    const pieces = isPlain(doc, text) ? [] : piecesOf(doc, text.replaceAll('\n', ''))
    const own = raw._font
    if (pieces.every(({ font }) => font === own)) return draw.call(doc, text, x, y, options)
    const { textWidth: _, lineWidth = 0, align, ...rest } = options
    let at = x
    if (options.width && align === 'right') at += lineWidth - raw.widthOfString(text.trimEnd(), options)
    // All stand on the line of the letters around them.
    const baseline = (-own.ascender / 1000) * raw._fontSize
    for (const piece of pieces)
      within(piece.font, () => {
        draw.call(doc, piece.text, at, y, { ...rest, wordCount: 1, baseline } as Fragment)
        at += measure.call(doc, piece.text, options)
      })
  }
}
