import { type Doc, type Face, setFace, writable } from './papers.letters.ts'

/* The page that papers are written on: its margins and colours, and what is drawn straight onto it. */

/** Letter, as it is printed on in the Americas; points. */
export const MARGINS = { top: 60, bottom: 76, left: 64, right: 64 }
export const COLOURS = {
  ink: '#150919',
  quiet: '#5b5062',
  line: '#d5cfda',
  accent: '#ffb630',
  level: '#c90a47',
}
export const SIZES = { title: 22, 2: 15, 3: 11.5, text: 10, quiet: 9, foot: 8 } as const
export type Element = ReturnType<Doc['struct']>

export function letters(doc: Doc, face: Face, size: number, colour: string = COLOURS.ink): Doc {
  setFace(doc, face)
  return doc.fontSize(size).fillColor(colour)
}

export const width = (doc: Doc) => doc.page.width - MARGINS.left - MARGINS.right
/** How far down a page is written on. */
export const end = (doc: Doc) => doc.page.height - MARGINS.bottom

/** Begins a page where less than so much is left of this one. @returns whether it did */
export function room(doc: Doc, height: number): boolean {
  if (doc.y + height <= end(doc)) return false
  doc.addPage()
  return true
}

/** What is only seen. */
export function artifact(doc: Doc, type: 'Layout' | 'Pagination', drawIt: () => void) {
  doc.markContent('Artifact', { type })
  drawIt()
  doc.endMarkedContent()
}

export function rule(doc: Doc, y: number, colour: string = COLOURS.line, thick = 0.6) {
  artifact(doc, 'Layout', () => {
    doc
      .moveTo(MARGINS.left, y)
      .lineTo(MARGINS.left + width(doc), y)
      .lineWidth(thick)
      .strokeColor(colour)
      .stroke()
  })
}

/** Text as a child of an element, below what is there. */
export function write(
  doc: Doc,
  into: Element,
  tag: string,
  text: string,
  options: PDFKit.Mixins.TextOptions = {},
) {
  const said = writable(doc, text)
  into.add(
    doc.struct(tag, () => {
      doc.text(said, MARGINS.left, doc.y, { width: width(doc), lineGap: 2, ...options })
    }),
  )
}
