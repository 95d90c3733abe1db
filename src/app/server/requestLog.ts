import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MINUTE } from '#core/contract/time.ts'
import { addressOf, calledAt, networkOf } from '#core/server/input.ts'

/**
 * What somebody reads afterwards who wants to know who came in, or tried to: what changes a session or what one signs in
 * with, and whatever was refused to whoever asked.
 */
const isAboutSecurity = (request: FastifyRequest, status: number) =>
  (request.method !== 'GET' && calledAt(request).startsWith('/api/auth/')) || [401, 403, 429].includes(status)

/** Addresses that are remembered at once; the oldest is forgotten first. */
const MAX_ADDRESSES = 10_000

/**
 * A flood must not fill the log as well: what is refused as too many is told once a minute for each address, with how many
 * there were since the last line. All else is bounded by the calls that an address may make at all.
 * @returns whether to tell this one, and how many were kept back before it
 */
export function onceAMinute(): (address: string, now: number) => { tell: boolean; kept_back: number } {
  const told = new Map<string, { at: number; kept_back: number }>()
  return (address, now) => {
    const last = told.get(address)
    if (last && now - last.at < MINUTE) {
      last.kept_back += 1
      return { tell: false, kept_back: last.kept_back }
    }
    told.delete(address)
    if (told.size >= MAX_ADDRESSES) told.delete(told.keys().next().value as string)
    told.set(address, { at: now, kept_back: 0 })
    return { tell: true, kept_back: last?.kept_back ?? 0 }
  }
}

/** A line for every answer: failures and what is about security always, all others for whoever looks for something. */
export function requestLog(server: FastifyInstance): void {
  const tooMany = onceAMinute()
  // With callbacks: this runs for every answer.
  server.addHook('onResponse', (request, reply, done) => {
    const line = {
      request: request.id,
      method: request.method,
      // Without the question mark's part: it may hold tokens and what somebody looked for.
      url: request.url.split('?', 1)[0] ?? '',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.viewer?.id,
    }
    if (line.status >= 500) request.log.error(line, 'answered')
    else if (isAboutSecurity(request, line.status)) {
      const address = addressOf(request)
      const { tell, kept_back } =
        line.status === 429 ? tooMany(networkOf(address), performance.now()) : { tell: true, kept_back: 0 }
      if (tell) request.log.info({ ...line, address, ...(kept_back > 0 && { kept_back }) }, 'security')
    } else request.log.debug(line, 'answered')
    done()
  })
}
