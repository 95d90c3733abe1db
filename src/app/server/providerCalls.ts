import type { FastifyInstance } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import type { App } from '#core/server/app.ts'
import { receive } from '#features/payments/commands.events.ts'
import { portOf } from '#features/payments/commands.port.ts'

/** Where the provider of cards is told to call. */
export const PROVIDER_CALLS = '/api/webhooks/stripe/'

/** Most that a call of the provider's may say. */
const MOST_BYTES = 512 * 1024

/**
 * Takes the calls of the provider of cards: its signature is over the bytes as they come, so they are read as such here and
 * nowhere else. Written down, a call is answered; what it means is a job's to find out.
 */
export async function providerCalls(server: FastifyInstance, app: App): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MOST_BYTES },
      (_request, body, done) => done(null, { bytes: () => body as Buffer }),
    )
    scope.post(PROVIDER_CALLS, async (request, reply) => {
      if (!portOf(app.config).takes_cards) return reply.callNotFound()
      const signature = request.headers['stripe-signature']
      const sent = request.body as { bytes(): Buffer } | undefined
      const isTheirs =
        sent !== undefined && typeof signature === 'string' && (await receive(app, sent.bytes(), signature))
      if (!isTheirs) throw new Refusal(400, 'common.malformed')
      return { received: true }
    })
  })
}
