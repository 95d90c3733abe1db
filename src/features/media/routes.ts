import { notFound } from '#core/contract/errors.ts'
import { gather } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { type Context, on, type ReadContext } from '#core/server/route.ts'
import { sendAttachment } from '#features/files/queries.attachments.ts'
import { documentPart, documentType } from '#features/files/rules.ts'
import { isMember } from '#features/projects/queries.members.ts'
import { type OwnerScope, ownerScope, projectScope } from '#features/projects/queries.ts'
import { keepLevels, addSound as uploadSound } from './commands.sounds.ts'
import {
  removeRider as dropRider,
  riderReaders,
  uploadRider,
  writeSongs,
  writeStage,
} from './commands.stage.ts'
import {
  bringBack,
  nameMedia,
  orderMedia as putInOrder,
  addLink as showLink,
  addPicture as showPicture,
  takeDown,
} from './commands.ts'
import {
  addLink,
  addPicture,
  addRider,
  addSound,
  orderMedia,
  readOwnMedia,
  readProjectMedia,
  readRider,
  readSound,
  removeMedia,
  removeRider,
  restoreMedia,
  saveLevels,
  saveMedia,
  saveSongs,
  saveStage,
} from './contract.ts'
import { ownMedia, projectMedia, riderOf, soundAt } from './queries.ts'
import { rangeOf } from './rules.ts'

// Reading and storing take their time: none of it inside a transaction.
const own = { transaction: false } as const

const scopeOf = ({ db, viewer }: Pick<Context, 'db' | 'viewer'>, id: number): Promise<OwnerScope> =>
  ownerScope(db, viewer, id)

const readOwn = async ({ db, viewer }: ReadContext, { params }: { params: { id: number } }) =>
  ownMedia(db, await projectScope(db, viewer, params.id))

/** What a repeated call is answered: how it is now. */
const again = { again: readOwn }

/** Nothing that is sent may do anything but sound, or be kept. */
const SEALED = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

export const routes = [
  on(readProjectMedia, ({ db }, { params }) => projectMedia(db, params.id), { pool: 'open' }),

  on(
    readSound,
    async ({ app, db, request, reply }, { params, query }) => {
      const { key, format, bytes } = await soundAt(db, params.id, query.v)
      const etag = `"${key.slice(0, 16)}"`
      reply
        .header('accept-ranges', 'bytes')
        .header('etag', etag)
        // A sound at its address never changes; taken down, others' browsers forget it within the hour.
        .header('cache-control', 'public, max-age=3600')
        .header('content-security-policy', SEALED)
        .header('cross-origin-resource-policy', 'same-origin')
        .header('content-disposition', `inline; filename="${params.id}.${format}"`)
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      const asked = request.headers['if-range']
      const range = asked && asked !== etag ? 'all' : rangeOf(request.headers.range, bytes)
      if (range === 'none') return reply.status(416).header('content-range', `bytes */${bytes}`).send()
      const part = range === 'all' ? undefined : range
      const stream = await storeOf(app.config).read(key, documentPart(format), part)
      if (!stream) throw notFound()
      if (part) reply.status(206).header('content-range', `bytes ${part.from}-${part.to}/${bytes}`)
      return reply
        .header('content-length', part ? part.to - part.from + 1 : bytes)
        .type(documentType(format))
        .send(stream)
    },
    { pool: 'open' },
  ),

  on(readOwnMedia, readOwn),
  on(
    addPicture,
    async (ctx, { params, body }) => showPicture(ctx, await scopeOf(ctx, params.id), body),
    again,
  ),
  on(addSound, async (ctx, { params }) => uploadSound(ctx, await scopeOf(ctx, params.id)), own),
  on(addLink, async (ctx, { params, body }) => showLink(ctx, await scopeOf(ctx, params.id), body), again),
  on(
    saveMedia,
    async (ctx, { params, body }) =>
      nameMedia(ctx, await scopeOf(ctx, params.id), params.media_id, body.title),
    again,
  ),
  on(
    removeMedia,
    async (ctx, { params }) => takeDown(ctx, await scopeOf(ctx, params.id), params.media_id),
    again,
  ),
  on(
    restoreMedia,
    async (ctx, { params }) => bringBack(ctx, await scopeOf(ctx, params.id), params.media_id),
    again,
  ),
  on(
    orderMedia,
    async (ctx, { params, body }) => putInOrder(ctx, await scopeOf(ctx, params.id), body),
    again,
  ),
  on(
    saveLevels,
    async (ctx, { params, body }) =>
      keepLevels(ctx, await scopeOf(ctx, params.id), params.media_id, body.levels),
    again,
  ),
  on(
    saveSongs,
    async (ctx, { params, body }) => writeSongs(ctx, await scopeOf(ctx, params.id), body.songs),
    again,
  ),
  on(saveStage, async (ctx, { params, body }) => writeStage(ctx, await scopeOf(ctx, params.id), body), again),
  on(addRider, async (ctx, { params }) => uploadRider(ctx, await scopeOf(ctx, params.id)), own),
  on(removeRider, async (ctx, { params }) => dropRider(ctx, await scopeOf(ctx, params.id)), again),
  on(readRider, async (ctx, { params }) => {
    const { db, viewer } = ctx
    if (!(await isMember(db, params.id, viewer.id))) {
      const readers = await gather(ctx, riderReaders, { project_id: params.id, user_id: viewer.id })
      if (readers.length === 0) throw notFound()
    }
    const { name, ...rider } = await riderOf(db, params.id)
    return sendAttachment(ctx, { ...rider, format: 'pdf', name: `${name}.pdf` })
  }),
]
