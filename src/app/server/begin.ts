import type { FastifyInstance } from 'fastify'

/*
 * Calls that come at the same moment would all be begun in the same turn of the event loop: whoever comes next, be it to
 * ask whether the server lives, is answered after the last of them. So only a few begin in each turn.
 */

/** Calls that begin in one turn of the event loop: a few milliseconds, for which there is no use in going to others. */
const AT_ONCE = 4

/**
 * Lets a few calls begin in each turn of the event loop, in the order in which they come; between two turns new ones are
 * let in. A route that says `first` in its configuration waits for none of them.
 */
export function beginFewAtOnce(server: FastifyInstance, at_once = AT_ONCE): void {
  const waiting: (() => void)[] = []
  let begun = 0
  let isPlanned = false

  const planNextTurn = () => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(nextTurn)
  }
  const nextTurn = () => {
    isPlanned = false
    begun = 0
    for (const begin of waiting.splice(0, at_once)) {
      begun++
      begin()
    }
    if (begun > 0) planNextTurn()
  }

  server.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.first) return done()
    if (begun === at_once) {
      waiting.push(done)
      return
    }
    begun++
    planNextTurn()
    done()
  })
}
