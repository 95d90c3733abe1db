import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** How deep what is sent may be nested. The deepest body that a contract asks for has six levels. */
const DEEPEST = 24
/** A browser's own name for itself is kept up to this length. */
const BROWSER_MAX = 300

/** Unicode that is whole (no half of a surrogate pair) and without NUL: anything else PostgreSQL refuses to keep. */
const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * Whether what was sent can be read and kept: each text in it, keys too, is sound, and it isn't nested beyond all
 * measure. It goes through without recursion, so that no nesting can exhaust the stack.
 * @param sent query, parameters, headers or what a JSON body was parsed to
 */
export function isSound(sent: unknown): boolean {
  let level: unknown[] = [sent]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return false
    const deeper: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') {
        if (!isText(value)) return false
      } else if (Array.isArray(value)) {
        for (const item of value) deeper.push(item)
      } else if (typeof value === 'object' && value !== null) {
        for (const [key, item] of Object.entries(value)) {
          if (!isText(key)) return false
          deeper.push(item)
        }
      }
    }
    level = deeper
  }
  return true
}

/**
 * The address that a call comes from, as the trusted proxies say it. What they pass on may be anything: unless it is an
 * address it is theirs, and 'unknown' once the connection is gone.
 */
export function addressOf(request: FastifyRequest): string {
  const { ip } = request
  if (ip && isIP(ip)) return ip
  return request.socket.remoteAddress ?? 'unknown'
}

/** What the browser calls itself; null when it doesn't. */
export const browserOf = (request: FastifyRequest): string | null =>
  request.headers['user-agent']?.slice(0, BROWSER_MAX).toWellFormed() ?? null
