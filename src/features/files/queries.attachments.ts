import { notFound } from '#core/contract/errors.ts'
import { attachmentOf } from '#core/server/attachments.ts'
import { storeOf } from '#core/server/files.ts'
import type { ReadContext } from '#core/server/route.ts'
import { type AudioFormat, type DocumentFormat, documentPart, documentType } from './rules.ts'

/** Where a file is, and as what it is sent. */
export interface StoredFile {
  key: string
  format: DocumentFormat | AudioFormat
  bytes: number
  name: string
}

/**
 * Sends a file that came with something written: to keep, never shown in place, in a sandbox. Whoever calls has checked
 * that it is the caller's to read.
 * @throws Refusal 404 when its bytes aren't there
 */
export async function sendAttachment(
  { app, reply }: Pick<ReadContext, 'app' | 'reply'>,
  file: StoredFile,
): Promise<never> {
  const stream = await storeOf(app.config).read(file.key, documentPart(file.format))
  if (!stream) throw notFound()
  return reply
    .header('content-length', file.bytes)
    .header('content-disposition', attachmentOf(file.name))
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
    .type(documentType(file.format))
    .send(stream) as never
}
