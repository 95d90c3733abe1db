import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** One entry of a ZIP. Entries are opened one after another, so that only one at a time is in memory. */
export type Entry =
  | { name: string; text: () => Promise<string | null> }
  | { name: string; open: () => Promise<Readable | null> }

/**
 * Writes a ZIP. Texts are compressed; files are stored as they are, since pictures are compressed already. Entries that
 * answer null are left out.
 * @param file where to write; after a failure the caller removes what is there
 * @param onEntry called after each entry with the number of those done
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
  // Awaited below. Until then it may fail while an entry is still being read.
  written.catch(() => {})
  zip.on('error', (error) => output.destroy(error))
  try {
    for (const [index, entry] of entries.entries()) {
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
      await onEntry(index + 1)
    }
    zip.end()
    await written
  } catch (error) {
    output.destroy()
    await written.catch(() => {})
    throw error
  }
}
