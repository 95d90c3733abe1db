import { gt, max } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#core/server/db.ts'
import { answersOf, titleOf } from '#core/server/openapi.ts'
import { notifications } from '#features/notifications/table.ts'
import { routes } from '../features.ts'
import { ALSO, TELLS } from './guide.ts'

const LISTED = new Map(
  routes.map((route) => [titleOf(route.endpoint), answersOf(route, ALSO[titleOf(route.endpoint)])]),
)

const titleIn = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url}`

/**
 * Watches what calls answer with.
 * @returns the answers whose status their call's description doesn't list, such as `GET /api/orders/ 418`
 */
export function watchUnlisted(server: FastifyInstance): Set<string> {
  const unlisted = new Set<string>()
  server.addHook('onResponse', (request, reply, done) => {
    const title = titleIn(request)
    const listed = LISTED.get(title)
    if (listed && !listed.has(reply.statusCode)) unlisted.add(`${title} ${reply.statusCode}`)
    done()
  })
  return unlisted
}

/**
 * Watches what calls tell people, where they come one after the other.
 * @returns notifications that the description of their call doesn't name, such as `POST /api/orders/ BRIEF_INITIATED`
 */
export function watchUntold(server: FastifyInstance, db: Db): Set<string> {
  const untold = new Set<string>()
  const began = new WeakMap<FastifyRequest, number>()
  server.addHook('onRequest', async (request) => {
    if (request.method === 'GET') return
    const [newest] = await db.select({ id: max(notifications.id) }).from(notifications)
    began.set(request, newest?.id ?? 0)
  })
  server.addHook('onSend', async (request) => {
    const after = began.get(request)
    if (after === undefined) return
    const told = await db
      .selectDistinct({ type: notifications.type })
      .from(notifications)
      .where(gt(notifications.id, after))
    const title = titleIn(request)
    for (const { type } of told) if (!TELLS[title]?.includes(`\`${type}\``)) untold.add(`${title} ${type}`)
  })
  return untold
}
