import { notFound } from '#core/contract/errors.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import type { ReadContext } from '#core/server/route.ts'
import { gone } from '#core/server/turns.ts'
import { receive } from './commands.uploads.ts'
import { type AudioFormat, attachmentName, type DocumentFormat, documentPart } from './rules.ts'

type AnyFormat = DocumentFormat | AudioFormat

/** A file that comes with something, as its row stores it. */
export interface Attachment<Format extends AnyFormat = AnyFormat> {
  key: string
  format: Format
  bytes: number
  name: string
}

/**
 * Keeps a file that comes with something, such as a message. Its row comes first: what breaks off, or is never sent, is found
 * by it.
 * @param encode what is kept of what was sent, and as what
 * @param rows.insert in a transaction of its own, with a check of how many wait; answers its id
 * @param rows.stored says that its bytes are there; false: the row is gone
 * @param rows.drop deletes the row, its bytes couldn't be stored
 * @param options.bytes_max where more is taken than of documents; then `encode` keeps to turns of its own
 * @throws Refusal 413, 415 or 422 for the file, 429 after too many, 404 when it was erased meanwhile
 */
export const keepAttachment = <Format extends AnyFormat>(
  ctx: ReadContext,
  encode: (bytes: Buffer, ctx: ReadContext) => Promise<{ format: Format; bytes: Buffer }>,
  rows: {
    insert: (its: Attachment<Format>) => Promise<number>
    stored: (id: number) => Promise<boolean>
    drop: (id: number) => Promise<void>
  },
  options: { bytes_max?: number } = {},
) =>
  receive(
    ctx,
    async ({ bytes, name }) => ({ ...(await encode(bytes, ctx)), name }),
    async ({ format, bytes, name }) => {
      if (ctx.signal.aborted) throw gone()
      const store = storeOf(ctx.app.config)
      const its = { key: newKey(), format, bytes: bytes.length, name: attachmentName(name, format) }
      const id = await rows.insert(its)
      try {
        await store.put(its.key, new Map([[documentPart(format), bytes]]))
      } catch (error) {
        await rows.drop(id)
        throw error
      }
      if (!(await rows.stored(id))) {
        // Erased meanwhile: its bytes may have come after their removal.
        await store.remove(its.key, [documentPart(format)])
        throw notFound()
      }
      return { id, name: its.name, format, bytes: its.bytes }
    },
    options,
  )
