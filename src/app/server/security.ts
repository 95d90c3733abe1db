import fastifyHelmet from '@fastify/helmet'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#core/server/config.ts'
import { tooMany } from '#core/server/limits.ts'

const NO_LIMIT_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}
/** Headers that a browser holds pages and answers to, and how often one address may call. */
export async function security(server: FastifyInstance, config: Config): Promise<void> {
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
  // With callbacks: it runs for every answer.
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (isCall(request.url))
      for (const [name, value] of Object.entries(dataHeaders))
        if (!reply.hasHeader(name)) reply.header(name, value)
    done()
  })

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
}
