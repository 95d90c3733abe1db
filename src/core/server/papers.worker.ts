import { Signer, SignPdf } from '@signpdf/signpdf'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { signatureOf } from './papers.cms.ts'
import type { Doc } from './papers.letters.ts'
import { knowEveryLetter, setFace, writable } from './papers.letters.ts'
import { meters } from './papers.meters.ts'
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
import { facts, table } from './papers.tables.ts'
import type { Block, Paper, PaperTask } from './papers.ts'

/*
 * What a worker thread runs to draw a paper: nothing here may need the app. Whatever is seen is either in the structure
 * that a screen reader follows, in the order in which it is read, or an artifact (lines, page numbers).
 */

const QR_SIDE = 96
/** What a heading never stands without at the foot of a page. */
const KEEP_WITH_NEXT = 44
/** More than any signature with its certificates takes. */
const SEAL_BYTES = 16_384

/**
 * Draws a paper, and seals it where a seal is given.
 * @returns the bytes of a PDF 1.7 that follows PDF/UA-1
 */
export async function drawPaper({ paper, seal }: PaperTask): Promise<Uint8Array> {
  // It stands in the file as it is, where what puts the seal in looks for the one place that is called so.
  const named = paper.title.replaceAll('/ByteRange', '/ ByteRange')
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: MARGINS,
    pdfVersion: '1.7',
    tagged: true,
    // Newer than the types of the package.
    subset: 'PDF/UA' as never,
    lang: paper.language,
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    info: {
      Title: named,
      Author: 'Tarima',
      Creator: 'Tarima',
      Producer: 'Tarima',
      CreationDate: paper.made_at,
      ModDate: paper.made_at,
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  knowEveryLetter(doc)

  const root = doc.struct('Document')
  doc.addStructure(root)
  doc.addPage()
  title(doc, root, paper)
  for (const { language, isOnNewPage, blocks } of paper.parts) {
    if (isOnNewPage) doc.addPage()
    const part = doc.struct('Sect', { lang: language })
    root.add(part)
    for (const block of blocks) draw(doc, part, block)
    part.end()
  }
  if (seal) leaveRoomForSeal(doc, root, seal, paper.made_at)
  root.end()
  feet(doc, paper)
  nameInXml(doc, named)
  doc.end()
  await written
  const bytes = Buffer.concat(chunks)
  if (!seal) return bytes
  class OurSigner extends Signer {
    override async sign(signed: Buffer): Promise<Buffer> {
      return signatureOf(signed, seal as NonNullable<typeof seal>)
    }
  }
  return new SignPdf().sign(bytes, new OurSigner())
}

/** The title again, for programs, in XML: the library writes it there as it is. */
function nameInXml(doc: Doc, title: string) {
  const known = doc as unknown as { info: { Title: string }; _addInfo(): void }
  const addInfo = known._addInfo
  known._addInfo = () => {
    known.info.Title = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    addInfo.call(doc)
  }
}

// ─── Blocks ─────────────────────────────────────────────────────────────────────────────────────────────────

function title(doc: Doc, root: Element, { eyebrow, title, language }: Paper) {
  artifact(doc, 'Layout', () => {
    doc.rect(MARGINS.left, MARGINS.top - 18, 44, 5).fill(COLOURS.accent)
  })
  const head = doc.struct('Sect', { lang: language })
  root.add(head)
  letters(doc, 'bold', SIZES.quiet, COLOURS.quiet)
  write(doc, head, 'P', eyebrow)
  doc.y += 4
  letters(doc, 'title', SIZES.title)
  write(doc, head, 'H1', title)
  doc.y += 10
  head.end()
}

function draw(doc: Doc, part: Element, block: Block) {
  switch (block.kind) {
    case 'heading': {
      const size = SIZES[block.level]
      doc.y += block.level === 2 ? 14 : 8
      room(doc, size + KEEP_WITH_NEXT)
      letters(doc, block.level === 2 ? 'title' : 'bold', size)
      write(doc, part, `H${block.level}`, block.text)
      doc.y += block.level === 2 ? 5 : 2
      break
    }
    case 'text':
      letters(
        doc,
        'regular',
        block.quiet ? SIZES.quiet : SIZES.text,
        block.quiet ? COLOURS.quiet : COLOURS.ink,
      )
      room(doc, SIZES.text * 2)
      write(doc, part, 'P', block.text)
      doc.y += 5
      break
    case 'facts':
      facts(doc, part, block.rows)
      break
    case 'table':
      table(doc, part, block)
      break
    case 'meters':
      meters(doc, part, block)
      break
    case 'qr':
      qr(doc, part, block)
      break
  }
}

function qr(doc: Doc, part: Element, { address, alt, caption }: Extract<Block, { kind: 'qr' }>) {
  doc.y += 8
  room(doc, QR_SIDE + 10)
  const { data, size } = encode(address, { border: 2 })
  const module = QR_SIDE / size
  const [x, y] = [MARGINS.left, doc.y]
  const figure = doc.struct('Figure', { alt, bbox: [x, y, x + QR_SIDE, y + QR_SIDE] })
  part.add(figure)
  figure.add(() => {
    data.forEach((line, row) => {
      line.forEach((isDark, at) => {
        // A hair wider than it is: no lines between them on a screen.
        if (isDark) doc.rect(x + at * module, y + row * module, module + 0.1, module + 0.1)
      })
    })
    doc.fill(COLOURS.ink)
  })
  figure.end()
  letters(doc, 'regular', SIZES.quiet)
  const beside = { width: width(doc) - QR_SIDE - 16, lineGap: 2 }
  const said = writable(doc, caption)
  part.add(doc.struct('P', () => doc.text(said, x + QR_SIDE + 16, y + 8, beside)))
  doc.y = Math.max(doc.y, y + QR_SIDE) + 8
  doc.x = MARGINS.left
}

/** What stands at the foot of every page, once it is known how many there are. */
function feet(doc: Doc, { foot }: Paper) {
  const { start, count } = doc.bufferedPageRange()
  for (let at = start; at < start + count; at++) {
    doc.switchToPage(at)
    // Below the margin, where text would begin a page otherwise.
    doc.page.margins.bottom = 0
    const y = doc.page.height - MARGINS.bottom + 26
    rule(doc, y - 8)
    letters(doc, 'regular', SIZES.foot, COLOURS.quiet)
    const pages = foot.pages.replaceAll('{{page}}', String(at + 1)).replaceAll('{{pages}}', String(count))
    const half = width(doc) / 2
    artifact(doc, 'Pagination', () => {
      doc.text(writable(doc, foot.left), MARGINS.left, y, { width: half, lineBreak: true, height: 24 })
      doc.text(writable(doc, pages), MARGINS.left + half, y, { width: half, align: 'right', height: 24 })
    })
  }
}

// ─── The seal ───────────────────────────────────────────────────────────────────────────────────────────────

/** A signature's field that isn't seen; what it signs is the whole file but for the place of the signature. */
function leaveRoomForSeal(
  doc: Doc,
  root: Element,
  { reason, label }: NonNullable<PaperTask['seal']>,
  made_at: Date,
) {
  const unset = '**********'
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, unset, unset, unset],
    Contents: Buffer.alloc(SEAL_BYTES),
    Reason: new String(reason),
    Name: new String('Tarima'),
    M: made_at,
  })
  signature.end(undefined as never)
  const field = doc.struct('Form', { alt: label })
  root.add(field)
  doc.annotate(0, 0, 0, 0, {
    Subtype: 'Widget',
    FT: 'Sig',
    T: new String('seal'),
    TU: new String(label),
    V: signature,
    // Printed, and not to be changed.
    F: 132,
    P: doc.page.dictionary,
    structParent: field,
  } as PDFKit.Mixins.AnnotationOption)
  field.end()
  const { annotations } = doc.page as unknown as { annotations: unknown[] }
  setFace(doc, 'regular')
  doc.initForm()
  const { data } = (doc as unknown as { _root: { data: { AcroForm: { data: Record<string, unknown> } } } })
    ._root.data.AcroForm
  // Nothing of it is drawn by whoever opens the file, and whatever is written after the seal is seen as such.
  delete data.NeedAppearances
  data.SigFlags = 3
  data.Fields = [annotations.at(-1)]
}
