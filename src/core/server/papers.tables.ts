import type { Doc } from './papers.letters.ts'
import { type Face, writable } from './papers.letters.ts'
import {
  artifact,
  COLOURS,
  type Element,
  letters,
  MARGINS,
  room,
  rule,
  SIZES,
  width,
  write,
} from './papers.page.ts'
import type { Block } from './papers.ts'

/* Tables of a paper, as a screen reader follows them: rows with what heads them. */

interface Cell {
  text: string
  face: Face
  colour?: string
  x: number
  width: number
  align?: 'left' | 'right'
  /** Heads another cell, in its row or its column. */
  scope?: 'Row' | 'Column'
}

const PADDING = 4

function heightOf(doc: Doc, cells: readonly Cell[], size: number): number {
  const heights = cells.map((cell) => {
    letters(doc, cell.face, size)
    return doc.heightOfString(writable(doc, cell.text), { width: cell.width, lineGap: 1 })
  })
  return Math.max(...heights) + 2 * PADDING
}

/** A row of a table, with a line below it; `head` is drawn again where a page begins. */
function row(doc: Doc, into: Element, cells: readonly Cell[], size: number, head?: readonly Cell[]) {
  const height = heightOf(doc, cells, size)
  if (room(doc, height) && head) {
    const again = heightOf(doc, head, SIZES.quiet)
    artifact(doc, 'Pagination', () => put(doc, head, SIZES.quiet, doc.y, (_, drawIt) => drawIt()))
    doc.y += again
  }
  const y = doc.y
  const line = doc.struct('TR')
  into.add(line)
  put(doc, cells, size, y, (cell, drawIt) =>
    line.add(doc.struct(cell.scope ? 'TH' : 'TD', cell.scope ? { scope: cell.scope } : {}, [drawIt])),
  )
  line.end()
  rule(doc, y + height)
  doc.y = y + height
}

function put(
  doc: Doc,
  cells: readonly Cell[],
  size: number,
  y: number,
  each: (cell: Cell, drawIt: () => void) => void,
) {
  for (const cell of cells) {
    letters(doc, cell.face, size, cell.colour)
    const said = writable(doc, cell.text)
    each(cell, () => {
      doc.text(said, cell.x, y + PADDING, { width: cell.width, align: cell.align ?? 'left', lineGap: 1 })
    })
  }
  doc.y = y
}

export function facts(doc: Doc, part: Element, rows: readonly (readonly [string, string])[]) {
  const whole = doc.struct('Table')
  part.add(whole)
  const labels = 140
  for (const [label, value] of rows)
    row(
      doc,
      whole,
      [
        {
          text: label,
          face: 'bold',
          colour: COLOURS.quiet,
          x: MARGINS.left,
          width: labels - 10,
          scope: 'Row',
        },
        { text: value, face: 'regular', x: MARGINS.left + labels, width: width(doc) - labels },
      ],
      SIZES.quiet,
    )
  whole.end()
  doc.y += 8
}

/** Columns by their shares; without those the first takes what the others leave, and they stand to the right. */
export function table(
  doc: Doc,
  part: Element,
  { caption, head, rows, foot, shares }: Extract<Block, { kind: 'table' }>,
) {
  const narrow = head.length > 3 ? 76 : 112
  const full = width(doc)
  const all = shares?.reduce((sum, share) => sum + share, 0) ?? 1
  const widths =
    shares?.map((share) => (share / all) * full) ??
    head.map((_, at) => (at === 0 ? full - narrow * (head.length - 1) : narrow))
  const cellAt = (text: string, at: number, face: Face): Cell => {
    const isLeft = at === 0 || shares !== undefined
    return {
      text,
      face,
      x: MARGINS.left + widths.slice(0, at).reduce((sum, one) => sum + one, 0),
      width: (widths[at] ?? 0) - (isLeft ? 8 : 0),
      align: isLeft ? 'left' : 'right',
    }
  }
  const whole = doc.struct('Table')
  part.add(whole)
  letters(doc, 'regular', SIZES.quiet, COLOURS.quiet)
  write(doc, whole, 'Caption', caption)
  const heads = head.map(
    (text, at): Cell => ({ ...cellAt(text, at, 'bold'), colour: COLOURS.quiet, scope: 'Column' }),
  )
  room(doc, 3 * heightOf(doc, heads, SIZES.quiet))
  row(doc, whole, heads, SIZES.quiet)
  for (const cells of rows)
    row(
      doc,
      whole,
      cells.map((text, at) => cellAt(text, at, 'regular')),
      SIZES.text,
      heads,
    )
  for (const [at, [label, value]] of foot.entries()) {
    const face = at === foot.length - 1 ? 'bold' : 'regular'
    const last = cellAt(value, head.length - 1, face)
    const named: Cell = {
      ...cellAt(label, 0, face),
      width: full - (widths.at(-1) ?? 0) - 8,
      scope: 'Row',
    }
    spanned(doc, whole, named, last, head.length - 1)
  }
  whole.end()
  doc.y += 8
}

/** A row whose first cell goes over several columns. */
function spanned(doc: Doc, into: Element, named: Cell, last: Cell, columns: number) {
  const height = heightOf(doc, [named, last], SIZES.text)
  room(doc, height)
  const y = doc.y
  const line = doc.struct('TR')
  into.add(line)
  put(doc, [named, last], SIZES.text, y, (cell, drawIt) => {
    const element = doc.struct(cell.scope ? 'TH' : 'TD', cell.scope ? { scope: cell.scope } : {})
    if (cell === named) {
      const { data } = element.dictionary as unknown as { data: { A: object } }
      data.A = { ...data.A, ColSpan: columns }
    }
    line.add(element)
    element.add(drawIt)
    element.end()
  })
  line.end()
  rule(doc, y + height)
  doc.y = y + height
}
