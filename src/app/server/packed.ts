import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

type Encoding = 'br' | 'gzip' | null

/** The smallest form of a text that a browser takes. */
function encodingFor(request: FastifyRequest): Encoding {
  const taken = String(request.headers['accept-encoding'] ?? '')
  return /\bbr\b/.test(taken) ? 'br' : /\bgzip\b/.test(taken) ? 'gzip' : null
}

/** @param level 4 takes a millisecond or two for a page; 10 is for what is packed once */
async function packed(html: string, encoding: Encoding, level: 4 | 10): Promise<string | Buffer> {
  if (encoding === 'br') return brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: level } })
  return encoding === 'gzip' ? gzipped(html) : html
}

/** A page depends on who asks for it, so whoever keeps it asks whether it is still right; some may not be kept at all. */
function forOneReader(reply: FastifyReply): FastifyReply {
  reply.header('vary', 'accept-encoding, accept-language, cookie')
  return reply.hasHeader('cache-control') ? reply : reply.header('cache-control', 'no-cache')
}

function send(reply: FastifyReply, encoding: Encoding, body: string | Buffer) {
  if (encoding) reply.header('content-encoding', encoding)
  return forOneReader(reply).type('text/html; charset=utf-8').send(body)
}

/** Sends a page that was drawn for this request. */
export async function sendPacked(request: FastifyRequest, reply: FastifyReply, html: string) {
  const encoding = encodingFor(request)
  return send(reply, encoding, await packed(html, encoding, 4))
}

/** How to send a page that stays as it is: packed once in each form, and not sent again to whoever has it. */
export function stillPage(html: string) {
  const tag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const bodies = new Map<Encoding, Promise<string | Buffer>>()
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return forOneReader(reply).code(304).send()
    const encoding = encodingFor(request)
    const body = bodies.get(encoding) ?? packed(html, encoding, 10)
    bodies.set(encoding, body)
    return send(reply, encoding, await body)
  }
}
