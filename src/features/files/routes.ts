import { Refusal } from '#core/contract/errors.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { limit } from '#core/server/limits.ts'
import { PICTURES_AT_ONCE } from '#core/server/pictures.ts'
import { on, type ReadContext } from '#core/server/route.ts'
import { openTurns } from '#core/server/turns.ts'
import { transaction } from '#core/server/work.ts'
import { addFile, deleteFile, encodeUpload, replaceFile } from './commands.ts'
import {
  type PictureSize,
  readFile,
  readFileSize,
  removeFile,
  replaceFile as replaceFileCall,
  UPLOAD_MAX,
  UPLOADS_A_DAY,
  type UploadedFile,
  uploadFile,
} from './contract.ts'
import { ownsFile, partsOf } from './queries.ts'
import { formatFor, isBadName } from './rules.ts'

// Reading, encoding and storing take their time: none of it inside a transaction.
const own = { transaction: false } as const

const tooLarge = () => new Refusal(413, 'files.too_large', { values: { mb: UPLOAD_MAX / 1024 / 1024 } })

/** The bytes of the one file of a form. @throws Refusal 413, 415 or 422 */
async function bytesOf({ request }: ReadContext): Promise<Buffer> {
  if (!request.isMultipart()) throw new Refusal(415, 'common.unsupported_type')
  // Early, while the browser is still sending: the form adds a few hundred bytes around the file.
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_MAX + 64 * 1024) throw tooLarge()
  try {
    let bytes: Buffer | undefined
    // Room for two, so that a second one is refused instead of lost.
    for await (const file of request.files({
      limits: { fileSize: UPLOAD_MAX, files: 2 },
      preservePath: true,
    })) {
      if (bytes) throw new Refusal(422, 'files.one_at_a_time')
      bytes = await file.toBuffer()
      if (isBadName(file.filename)) throw new Refusal(422, 'files.bad_name')
    }
    if (!bytes?.length) throw new Refusal(422, 'files.missing')
    return bytes
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    if (code === 'FST_FILES_LIMIT') throw new Refusal(422, 'files.one_at_a_time')
    // Of the form itself: no boundary, an end that never comes. What reads it throws bare errors.
    throw error instanceof Refusal || 'statusCode' in (error as object)
      ? error
      : new Refusal(400, 'common.malformed')
  }
}

/** What waits isn't read yet and takes no memory; what is read takes 12 MB at most. */
const readings = openTurns({
  at_once: 16,
  at_once_each: 2,
  waiting: 200,
  waiting_each: 30,
  patience_ms: MINUTE,
})
/** One of each person at a time. */
const encodings = openTurns({
  at_once: PICTURES_AT_ONCE,
  at_once_each: 1,
  waiting: 32,
  waiting_each: 4,
  patience_ms: MINUTE,
})

/** Pictures of one person are read and encoded in turn, so that nobody's many hold up those of others. */
const stored = (ctx: ReadContext): Promise<UploadedFile> =>
  readings.take(`user:${ctx.viewer.id}`, () => storedNow(ctx), { signal: ctx.signal })

/**
 * Encodes what was sent and stores it. The row comes first: if the rest fails, or the process dies, the sweep finds
 * the bytes by it.
 */
async function storedNow(ctx: ReadContext): Promise<UploadedFile> {
  const { app, viewer, now } = ctx
  const bytes = await bytesOf(ctx)
  await limit(app.db, `upload:${viewer.id}`, UPLOADS_A_DAY, DAY, now).catch((error) => {
    throw error instanceof Refusal ? new Refusal(429, 'files.too_many', { headers: error.headers }) : error
  })
  const picture = await encodings.take(`user:${viewer.id}`, () => encodeUpload(bytes), { signal: ctx.signal })
  const key = newKey()
  const file = await transaction(app, now, (work) => addFile(work, viewer.id, key, picture))
  await storeOf(app.config).put(key, picture.parts)
  return file
}

async function send({ app, db, request, reply }: ReadContext, id: number, size: PictureSize, v?: string) {
  const { key, parts, current } = await partsOf(db, id, v)
  const format = formatFor(request.headers.accept, (one) => `${size}.${one}` in parts)
  const etag = `"${key.slice(0, 16)}-${size}-${format}"`
  reply
    .header('etag', etag)
    .header('vary', 'accept')
    // An address names one version of a picture, which never changes.
    .header('cache-control', current ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-site')
    .header('content-disposition', `inline; filename="${id}-${size}.${format}"`)
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const stream = await storeOf(app.config).read(key, `${size}.${format}`)
  if (!stream) throw new Refusal(404, 'common.not_found', { headers: { 'cache-control': 'no-store' } })
  return reply.type(`image/${format}`).send(stream)
}

export const routes = [
  on(uploadFile, stored, own),

  on(
    replaceFileCall,
    async (ctx, { params }) => {
      const { app, viewer } = ctx
      if (!(await ownsFile(app.db, viewer.id, params.id))) throw new Refusal(404, 'common.not_found')
      const { id } = await stored(ctx)
      return transaction(app, ctx.now, (work) => replaceFile(work, viewer.id, params.id, id))
    },
    own,
  ),

  on(removeFile, async (ctx, { params }) => {
    await deleteFile(ctx, ctx.viewer.id, params.id)
    return {}
  }),

  on(readFile, (ctx, { params, query }) => send(ctx, params.id, 'medium', query.v)),
  on(readFileSize, (ctx, { params, query }) => send(ctx, params.id, params.size, query.v)),
]
