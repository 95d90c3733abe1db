import {
  COLOURS,
  type Doc,
  type Element,
  letters,
  MARGINS,
  room,
  SIZES,
  width,
  writable,
} from './papers.page.ts'
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

/** Draws nothing where it would take more than a page: it only repeats to the eye what words say. */
export function meters(doc: Doc, part: Element, { alt, legend, rows }: Extract<Block, { kind: 'meters' }>) {
  const labels = { width: LABELS - 12, lineGap: 1 }
  const heights = rows.map(({ label, shares }) => {
    letters(doc, 'regular', SIZES.quiet)
    const bars = shares.length * (THICK + GAP) - GAP
    return Math.max(doc.heightOfString(writable(doc, label), labels), bars) + APART
  })
  const height = heights.reduce((sum, one) => sum + one, legend.length > 1 ? LEGEND : 0)
  if (rows.length === 0 || height > doc.page.height - MARGINS.top - MARGINS.bottom) return
  doc.y += 4
  room(doc, height)
  const [x, top] = [MARGINS.left, doc.y]
  const figure = doc.struct('Figure', { alt, bbox: [x, top, x + width(doc), top + height] })
  part.add(figure)
  figure.add(() => {
    let y = top
    if (legend.length > 1) {
      names(doc, legend, y)
      y += LEGEND
    }
    for (const [row, { label, shares }] of rows.entries()) {
      letters(doc, 'regular', SIZES.quiet)
      doc.text(writable(doc, label), x, y, labels)
      for (const [at, share] of shares.entries())
        meter(doc, share, y + 3 + at * (THICK + GAP), inkOf(at, shares.length))
      y += heights[row] ?? 0
    }
  })
  figure.end()
  doc.x = x
  doc.y = top + height + 4
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
