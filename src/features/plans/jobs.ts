import { handle, sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { portOf } from '#features/payments/commands.port.ts'
import { askForCard, enqueueCards } from './commands.cards.ts'
import { chargeNext, leaveChange, passTime } from './commands.clock.ts'
import { changesLeft, runOut, toCharge } from './queries.due.ts'
import { planCards } from './queues.ts'

export const handlers = [handle(planCards, (app, { card_id }) => askForCard(app, card_id))]

export const sweeps = [
  sweep({
    name: 'plans.cards',
    async run({ app, now }) {
      if (portOf(app.config).takes_cards) await enqueueCards(app, now)
    },
  }),
  sweep({
    name: 'plans.changes',
    run: async (reading) => eachOf(reading, await changesLeft(reading.db, reading.now), leaveChange),
  }),
  sweep({
    name: 'plans.time',
    run: async (reading) => eachOf(reading, await runOut(reading.db, reading.now), passTime),
  }),
  sweep({
    name: 'plans.charges',
    run: async (reading) => eachOf(reading, await toCharge(reading.db, reading.now), chargeNext),
  }),
]
