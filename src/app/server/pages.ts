import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { LANGUAGES, type Language } from '#core/contract/language.ts'
import { BUILD_ORIGIN } from '#core/contract/origin.ts'
import type { App } from '#core/server/app.ts'
import { chosenLanguage } from './chosenLanguage.ts'
import { foundPages, keepUnlisted } from './found.ts'
import { stillPage } from './packed.ts'

const PAGES = new URL('../../../dist/web/', import.meta.url)
/** What the build leaves for the server alone. */
const BUILT = new URL('../../../dist/server/', import.meta.url)

/** What the client's router starts from; null where nothing was built, or not to its end. */
function readShell(): string | null {
  const index = new URL('index.html', PAGES)
  const isWhole = [index, new URL('found.js', BUILT), drawnFile('welcome', 'es')].every((file) =>
    existsSync(file),
  )
  return isWhole ? readFileSync(index, 'utf8') : null
}

const drawnFile = (page: string, language: Language) => new URL(`${page}.${language}.html`, BUILT)

/** The scripts inside the built pages as a content security policy names them: all pages have those of the shell. */
export const inlineScripts = (page = readShell() ?? ''): string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

/** One address of the route table, as the build leaves it, e.g. `/services/:id/edit`. */
export interface Address {
  path: string
  isPublic: boolean
  /** For whoever was given its address, as in the route table. */
  isUnlisted: boolean
  /** The server draws what is there. */
  isDrawn: boolean
}

/** `:id` stands for one part of an address, `:genre?` for one that may be missing. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`)

function readAddresses(): Address[] {
  const file = new URL('routes.json', BUILT)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/** Finds the row of the route table that an address belongs to; the last one, `*`, is for all others. */
function finderOf(table: readonly Address[]): (pathname: string) => Address | undefined {
  const known = table
    .filter(({ path }) => path !== '*')
    .map((address) => ({ address, is: patternOf(address.path) }))
  return (pathname) => known.find(({ is }) => is.test(pathname))?.address
}

/** The built pages with their files, where there are any; every other path is 404. */
export async function pages(server: FastifyInstance, app: App): Promise<void> {
  const shell = readShell()
  const addresses = readAddresses()
  const addressAt = finderOf(addresses)
  /** The client's router decides what a path shows; the shell itself is never cached. */
  const sendShell = (reply: FastifyReply, status: number, isPublic = status === 200) => {
    // Only what is for everybody is for search engines.
    if (!isPublic) reply.header('x-robots-tag', 'noindex')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    return reply.code(status).type('text/html; charset=utf-8').send(shell)
  }
  server.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || request.url.startsWith('/api/') || !shell)
      throw new Refusal(404, 'common.not_found')
    const address = addressAt(request.url.split('?')[0] ?? '')
    if (address?.isUnlisted) keepUnlisted(reply)
    return sendShell(reply, address ? 200 : 404, address?.isPublic ?? false)
  })
  if (!shell) return
  await server.register(fastifyStatic, {
    root: PAGES.pathname,
    index: false,
    wildcard: false,
    preCompressed: true,
    // Sent in place of what they are made from. Nobody asks for one by its name, and each name is a route.
    globIgnore: ['**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      )
    },
  })
  server.get('/', (_request, reply) => reply.redirect('/welcome'))
  // Drawn at build time, one file per language; the app takes over for whoever is signed in.
  for (const page of ['welcome', 'signin']) {
    const still = Object.fromEntries(
      LANGUAGES.map((language) => {
        const html = readFileSync(drawnFile(page, language), 'utf8')
        return [language, stillPage(html.replaceAll(BUILD_ORIGIN, app.config.public_url))]
      }),
    )
    server.get(`/${page}`, (request, reply) => still[chosenLanguage(request)]?.(request, reply))
  }
  const drawn = addresses.filter(({ isDrawn }) => isDrawn)
  foundPages(server, app, drawn, sendShell)
}
