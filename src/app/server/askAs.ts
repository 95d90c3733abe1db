import type { FastifyInstance, FastifyReply, FastifyRequest, LightMyRequestResponse } from 'fastify'

/** Asks this server for what anybody may have, as whoever opens a page would: the same limits and masking hold. */
export const askAs = (server: FastifyInstance, request: FastifyRequest, url: string) =>
  server.inject({ url, remoteAddress: request.ip, headers: { 'x-request-id': request.id } })

/** Answers with a refusal that was heard in {@link askAs}: what it says, and when to come again. */
export function passOn(reply: FastifyReply, { statusCode, headers, body }: LightMyRequestResponse) {
  const again = headers['retry-after']
  if (again !== undefined) reply.header('retry-after', again)
  return reply.code(statusCode).type('application/json; charset=utf-8').send(body)
}
