import type { Language } from '#core/contract/language.ts'
import type { App } from './app.ts'
import { type Seal, sealOf } from './papers.seal.ts'
import { workerTask } from './workers.ts'

/*
 * Papers: what people print, keep and hand on (an agreement, a day sheet, a receipt), as PDF. A feature says what is on
 * one as data; it is drawn and sealed in a worker thread, tagged for screen readers, with the brand's fonts in it.
 */

/** One thing on a paper, from above to below. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  /** Lines are kept as they are. `quiet`: smaller, for what explains. */
  | { kind: 'text'; text: string; quiet?: boolean }
  /** Names of things and what they are, in two columns. */
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | {
      kind: 'table'
      /** What the table is, for whoever hears it. */
      caption: string
      head: readonly string[]
      rows: readonly (readonly string[])[]
      /** How wide each column is beside the others. Without it the first takes what is left, as where sums stand. */
      shares?: readonly number[]
      /** Sums: a label over all columns but the last, and what it comes to; the last one stands out. */
      foot: readonly (readonly [label: string, value: string])[]
    }
  /**
   * Levels beside each other, as a mixing desk shows them: for the eye alone, so its figures stand in words as well.
   * `shares`: how much of the whole each is, 0 to 1, one for each name of the legend; the last one stands out.
   */
  | {
      kind: 'meters'
      alt: string
      legend: readonly string[]
      rows: readonly { label: string; shares: readonly number[] }[]
    }
  /** A QR code that leads to an address. */
  | { kind: 'qr'; address: string; alt: string; caption: string }

/** Blocks in one language. */
export interface PaperPart {
  language: Language
  /** Whether it begins on a page of its own. */
  isOnNewPage?: boolean
  blocks: readonly Block[]
}

/** A paper as data: everything that is drawn, in the words of its reader. */
export interface Paper {
  /** Of the document, and its first heading. */
  title: string
  /** Above the title, in small letters. */
  eyebrow: string
  /** Of the title, and of whatever doesn't say its own. */
  language: Language
  parts: readonly PaperPart[]
  /** At the foot of each page; `pages` has {{page}} and {{pages}} in it. */
  foot: { left: string; pages: string }
  made_at: Date
}

/** What a sealed paper says of its seal. */
export interface SealWords {
  reason: string
  /** What the field of the signature is, for whoever hears it. */
  label: string
}

/** What a thread gets to draw. */
export interface PaperTask {
  paper: Paper
  seal: (Seal & SealWords) | null
}

const drawn = workerTask<PaperTask, Uint8Array>(new URL('./papers.worker.ts', import.meta.url), 'drawPaper')

/**
 * Draws a paper in a worker thread.
 * @param sealed what the seal says; without it the paper is drawn without one
 * @returns the bytes of a PDF
 * @throws Refusal 503 `common.busy` when too many wait
 */
export async function drawPaper(
  { side_workers, config }: Pick<App, 'side_workers' | 'config'>,
  paper: Paper,
  sealed?: SealWords,
): Promise<Buffer> {
  const seal = sealed ? { ...(await sealOf(config)), ...sealed } : null
  return Buffer.from(await side_workers.run(drawn, { paper, seal }))
}
