import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressOf, networkOf } from '#core/server/input.ts'

/*
 * Somebody who begins to send and never ends holds a connection and memory. Node ends what takes longer than any upload
 * may (server.ts); here bodies that aren't uploads have less time, and one address has only some that take long.
 */

const LIMITS = {
  /** What hasn't come whole by then takes long. */
  long_ms: 1_000,
  /** From the first byte to the last, for what isn't an upload. */
  body_ms: 30_000,
  /** Bodies of one address that take long; a household, or a venue, shares one. */
  of_one: 40,
  of_all: 1_000,
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const CUT = { late: '408 Request Timeout', many: '429 Too Many Requests\r\nretry-after: 5' }

/** Limits how many bodies take long, and for how long; what is beyond is answered 408 or 429 and cut off. */
export function unfinishedBodies(
  server: FastifyInstance,
  { long_ms, body_ms, of_one, of_all }: typeof LIMITS = LIMITS,
): void {
  const long = new Map<string, number>()
  let all = 0

  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    // What a test gives to the app itself comes by no connection that could be held, or cut.
    if (!hasBody(raw) || !(raw.socket instanceof Socket)) return done()
    const address = networkOf(addressOf(request))
    const isUpload = String(raw.headers['content-type'] ?? '').startsWith('multipart/')
    let counted = false
    let over = false
    const cut = (status: string) => {
      if (!reply.raw.headersSent)
        raw.socket.write(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      raw.socket.destroySoon()
    }
    let timer = setTimeout(() => {
      const own = long.get(address) ?? 0
      if (own >= of_one || all >= of_all) return cut(CUT.many)
      counted = true
      long.set(address, own + 1)
      all++
      if (!isUpload) timer = setTimeout(() => cut(CUT.late), body_ms - long_ms)
    }, long_ms)
    const end = () => {
      if (over) return
      over = true
      clearTimeout(timer)
      if (!counted) return
      all--
      const left = (long.get(address) ?? 1) - 1
      if (left > 0) long.set(address, left)
      else long.delete(address)
    }
    raw.once('end', end)
    raw.once('close', end)
    reply.raw.once('close', end)
    done()
  })
}
