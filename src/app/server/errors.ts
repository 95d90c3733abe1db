import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { FALLBACK_LANGUAGE, type Language } from '#core/contract/language.ts'
import type { App } from '#core/server/app.ts'
import { isCancelled, isRefusedValue, isTooSlow } from '#core/server/db.ts'
import { isDiskFull, noRoom } from '#core/server/disk.ts'
import { languageFor, unavailable } from '#core/server/mount.ts'
import { isUnreachable } from '#core/server/pool.ts'
import { problemText } from '#core/server/texts.ts'
import { gone, hasGone } from '#core/server/turns.ts'
import { DATA_HEADERS } from './security.ts'

/** What a failed call answers, in the language of whoever called; what is our own fault goes to the log in full. */
export function errors(server: FastifyInstance, app: App): void {
  server.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    refuse(app, error, request, reply)
  })
}

/** What becomes of a request that reaches no route: its address or its HTTP can't be read. Same shape, same headers. */
export const unroutable = (
  app: App,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> => ({
  frameworkErrors: (error, request, reply) => {
    refuse(app, error, request, reply.headers({ ...DATA_HEADERS, 'x-request-id': request.id }))
  },
  clientErrorHandler: (error, socket) => refuseUnread(app, error, socket),
})

function refuse(app: App, error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  const refusal = isOfWhoLeft(error, reply) ? gone() : refusalOf(error)
  const about = { err: error, request: request.id, method: request.method, url: request.url.split('?')[0] }
  const which = { err: error, request: request.id }
  // Nobody reads the answer, and giving up what was begun for it is no fault.
  if (refusal?.status === 499) request.log.debug(about, 'the caller has left')
  else if (!refusal) request.log.error(about, 'failed')
  else if (isDiskFull(error)) request.log.error(which, 'the disk is full')
  else if (!(error instanceof Refusal) && refusal.status === 503)
    request.log.error(which, 'the database does not answer')
  else if (isRefusedValue(error)) request.log.warn(about, VALUE_LET_THROUGH)
  reply
    .status(refusal?.status ?? 500)
    .headers(refusal?.headers ?? {})
    .type(JSON_TYPE)
    .send(JSON.stringify(failureOf(app, languageFor(request), refusal)))
}

/** Given up because its caller has left: before the statement that it waited for was sent, or while the database was at it. */
const isOfWhoLeft = (error: unknown, { raw }: FastifyReply): boolean =>
  hasGone(error) || (raw.destroyed && isCancelled(error))

const JSON_TYPE = 'application/json; charset=utf-8'

/** Logged when the database refuses a value that a contract should have refused: the caller gets the same answer. */
export const VALUE_LET_THROUGH = 'a contract lets a value through that the database refuses'

function refusalOf(error: FastifyError | Refusal): Refusal | null {
  if (error instanceof Refusal) return error
  if (isTooSlow(error)) return new Refusal(503, 'common.too_slow', { headers: { 'retry-after': '10' } })
  if (isUnreachable(error)) return unavailable()
  if (isDiskFull(error)) return noRoom()
  if (isRefusedValue(error)) return new Refusal(400, 'common.malformed')
  const { statusCode = 500 } = error
  switch (statusCode) {
    case 404:
      return new Refusal(404, 'common.not_found')
    case 413:
      return new Refusal(413, 'common.too_large')
    case 415:
      return new Refusal(415, 'common.unsupported_type')
    case 503:
      return unavailable()
    default:
      return statusCode >= 400 && statusCode < 500 ? new Refusal(400, 'common.malformed') : null
  }
}

/** What a refusal says to a person; a fault of ours says nothing of its inside. */
function failureOf(
  app: App,
  language: Language,
  refusal: Pick<Refusal, 'code' | 'values' | 'fields'> | null,
) {
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

/** Bytes that are no request, or one that never ends: nothing of it is known, so the answer is written by hand. */
function refuseUnread(app: App, error: Error & { code?: string }, socket: Socket) {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const [status, code] = UNREAD[error.code ?? ''] ?? [400, 'common.malformed']
    const body = JSON.stringify(failureOf(app, FALLBACK_LANGUAGE, { code, values: {}, fields: undefined }))
    const headers = {
      'content-type': JSON_TYPE,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries({ ...headers, ...DATA_HEADERS }).map(([name, value]) => `${name}: ${value}`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}

const UNREAD: Record<string, [status: number, code: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'common.too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'common.timeout'],
}
