import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { App } from '#core/server/app.ts'
import { closeLive } from '#core/server/live.ts'
import { type HasSecond, mount } from '#core/server/mount.ts'
import { STAFF } from '#features/access/rules.ts'
import { hasSecond } from '#features/accounts/queries.factors.ts'
import { authenticate } from '#features/projects/commands.viewer.ts'
import { beginFewAtOnce } from './begin.ts'
import { bodies } from './bodies.ts'
import { devRoutes } from './dev.ts'
import { docs } from './docs.ts'
import { errors, unroutable } from './errors.ts'
import { routes } from './features.ts'
import { health } from './health.ts'
import { pages } from './pages.ts'
import { providerCalls } from './providerCalls.ts'
import { requestLog } from './requestLog.ts'
import { security } from './security.ts'
import { sitemap } from './sitemap.ts'
import { unfinishedBodies } from './unfinished.ts'

/** Bare forms of specified calls and of uploads; anything else without /api is a page. */
const BARE = /^\/(auth|files|notifications|invitations|musician)(\/|\?|$)/

/** From the first byte to the last: an upload of 12 MB over a slow mobile network. */
const REQUEST_MS = 120_000
const HEADERS_MS = 10_000
/** How often connections are held against these. */
const CHECK_MS = 2_000

const BODY_LIMIT = 1024 * 1024

/** Adds /api to the specified bare forms. Never the other way: /events is a page and /api/events/ a call. */
export const withPrefix = (url: string): string => (BARE.test(url) ? `/api${url}` : url)

/** Accounts of the demo. */
const DEMO = /@tarima\.demo$/i

/** Outside production the demo's staff account has no second factor, so that anybody can see its desk. */
const secondIn =
  (isProduction: boolean): HasSecond =>
  async (db, { id, email }, { access }) =>
    (!isProduction && access === STAFF && DEMO.test(email)) || hasSecond(db, id)

/** The server with everything on it, not yet listening. */
export async function buildServer(app: App): Promise<FastifyInstance> {
  const { config } = app
  const production = config.env === 'production'
  const server = fastify({
    loggerInstance: app.log,
    // Our own line per request, below: fastify's two cost a fifth of the throughput.
    logController: new LogController({ disableRequestLogging: true }),
    // Lines that tell of a request name it themselves (below, and errors.ts): most requests leave none.
    childLoggerFactory: (logger) => logger,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    },
    rewriteUrl: (request) => withPrefix(request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    trustProxy: config.trust_proxy.length > 0 && [...config.trust_proxy],
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    return503OnClosing: true,
    ...unroutable(app),
  })

  unfinishedBodies(server)
  beginFewAtOnce(server)
  await bodies(server)
  await security(server, config)

  // Streams have no end of their own: a server that stops ends them.
  server.addHook('preClose', () => closeLive(app))
  // With callbacks: these run for every answer.
  server.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  requestLog(server)
  errors(server, app)

  mount(server, app, routes, { findViewer: authenticate, hasSecond: secondIn(production) })
  await providerCalls(server, app)
  if (!production) devRoutes(server, app)
  health(server, app)
  await docs(server, app)
  sitemap(server, app)
  await pages(server, app)
  return server
}
