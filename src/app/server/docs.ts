import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { App } from '#core/server/app.ts'
import { workerTask } from '#core/server/workers.ts'
import type { DocsPage } from './api/docsPage.ts'

const documentText = workerTask<{ url: string }, string>(
  new URL('./api/documentText.ts', import.meta.url),
  'documentText',
)
const docsPage = workerTask<{ at: `/${string}`; document: string }, DocsPage>(
  new URL('./api/docsPage.ts', import.meta.url),
  'docsPage',
)

const DOCUMENT = '/api/openapi.json'
const PAGE = '/api/docs'

/** Every contract is loaded for it, some seconds' work of one core: once, and also on a busy machine. */
const LIMIT = { limit_ms: 120_000 }

/** The OpenAPI document of every endpoint, and a page to read it. */
export async function docs(server: FastifyInstance, { config, side_workers }: App): Promise<void> {
  // Made when somebody asks, in a thread of its own: neither a start nor anybody else waits for it.
  const document = madeOnce(() => side_workers.run(documentText, { url: config.public_url }, LIMIT))
  const page = madeOnce(async () => {
    const { html, script } = await side_workers.run(docsPage, { at: PAGE, document: DOCUMENT }, LIMIT)
    return { html, script: Buffer.from(script), hashes: hashesOf(html) }
  })
  server.get(DOCUMENT, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await document()),
  )
  server.get(`${PAGE}/`, async (request, reply) => {
    const [path = '', search] = request.url.split('?', 2)
    // It loads its script from beside it.
    if (!path.endsWith('/')) return reply.redirect(`${PAGE}/${search === undefined ? '' : `?${search}`}`, 301)
    const { html, hashes } = await page()
    const policy = String(reply.getHeader('content-security-policy'))
    return reply
      .header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self' ${hashes}`))
      .type('text/html; charset=utf-8')
      .send(html)
  })
  server.get(`${PAGE}/js/scalar.js`, async (_request, reply) =>
    reply.type('application/javascript; charset=utf-8').send((await page()).script),
  )
}

/** What is made at the first call, and again when that failed. */
function madeOnce<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** The page brings a script of its own: that very text is let in, on that page alone. */
function hashesOf(html: string): string {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ')
}
