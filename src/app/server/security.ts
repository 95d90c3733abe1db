import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '#core/server/config.ts'
import { addressOf, calledAt, networkOf } from '#core/server/input.ts'
import { tooMany } from '#core/server/limits.ts'
import { FRAME_HOSTS } from '#features/media/rules.links.ts'
import { inlineScripts } from './pages.ts'

const NO_LIMIT_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}
/** What an answer to a call carries: it is data, no page, and nobody's to keep. */
export const DATA_HEADERS = {
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/** Our pages, and those of the players that they open. */
const PLAYERS = ['self', ...FRAME_HOSTS.map((host) => `"${host}"`)].join(' ')
/**
 * What the pages may ask a browser for: the place on a map, copying and sharing, passkeys and the screen. Whatever else
 * a browser can do is off, for them and for what a page might be made to load; devices are on where a page needs them.
 */
const permissions = (devices: readonly string[]): string =>
  Object.entries({
    self: [
      ...devices,
      'geolocation',
      'clipboard-write',
      'web-share',
      'publickey-credentials-create',
      'publickey-credentials-get',
    ],
    // What is heard goes on to the next song; films are seen whole.
    players: ['autoplay', 'fullscreen', 'encrypted-media'],
    '': [
      'accelerometer',
      'bluetooth',
      'browsing-topics',
      'camera',
      'clipboard-read',
      'display-capture',
      'gyroscope',
      'hid',
      'idle-detection',
      'local-fonts',
      'magnetometer',
      'microphone',
      'midi',
      'payment',
      'picture-in-picture',
      'screen-wake-lock',
      'serial',
      'storage-access',
      'usb',
      'xr-spatial-tracking',
    ].filter((feature) => !devices.includes(feature)),
  })
    .flatMap(([to, features]) => features.map((feature) => `${feature}=(${to === 'players' ? PLAYERS : to})`))
    .join(', ')

/** Pages that listen or look, when somebody presses: who comes to one from elsewhere in the app loads it (devices.ts). */
const WITH_DEVICES: readonly (readonly [RegExp, string])[] = [
  [/^\/tuner\/?$/, permissions(['microphone'])],
  [/^\/lessons\/\d+\/room\/?$/, permissions(['microphone', 'camera'])],
]
const PERMISSIONS = permissions([])
const permissionsAt = (url: string) => {
  const [path = ''] = url.split('?')
  return WITH_DEVICES.find(([pages]) => pages.test(path))?.[1] ?? PERMISSIONS
}

/** Headers that a browser holds pages and answers to, and how often one address may call. */
export async function security(server: FastifyInstance, config: Config): Promise<void> {
  const https = config.public_url.startsWith('https:')
  // An answer to a call is data and needs these few.
  const dataHeaders = Object.entries({
    ...DATA_HEADERS,
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  })
  const isCall = (url: string) => url.startsWith('/api/') && !url.startsWith('/api/docs')
  // Where a provider has several hosts ({s}), all beside them are let in.
  const tiles = new URL(
    config.maps.tiles_url.replace(/\/\/[^./]*\{s\}[^./]*/, '//*').replace(/\{[^}]*\}/g, 'a'),
  ).origin
  const pageHeaders = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts()],
        // React writes style attributes (widths, positions); no style sheet of others is let in.
        styleSrc: ["'self'"],
        styleSrcElem: ["'self'", "'unsafe-inline'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', tiles],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        // Players of videos and songs, opened when somebody presses them; nobody else is shown in a page.
        frameSrc: [...FRAME_HOSTS],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  // With callbacks: they run for every answer.
  server.addHook('onRequest', (request, reply, done) => {
    if (!isCall(calledAt(request))) for (const [name, value] of pageHeaders) reply.header(name, value)
    done()
  })
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (isCall(calledAt(request))) {
      for (const [name, value] of dataHeaders) if (!reply.hasHeader(name)) reply.header(name, value)
    } else reply.header('permissions-policy', permissionsAt(request.url))
    done()
  })
  await server.register(fastifyRateLimit, {
    global: true,
    max: config.rate_limit,
    // Pages and their files are cheap and many (a household shares one address); calls are what a flood is made of.
    allowList: (request) => !calledAt(request).startsWith('/api/'),
    keyGenerator: (request) => networkOf(addressOf(request)),
    timeWindow: '1 minute',
    // Who is refused reads Retry-After; nobody else needs to hear of it with each answer.
    addHeadersOnExceeding: NO_LIMIT_HEADERS,
    addHeaders: { ...NO_LIMIT_HEADERS, 'retry-after': false },
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  })
}

/**
 * What Helmet would say with every page, worked out once: it is the same for all. (@fastify/helmet makes what serves one
 * call anew for each, and left 5 KB of every call, of those that need none of it too, to be collected late.)
 */
function headersOf(options: HelmetOptions): [name: string, value: unknown][] {
  const call = new IncomingMessage(new Socket())
  const answer = new ServerResponse(call)
  helmet(options)(call, answer, (error) => {
    if (error) throw error
  })
  return Object.entries(answer.getHeaders())
}
