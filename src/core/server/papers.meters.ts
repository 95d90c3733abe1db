import type { Doc } from './papers.letters.ts'
import { writable } from './papers.letters.ts'
import { COLOURS, type Element, end, letters, MARGINS, room, SIZES, width } from './papers.page.ts'
import type { Block } from './papers.ts'

/* Levels of a paper, as a mixing desk shows them: a picture, whose figures stand beside it in words. */

const LABELS = 150
const LEVELS = 10
const THICK = 5
const GAP = 3
/** Between two rows. */
const APART = 9
const LEGEND = 18

const inkOf = (at: number, series: number) => (at < series - 1 ? COLOURS.quiet : COLOURS.level)

type Rows = Extract<Block, { kind: 'meters' }>['rows']

const LABEL = { width: LABELS - 12, lineGap: 1 }

function heightOf(doc: Doc, { label, shares }: Rows[number]): number {
  letters(doc, 'regular', SIZES.quiet)
  const bars = shares.length * (THICK + GAP) - GAP
  return Math.max(doc.heightOfString(writable(doc, label), LABEL), bars) + APART
}

/**
 * Goes on on the next page where this one is full. Draws nothing where it would take more than a page: it only repeats to
 * the eye what words say.
 */
export function meters(doc: Doc, part: Element, { alt, legend, rows }: Extract<Block, { kind: 'meters' }>) {
  const head = legend.length > 1 ? LEGEND : 0
  const measured = rows.map((row) => ({ row, height: heightOf(doc, row) }))
  const whole = measured.reduce((sum, { height }) => sum + height, head)
  if (whole > doc.page.height - MARGINS.top - MARGINS.bottom) return
  doc.y += 4
  for (let at = 0; at < rows.length; ) {
    // Two rows at least: one alone at the foot of a page says nothing beside the others.
    room(
      doc,
      measured.slice(at, at + 2).reduce((sum, { height }) => sum + height, head),
    )
    const left = end(doc) - doc.y
    let next = at
    let height = head
    for (const one of measured.slice(at)) {
      if (height + one.height > left) break
      height += one.height
      next += 1
    }
    picture(doc, part, { alt, legend, rows: measured.slice(at, next), height })
    at = next
  }
  doc.y += 4
}

/** Some of the rows, which this page has room for. */
function picture(
  doc: Doc,
  part: Element,
  {
    alt,
    legend,
    rows,
    height,
  }: {
    alt: string
    legend: readonly string[]
    rows: { row: Rows[number]; height: number }[]
    height: number
  },
) {
  const [x, top] = [MARGINS.left, doc.y]
  const figure = doc.struct('Figure', { alt, bbox: [x, top, x + width(doc), top + height] })
  part.add(figure)
  figure.add(() => {
    let y = top
    if (legend.length > 1) {
      names(doc, legend, y)
      y += LEGEND
    }
    for (const { row, height } of rows) {
      letters(doc, 'regular', SIZES.quiet)
      doc.text(writable(doc, row.label), x, y, LABEL)
      for (const [at, share] of row.shares.entries())
        meter(doc, share, y + 3 + at * (THICK + GAP), inkOf(at, row.shares.length))
      y += height
    }
  })
  figure.end()
  doc.x = x
  doc.y = top + height
}

/** One line of levels, lit as far as the share goes. */
function meter(doc: Doc, share: number, y: number, ink: string) {
  const each = (width(doc) - LABELS) / LEVELS
  const lit = Math.round(Math.min(1, Math.max(0, share)) * LEVELS)
  for (let at = 0; at < LEVELS; at++)
    doc
      .roundedRect(MARGINS.left + LABELS + at * each, y, each - GAP, THICK, THICK / 2)
      .fill(at < lit ? ink : COLOURS.line)
}

/** What each colour is. */
function names(doc: Doc, legend: readonly string[], y: number) {
  let x = MARGINS.left + LABELS
  for (const [at, name] of legend.entries()) {
    doc.roundedRect(x, y + 3, 16, THICK, THICK / 2).fill(inkOf(at, legend.length))
    letters(doc, 'regular', SIZES.foot, COLOURS.quiet)
    const said = writable(doc, name)
    doc.text(said, x + 21, y, { lineBreak: false })
    x += 21 + doc.widthOfString(said) + 16
  }
}
