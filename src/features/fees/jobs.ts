import { sweep } from '#core/server/jobs.ts'
import { eachOf, transaction } from '#core/server/work.ts'
import { closeMonth, markClosed, remind } from './commands.ts'
import { A_SWEEP, isClosed, toClose, toRemind } from './queries.ts'
import { closedMonth } from './rules.ts'

export const sweeps = [
  sweep({
    name: 'fees.close',
    async run(reading) {
      // Where nothing can be paid nothing is asked for: it gathers, and is closed when it can.
      if (!reading.app.config.transfer_account) return
      const over = closedMonth(reading.now)
      if (await isClosed(reading.db, over.month)) return
      const some = await toClose(reading.db, over)
      await eachOf(reading, some, closeMonth)
      if (some.length < A_SWEEP)
        await transaction(reading.app, reading.now, (work) => markClosed(work, over.month))
    },
  }),
  sweep({
    name: 'fees.reminders',
    run: async (reading) => eachOf(reading, await toRemind(reading.db, reading.now), remind),
  }),
]
