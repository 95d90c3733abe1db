import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import address from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/*
 * Reading PDFs, in a worker of its own. Loaded when somebody opens one. The library's "legacy" build is the one for browsers
 * of the last years, as these pages are.
 */

GlobalWorkerOptions.workerSrc = address

/** Decoders of scans, and letters that aren't in the PDF (vite.config.ts). */
const PARTS = `/assets/pdf-${version}/`

/** Pixels of a page that is drawn at most: phones give a page no more memory than that. */
const PIXELS_MAX = 8_000_000

export type Pdf = PDFDocumentProxy

/** What is wrong with a PDF that can't be shown. */
export type PdfProblem = 'locked' | 'damaged'

/** Opens a PDF. Let it go with `letGo`. @throws what `problemOf` names */
export async function openPdf(file: Blob): Promise<Pdf> {
  return getDocument({
    data: await file.arrayBuffer(),
    // Our pages let no WebAssembly run: it decodes the same by script.
    useWasm: false,
    wasmUrl: PARTS,
    standardFontDataUrl: PARTS,
    enableXfa: false,
    canvasMaxAreaInBytes: PIXELS_MAX * 4,
  }).promise
}

/** Lets a PDF go, and its worker. */
export const letGo = (pdf: Pdf): void => void pdf.loadingTask.destroy()

export const problemOf = (error: unknown): PdfProblem =>
  error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'damaged'

/** How many pages a file has. @throws what `problemOf` names */
export async function pagesOf(file: Blob): Promise<number> {
  const pdf = await openPdf(file)
  const { numPages } = pdf
  letGo(pdf)
  return numPages
}

/**
 * Draws a page into a canvas, as sharp as the screen.
 * @param look.width of the page, CSS pixels
 * @param look.most height of the page at most, CSS pixels
 * @param look.signal ends it
 */
export async function draw(
  pdf: Pdf,
  number: number,
  canvas: HTMLCanvasElement,
  { width, most, signal }: { width: number; most: number; signal: AbortSignal },
): Promise<void> {
  const page = await pdf.getPage(number)
  if (signal.aborted) return
  const { width: own, height: high } = page.getViewport({ scale: 1 })
  const scale = Math.min(width / own, most / high)
  const sharp = Math.min(devicePixelRatio, Math.sqrt(PIXELS_MAX / (own * high * scale * scale)))
  const viewport = page.getViewport({ scale: scale * sharp })
  // Drawn beside the page and then put there whole: what is shown never goes blank.
  const sheet = document.createElement('canvas')
  sheet.width = Math.floor(viewport.width)
  sheet.height = Math.floor(viewport.height)
  const task = page.render({ canvas: sheet, viewport })
  const stop = () => task.cancel()
  signal.addEventListener('abort', stop)
  try {
    await task.promise
  } catch (error) {
    if (signal.aborted) return
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
  if (signal.aborted) return
  canvas.width = sheet.width
  canvas.height = sheet.height
  canvas.style.width = `${own * scale}px`
  canvas.style.height = `${high * scale}px`
  canvas.getContext('2d')?.drawImage(sheet, 0, 0)
  canvas.dataset.drawn = String(number)
}
