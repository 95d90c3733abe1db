import { handle, sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { askForClaim, enqueueEvents, forgetEvents, workEvent } from './commands.events.ts'
import { enqueueMoves, runMove } from './commands.moves.ts'
import { askForPage, enqueuePages } from './commands.pages.ts'
import { portOf } from './commands.port.ts'
import { releaseKept, remind } from './commands.ts'
import { toRelease, toRemind } from './queries.ts'
import { claims, moves, pagesToAsk, providerEvents } from './queues.ts'
import { ASKED_AFTER_MINUTES, CLAIM_ASKED_AFTER_MINUTES } from './rules.ts'

export const handlers = [
  handle(pagesToAsk, async (app, { checkout_id }) => void (await askForPage(app, checkout_id))),
  handle(moves, (app, { move_id }) => runMove(app, move_id)),
  handle(claims, async (app, { dispute_id }) => void (await askForClaim(app, dispute_id))),
  handle(providerEvents, (app, { event_id }) => workEvent(app, event_id)),
]

export const sweeps = [
  sweep({
    name: 'payments.reminders',
    run: async (reading) => eachOf(reading, await toRemind(reading.db, reading.now), remind),
  }),
  sweep({
    name: 'payments.kept',
    run: async (reading) => eachOf(reading, await toRelease(reading.db, reading.now), releaseKept),
  }),
  sweep({
    name: 'payments.reconciled',
    async run({ app, now }) {
      if (!portOf(app.config).takes_cards) return
      await enqueuePages(app, now, ASKED_AFTER_MINUTES)
      await enqueueMoves(app, now, ASKED_AFTER_MINUTES)
      await enqueueEvents(app, now, { events: ASKED_AFTER_MINUTES, claims: CLAIM_ASKED_AFTER_MINUTES })
      await forgetEvents(app, now)
    },
  }),
]
