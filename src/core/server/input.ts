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
        for (const key of Object.keys(value)) {
          if (!isText(key)) return false
          deeper.push((value as Record<string, unknown>)[key])
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

/**
 * What an address is counted by. Of the sixth version everybody has billions and takes another whenever they like, so
 * those are counted by their network (64 bits); one that only carries an address of the fourth version is that one.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [carried] = /(?<=^::ffff:)[\d.]+$/i.exec(address) ?? []
  if (carried) return carried
  const [begins = '', ends] = (address.split('%', 1)[0] ?? '').split('::')
  const groupsOf = (part: string) => (part ? part.split(':') : [])
  const [first, last] = [groupsOf(begins), groupsOf(ends ?? '')]
  const whole =
    ends === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/**
 * Which route is called, as it is registered. An address can be written in many ways that lead to it (`/%61pi/…`,
 * `http://host/api/…`): what is decided by it, is decided by the route. What leads nowhere is as it was sent.
 */
export const calledAt = ({ routeOptions, url }: FastifyRequest): string => routeOptions.url ?? url

/** What the browser calls itself; null when it doesn't. */
export const browserOf = (request: FastifyRequest): string | null =>
  request.headers['user-agent']?.slice(0, BROWSER_MAX).toWellFormed() ?? null
