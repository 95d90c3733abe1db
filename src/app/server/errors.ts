import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import type { App } from '#core/server/app.ts'
import { isUnreachable } from '#core/server/db.ts'
import { isDiskFull, noRoom } from '#core/server/disk.ts'
import { languageFor, unavailable } from '#core/server/mount.ts'
import { problemText } from '#core/server/texts.ts'

/** What a failed call answers, in the language of whoever called; what is our own fault goes to the log in full. */
export function errors(server: FastifyInstance, app: App): void {
  server.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = refusalOf(error)
    if (!refusal)
      request.log.error(
        { err: error, request: request.id, method: request.method, url: request.url.split('?')[0] },
        'failed',
      )
    else if (isDiskFull(error)) request.log.error({ err: error }, 'the disk is full')
    else if (refusal.status === 503) request.log.error({ err: error }, 'the database does not answer')
    reply
      .status(refusal?.status ?? 500)
      .headers(refusal?.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(failureOf(app, request, refusal)))
  })
}

function refusalOf(error: FastifyError | Refusal): Refusal | null {
  if (error instanceof Refusal) return error
  if (isUnreachable(error)) return unavailable()
  if (isDiskFull(error)) return noRoom()
  switch (error.statusCode) {
    case 413:
      return new Refusal(413, 'common.too_large')
    case 415:
      return new Refusal(415, 'common.unsupported_type')
    case 400:
    case 406:
      return new Refusal(400, 'common.malformed')
    case 503:
      return unavailable()
    default:
      return null
  }
}

/** What a refusal says to a person; a fault of ours says nothing of its inside. */
function failureOf(app: App, request: FastifyRequest, refusal: Refusal | null) {
  const language = languageFor(request)
  const code = refusal?.code ?? 'common.server'
  return {
    message: app.texts.say(language, `common:errors.${code}`, refusal?.values),
    code,
    ...(refusal?.fields
      ? {
          fields: Object.fromEntries(
            Object.entries(refusal.fields).map(([field, problem]) => [
              field,
              problemText(app.texts, language, problem),
            ]),
          ),
        }
      : {}),
  }
}
