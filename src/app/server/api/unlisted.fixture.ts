import type { FastifyInstance } from 'fastify'
import { answersOf, titleOf } from '#core/server/openapi.ts'
import { routes } from '../features.ts'
import { ALSO } from './guide.ts'

const LISTED = new Map(
  routes.map((route) => [titleOf(route.endpoint), answersOf(route, ALSO[titleOf(route.endpoint)])]),
)

/**
 * Watches what calls answer with.
 * @returns the answers whose status their call's description doesn't list, such as `GET /api/orders/ 418`
 */
export function watchUnlisted(server: FastifyInstance): Set<string> {
  const unlisted = new Set<string>()
  server.addHook('onResponse', (request, reply, done) => {
    const title = `${request.method} ${request.routeOptions.url}`
    const listed = LISTED.get(title)
    if (listed && !listed.has(reply.statusCode)) unlisted.add(`${title} ${reply.statusCode}`)
    done()
  })
  return unlisted
}
