import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** One entry of a ZIP. Entries are opened one after another, so that only one at a time is in memory. */
export type Entry =
  | { name: string; text: () => Promise<string | null> }
  | { name: string; open: () => Promise<Readable | null> }

/**
 * Writes a ZIP. Texts are compressed; files are stored as they are, since pictures are compressed already.
 * @param file where to write; after a failure the caller removes what is there
 * @param fill adds the entries, one after another; `add` answers false for one that there is nothing of, which is left out
 */
export async function writeZip(
  file: string,
  at: Date,
  fill: (add: (entry: Entry) => Promise<boolean>) => Promise<void>,
): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const written = pipeline(output, createWriteStream(file, { mode: 0o600 }))
  // Awaited below. Until then it may fail while an entry is still being read.
  written.catch(() => {})
  zip.on('error', (error) => output.destroy(error))
  const add = async (entry: Entry): Promise<boolean> => {
    if ('text' in entry) {
      const text = await entry.text()
      if (text !== null) zip.addBuffer(Buffer.from(text), entry.name, { mtime: at })
      return text !== null
    }
    const stream = await entry.open()
    if (!stream) return false
    zip.addReadStream(stream, entry.name, { mtime: at, compress: false })
    await Promise.race([finished(stream), written])
    return true
  }
  try {
    await fill(add)
    zip.end()
    await written
  } catch (error) {
    output.destroy()
    await written.catch(() => {})
    throw error
  }
}
