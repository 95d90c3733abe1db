import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** What goes into a ZIP one after the other, so that only one thing at a time is held in memory. */
export type Entry =
  | { name: string; text: () => Promise<string | null> }
  | { name: string; open: () => Promise<Readable | null> }

/**
 * Writes a ZIP: texts packed, files (pictures are packed already) as they are. What answers null is left out.
 * @param file where to; what is there of it after a failure is the caller's to remove
 * @param onEntry how many entries are done
 */
export async function writeZip(
  file: string,
  entries: readonly Entry[],
  at: Date,
  onEntry: (done: number) => Promise<void>,
): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const written = pipeline(output, createWriteStream(file, { mode: 0o600 }))
  // Looked at below; until then it may fail while something is still being read.
  written.catch(() => {})
  zip.on('error', (error) => output.destroy(error))
  try {
    for (const [place, entry] of entries.entries()) {
      if ('text' in entry) {
        const text = await entry.text()
        if (text !== null) zip.addBuffer(Buffer.from(text), entry.name, { mtime: at })
      } else {
        const stream = await entry.open()
        if (stream) {
          zip.addReadStream(stream, entry.name, { mtime: at, compress: false })
          await Promise.race([finished(stream), written])
        }
      }
      await onEntry(place + 1)
    }
    zip.end()
    await written
  } catch (error) {
    output.destroy()
    await written.catch(() => {})
    throw error
  }
}
