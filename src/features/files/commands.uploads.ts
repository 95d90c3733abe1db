import { Socket } from 'node:net'
import { Refusal } from '#core/contract/errors.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { addressOf, networkOf } from '#core/server/input.ts'
import { limit } from '#core/server/limits.ts'
import { PICTURES_AT_ONCE } from '#core/server/pictures.ts'
import type { ReadContext } from '#core/server/route.ts'
import { openTurns } from '#core/server/turns.ts'
import { UPLOAD_MAX, UPLOADS_A_DAY } from './contract.ts'
import { isBadName, isTooSlow } from './rules.ts'

/* How a file comes in, whatever it becomes: read whole, in turn, and no more in a day than is borne. */

/** A file as it was sent: nothing of it is trusted yet. */
export interface Upload {
  bytes: Buffer
  name: string
}

const tooLarge = (most: number) => new Refusal(413, 'files.too_large', { values: { mb: most / 1024 / 1024 } })

/** The one file of a form. @throws Refusal 413, 415 or 422 */
async function fileOf({ request }: ReadContext, most: number): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal(415, 'common.unsupported_type')
  // Early, while the browser is still sending: the form adds a few hundred bytes around the file.
  if (Number(request.headers['content-length'] ?? 0) > most + 64 * 1024) throw tooLarge(most)
  try {
    let upload: Upload | undefined
    // Room for two, so that a second one is refused instead of lost.
    for await (const file of request.files({
      limits: { fileSize: most, files: 2 },
      preservePath: true,
    })) {
      if (upload) throw new Refusal(422, 'files.one_at_a_time')
      upload = { bytes: await file.toBuffer(), name: file.filename }
      if (isBadName(file.filename)) throw new Refusal(422, 'files.bad_name')
    }
    if (!upload?.bytes.length) throw new Refusal(422, 'files.missing')
    return upload
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(most)
    if (code === 'FST_FILES_LIMIT') throw new Refusal(422, 'files.one_at_a_time')
    // Of the form itself: no boundary, an end that never comes. What reads it throws bare errors.
    throw error instanceof Refusal || 'statusCode' in (error as object)
      ? error
      : new Refusal(400, 'common.malformed')
  }
}

/** How often it is looked how much of a body has come. */
const LOOK_MS = 1_000

/**
 * Reads a body and gives it up when it comes too slowly: who sends a byte now and then would hold the place of others. Time
 * is counted by looks, so that a server that is busy itself takes none of it.
 * @throws Refusal 408 `common.timeout`; the connection ends with it
 */
async function atPace<Result>({ request }: ReadContext, read: () => Promise<Result>): Promise<Result> {
  const { socket } = request.raw
  // What a test gives to the app itself comes by no connection.
  if (!(socket instanceof Socket)) return read()
  const before = socket.bytesRead
  const slow = Promise.withResolvers<never>()
  let looks = 0
  const timer = setInterval(() => {
    if (isTooSlow(socket.bytesRead - before, ++looks * LOOK_MS))
      slow.reject(new Refusal(408, 'common.timeout', { headers: { connection: 'close' } }))
  }, LOOK_MS)
  try {
    return await Promise.race([read(), slow.promise])
  } finally {
    clearInterval(timer)
  }
}

/**
 * How long a body waits until it is read. Its bytes hold still meanwhile, and the server ends what isn't whole two minutes
 * after its first one (app/server/server.ts): whoever waits longer than this hears that it is busy, not that it broke off.
 */
export const UPLOAD_PATIENCE_MS = MINUTE

/** What waits isn't read yet and takes no memory; what is read takes 12 MB at most. */
const readings = openTurns({
  at_once: 16,
  at_once_each: 2,
  at_once_from: 10,
  waiting: 200,
  waiting_each: 30,
  patience_ms: UPLOAD_PATIENCE_MS,
})
/** Large ones take up to 30 MB each, and are of one person one at a time. */
const largeReadings = openTurns({
  at_once: 4,
  at_once_each: 1,
  at_once_from: 3,
  waiting: 100,
  waiting_each: 20,
  patience_ms: UPLOAD_PATIENCE_MS,
})
/** One of each person at a time. */
const encodings = openTurns({
  at_once: PICTURES_AT_ONCE,
  at_once_each: 1,
  waiting: 32,
  waiting_each: 4,
  patience_ms: MINUTE,
})

/**
 * Reads the file of a form and has something made of it. Files of one person are read and encoded in turn, so that
 * nobody's many hold up those of others.
 * @param encode checks the content and makes what is kept of it: costly, one at a time for each person
 * @param keep stores that, outside of any transaction
 * @param options.bytes_max where more is taken than of pictures and documents; then `encode` keeps to turns of its own
 * @throws Refusal 408 for a body that comes too slowly, 413, 415, 422 for what isn't one sound file, 429 after too many in a day, 503 when too many wait
 */
export const receive = <Encoded, Result>(
  ctx: ReadContext,
  encode: (upload: Upload) => Promise<Encoded>,
  keep: (encoded: Encoded) => Promise<Result>,
  { bytes_max = UPLOAD_MAX }: { bytes_max?: number } = {},
): Promise<Result> => {
  const isLarge = bytes_max > UPLOAD_MAX
  return (isLarge ? largeReadings : readings).take(
    `user:${ctx.viewer.id}`,
    async () => {
      const { app, viewer, now, signal } = ctx
      const upload = await atPace(ctx, () => fileOf(ctx, bytes_max))
      await limit(app.db, `upload:${viewer.id}`, UPLOADS_A_DAY, DAY, now).catch((error) => {
        throw error instanceof Refusal
          ? new Refusal(429, 'files.too_many', { headers: error.headers })
          : error
      })
      if (isLarge) return keep(await encode(upload))
      return keep(await encodings.take(`user:${viewer.id}`, () => encode(upload), { signal }))
    },
    { signal: ctx.signal, from: networkOf(addressOf(ctx.request)) },
  )
}
