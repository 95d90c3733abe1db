import { Refusal } from '#core/contract/errors.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { on, type ReadContext } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { addFile, deleteFile, encodeUpload, replaceFile } from './commands.ts'
import { receive } from './commands.uploads.ts'
import {
  type PictureSize,
  readFile,
  readFileSize,
  removeFile,
  replaceFile as replaceFileCall,
  type UploadedFile,
  uploadFile,
} from './contract.ts'
import { ownsFile, partsOf } from './queries.ts'
import { formatFor } from './rules.ts'

// Reading, encoding and storing take their time: none of it inside a transaction.
const own = { transaction: false } as const

/**
 * Encodes what was sent and stores it. The row comes first: if the rest fails, or the process dies, the sweep finds
 * the bytes by it.
 */
const stored = (ctx: ReadContext): Promise<UploadedFile> =>
  receive(
    ctx,
    ({ bytes }) => encodeUpload(bytes),
    async (picture) => {
      const { app, viewer, now } = ctx
      const key = newKey()
      const file = await transaction(app, now, (work) => addFile(work, viewer.id, key, picture))
      await storeOf(app.config).put(key, picture.parts)
      return file
    },
  )

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
