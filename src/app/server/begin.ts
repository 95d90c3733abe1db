import type { FastifyInstance } from 'fastify'

/*
 * Calls that come at the same moment would all be begun in the same turn of the event loop: whoever comes next, be it to
 * ask whether the server lives, is answered after the last of them. So only a few begin in each turn.
 */

/** Calls that begin in one turn of the event loop: a few milliseconds, for which there is no use in going to others. */
const AT_ONCE = 4

/**
 * Calls that only read are begun with far less: as many of them begin as connections are taken in a turn (doors.ts), so
 * that what they ask of the database leaves in one write.
 */
const READS_FOR_ONE = 4

/**
 * Lets a few calls begin in each turn of the event loop, in the order in which they come; between two turns new ones are
 * let in. A route that says `first` in its configuration waits for none of them.
 */
export function beginFewAtOnce(server: FastifyInstance, at_once = AT_ONCE): void {
  const room = at_once * READS_FOR_ONE
  const waiting: { takes: number; begin: () => void }[] = []
  let taken = 0
  let isPlanned = false

  const planNextTurn = () => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(nextTurn)
  }
  const nextTurn = () => {
    isPlanned = false
    taken = 0
    while (waiting[0] && taken + waiting[0].takes <= room) {
      const { takes, begin } = waiting.shift() as (typeof waiting)[number]
      taken += takes
      begin()
    }
    if (taken > 0) planNextTurn()
  }

  server.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.first) return done()
    const takes = request.method === 'GET' ? 1 : READS_FOR_ONE
    if (waiting.length > 0 || taken + takes > room) {
      waiting.push({ takes, begin: done })
      return
    }
    taken += takes
    planNextTurn()
    done()
  })
}
