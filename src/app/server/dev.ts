import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from '#core/contract/errors.ts'
import type { App } from '#core/server/app.ts'
import { mailPages, textPages } from '#core/server/mailbox.ts'

const ClockMove = z.union([
  z.object({ move_ms: z.int() }),
  z.object({ now: z.iso.datetime({ offset: true }) }),
  z.object({ reset: z.literal(true) }),
])

/** What development and tests may do and production never has: move the clock, read the mails and text messages. */
export function devRoutes(server: FastifyInstance, app: App) {
  server.post('/api/dev/clock', async (request) => {
    const move = z.safeParse(ClockMove, request.body)
    if (!move.success) throw new Refusal(400, 'common.malformed')
    if ('move_ms' in move.data) app.clock.move(move.data.move_ms)
    else if ('now' in move.data) app.clock.set(new Date(move.data.now))
    else app.clock.reset()
    await app.jobs.runSweeps()
    return { now: app.clock.now().toISOString() }
  })
  server.get('/api/dev/clock', async () => ({ now: app.clock.now().toISOString() }))
  mailPages(server, app)
  textPages(server, app)
}
