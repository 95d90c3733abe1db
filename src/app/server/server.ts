import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import fastifyHelmet from '@fastify/helmet'
import fastifyMultipart from '@fastify/multipart'
import fastifyRateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import scalar from '@scalar/fastify-api-reference'
import { sql } from 'drizzle-orm'
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { languageOf } from '#core/contract/language.ts'
import type { App } from '#core/server/app.ts'
import { isUnreachable } from '#core/server/db.ts'
import { tooMany } from '#core/server/limits.ts'
import { languageFor, mount } from '#core/server/mount.ts'
import { openapiOf } from '#core/server/openapi.ts'
import { problemText } from '#core/server/texts.ts'
import { authenticate } from '#features/accounts/commands.ts'
import { closeLive } from '#features/notifications/queries.live.ts'
import { devRoutes } from './dev.ts'
import { routes } from './features.ts'

/** Bare forms of specified calls and of uploads; anything else without /api is a page. */
const BARE = /^\/(auth|files|notifications|invitations|musician)(\/|\?|$)/
const PAGES = new URL('../../../dist/web/', import.meta.url)

const NO_LIMIT_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}
const BODY_LIMIT = 1024 * 1024
export const UPLOAD_LIMIT = 12 * 1024 * 1024

/** Adds /api to the specified bare forms. Never the other way: /events is a page and /api/events/ a call. */
export const withPrefix = (url: string): string => (BARE.test(url) ? `/api${url}` : url)

/** The server with everything on it, not yet listening. */
export async function buildServer(app: App): Promise<FastifyInstance> {
  const { config } = app
  const production = config.env === 'production'
  const server = fastify({
    loggerInstance: app.log,
    // Our own line per request, below: fastify's two cost a fifth of the throughput.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    },
    rewriteUrl: (request) => withPrefix(request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    trustProxy: 'loopback, linklocal, uniquelocal',
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  })

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

  const https = config.public_url.startsWith('https:')
  // Helmet works its list out for every page; an answer to a call is data and needs these few.
  const dataHeaders = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  const isCall = (url: string) => url.startsWith('/api/') && !url.startsWith('/api/docs')
  server.addHook('onRoute', (route) => {
    if (isCall(route.url)) route.helmet = false
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    (request, _body, done) =>
      request.routeOptions.config.form
        ? done(null, undefined)
        : done(new Refusal(415, 'common.unsupported_type')),
  )

  // Where a provider has several hosts ({s}), all beside them are let in.
  const tiles = new URL(
    config.maps.tiles_url.replace(/\/\/[^./]*\{s\}[^./]*/, '//*').replace(/\{[^}]*\}/g, 'a'),
  ).origin
  await server.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        // React writes style attributes (widths, positions); no style sheet of others is let in.
        styleSrc: ["'self'"],
        styleSrcElem: ["'self'", "'unsafe-inline'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', tiles],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  await server.register(fastifyRateLimit, {
    global: true,
    max: config.rate_limit,
    // Pages and their files are cheap and many (a household shares one address); calls are what a flood is made of.
    allowList: (request) => !request.url.startsWith('/api/'),
    // A connection that is already gone has no address any more.
    keyGenerator: (request) => request.ip ?? 'gone',
    timeWindow: '1 minute',
    // Who is refused reads Retry-After; nobody else needs to hear of it with each answer.
    addHeadersOnExceeding: NO_LIMIT_HEADERS,
    addHeaders: { ...NO_LIMIT_HEADERS, 'retry-after': false },
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  })
  await server.register(fastifyMultipart, {
    limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 10, parts: 11 },
  })

  // Streams have no end of their own: a server that stops ends them.
  server.addHook('preClose', () => closeLive(app))
  // With callbacks: these run for every answer.
  server.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    if (isCall(request.url))
      for (const [name, value] of Object.entries(dataHeaders))
        if (!reply.hasHeader(name)) reply.header(name, value)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const line = {
      request: request.id,
      method: request.method,
      url: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.viewer?.id,
    }
    if (reply.statusCode >= 500) request.log.error(line, 'answered')
    else request.log.debug(line, 'answered')
    done()
  })
  server.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = refusalOf(error)
    if (!refusal)
      request.log.error(
        { err: error, request: request.id, method: request.method, url: request.url.split('?')[0] },
        'failed',
      )
    else if (refusal.status === 503) request.log.error({ err: error }, 'the database does not answer')
    reply
      .status(refusal?.status ?? 500)
      .headers(refusal?.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(failureOf(app, request, refusal)))
  })
  server.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && !request.url.startsWith('/api/') && pages)
      return servePage(request, reply)
    throw new Refusal(404, 'common.not_found')
  })

  mount(server, app, routes, authenticate)
  if (!production) devRoutes(server, app)

  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    try {
      await app.db.execute(sql`select 1`)
      return { status: 'ready' }
    } catch {
      return reply.status(503).send({ status: 'no database' })
    }
  })
  const document = openapiOf(
    routes.map((route) => route.endpoint),
    { version: '0.1.0', url: config.public_url },
  )
  server.get('/api/openapi.json', async () => document)
  await server.register(async (docs) => {
    // The API page brings a script of its own inside the page: that very text is let in, on that page alone.
    docs.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string') return payload
      const inline = [...payload.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
        ([, text = '']) => text,
      )
      const hashes = inline
        .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
        .join(' ')
      const policy = String(reply.getHeader('content-security-policy'))
      reply.header(
        'content-security-policy',
        policy.replace("script-src 'self'", `script-src 'self' ${hashes}`),
      )
      return payload
    })
    await docs.register(scalar, {
      routePrefix: '/api/docs',
      configuration: { url: '/api/openapi.json', withDefaultFonts: false, telemetry: false },
    })
  })

  const pages = existsSync(new URL('index.html', PAGES))
    ? readFileSync(new URL('index.html', PAGES), 'utf8')
    : null
  if (pages) {
    await server.register(fastifyStatic, {
      root: PAGES.pathname,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.includes('/assets/')
            ? 'public, max-age=31536000, immutable'
            : /\/(welcome|signin)\./.test(path)
              ? 'no-cache'
              : 'public, max-age=300',
        )
      },
    })
    server.get('/', (_request, reply) => reply.redirect('/welcome'))
    // Drawn at build time, one file per language; the app takes over for whoever is signed in.
    for (const page of ['welcome', 'signin'])
      server.get(`/${page}`, (request, reply) =>
        reply
          .header('vary', 'accept-encoding, accept-language, cookie')
          .sendFile(`${page}.${chosenLanguage(request)}.html`),
      )
  }
  /** The client's router decides what a path shows; the shell itself is never cached. */
  function servePage(_request: FastifyRequest, reply: import('fastify').FastifyReply) {
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(pages)
  }
  return server
}

/** The language chosen in this browser, which the pages mirror in a cookie; else the one the request asks for. */
const chosenLanguage = (request: FastifyRequest) =>
  languageOf(/(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]) ??
  languageFor(request)

function refusalOf(error: FastifyError | Refusal): Refusal | null {
  if (error instanceof Refusal) return error
  if (isUnreachable(error)) return new Refusal(503, 'common.unavailable', { headers: { 'retry-after': '5' } })
  switch (error.statusCode) {
    case 413:
      return new Refusal(413, 'common.too_large')
    case 415:
      return new Refusal(415, 'common.unsupported_type')
    case 400:
    case 406:
      return new Refusal(400, 'common.malformed')
    case 503:
      return new Refusal(503, 'common.unavailable', { headers: { 'retry-after': '5' } })
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
