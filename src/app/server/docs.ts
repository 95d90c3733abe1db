import { createHash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import type { App } from '#core/server/app.ts'
import { workerTask } from '#core/server/workers.ts'

const documentText = workerTask<{ url: string }, string>(
  new URL('./api/documentText.ts', import.meta.url),
  'documentText',
)

/** Every contract is loaded for it, some seconds' work of one core: once, and also on a busy machine. */
const DOCUMENT_MS = 120_000

/** The OpenAPI document of every endpoint, and a page to read it. */
export async function docs(server: FastifyInstance, { config, side_workers }: App): Promise<void> {
  // Made when somebody asks, in a thread of its own: neither a start nor anybody else waits for it.
  let document: Promise<string> | undefined
  server.get('/api/openapi.json', async (_request, reply) => {
    document ??= side_workers.run(documentText, { url: config.public_url }, { limit_ms: DOCUMENT_MS })
    document.catch(() => {
      document = undefined
    })
    return reply.type('application/json; charset=utf-8').send(await document)
  })
  await server.register(async (page) => {
    // The API page brings a script of its own inside the page: that very text is let in, on that page alone.
    page.addHook('onSend', async (_request, reply, payload) => {
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
    await page.register(scalar, {
      routePrefix: '/api/docs',
      configuration: { url: '/api/openapi.json', withDefaultFonts: false, telemetry: false },
    })
  })
}
