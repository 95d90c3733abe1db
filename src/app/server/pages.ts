import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { languageOf } from '#core/contract/language.ts'
import { languageFor } from '#core/server/mount.ts'

const PAGES = new URL('../../../dist/web/', import.meta.url)

/** What the client's router starts from; null where nothing was built. */
function readShell(): string | null {
  const index = new URL('index.html', PAGES)
  return existsSync(index) ? readFileSync(index, 'utf8') : null
}

/** The scripts inside the built pages as a content security policy names them: all pages have those of the shell. */
export const inlineScripts = (page = readShell() ?? ''): string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

/** The built pages with their files, where there are any; every other path is 404. */
export async function pages(server: FastifyInstance): Promise<void> {
  const shell = readShell()
  server.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || request.url.startsWith('/api/') || !shell)
      throw new Refusal(404, 'common.not_found')
    // The client's router decides what a path shows; the shell itself is never cached.
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(shell)
  })
  if (!shell) return
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

/** The language chosen in this browser, which the pages mirror in a cookie; else the one the request asks for. */
const chosenLanguage = (request: FastifyRequest) =>
  languageOf(/(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]) ??
  languageFor(request)
