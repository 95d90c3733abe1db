import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Asks this server for what anybody may have, as whoever opens a page would: the same limits and masking hold. */
export const askAs = (server: FastifyInstance, request: FastifyRequest, url: string) =>
  server.inject({ url, remoteAddress: request.ip, headers: { 'x-request-id': request.id } })
