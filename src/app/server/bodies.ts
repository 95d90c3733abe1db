import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { isSound } from '#core/server/input.ts'

const UPLOAD_LIMIT = 12 * 1024 * 1024

/** What may be sent: JSON, uploads, and forms where an endpoint says so; sound text, not nested beyond measure. */
export async function bodies(server: FastifyInstance): Promise<void> {
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (!text) return done(null, undefined)
    try {
      done(null, JSON.parse(text))
    } catch {
      done(new Refusal(400, 'common.malformed'))
    }
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    (request, _body, done) =>
      request.routeOptions.config.form
        ? done(null, undefined)
        : done(new Refusal(415, 'common.unsupported_type')),
  )
  // The one check of what no handler and no database can take, for every route there is.
  server.addHook('preValidation', ({ params, query, headers, body }, _reply, done) => {
    const isWhole = isSound(params) && isSound(query) && isSound(headers) && isSound(body)
    done(isWhole ? undefined : new Refusal(400, 'common.malformed'))
  })
  // What reads multipart leaves it to the handler, so a call that takes none would see an empty body.
  server.addHook('preValidation', (request, _reply, done) => {
    const isLost = request.isMultipart() && !request.is404 && !request.routeOptions.config.upload
    done(isLost ? new Refusal(415, 'common.unsupported_type') : undefined)
  })
  await server.register(fastifyMultipart, {
    limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 10, parts: 11 },
  })
}
