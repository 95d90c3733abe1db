import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'

const UPLOAD_LIMIT = 12 * 1024 * 1024

/** What may be sent: JSON, uploads, and forms where an endpoint says so. */
export async function bodies(server: FastifyInstance): Promise<void> {
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (!text) return done(null, undefined)
    // PostgreSQL keeps no NUL character; better said here than by the database.
    if (text.includes('\\u0000')) return done(new Refusal(400, 'common.malformed'))
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
  await server.register(fastifyMultipart, {
    limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 10, parts: 11 },
  })
}
