import { sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { goOn, remind } from './commands.clock.ts'
import { close, lapsePackage, warn } from './commands.packages.ts'
import { held } from './commands.steps.ts'
import { lapseSubstitute } from './commands.substitutes.ts'
import { toClose, toGoOn, toHold, toLapse, toRemindOf, toWarn } from './queries.due.ts'
import { substitutesToLapse } from './queries.substitutes.ts'

export const sweeps = [
  // First what is over: it needn't be reminded of.
  sweep({
    name: 'lessons.hold',
    run: async (reading) => eachOf(reading, await toHold(reading.db, reading.now), held),
  }),
  sweep({
    name: 'lessons.due',
    run: async (reading) => eachOf(reading, await toGoOn(reading.db, reading.now), goOn),
  }),
  sweep({
    name: 'lessons.remind',
    run: async (reading) => eachOf(reading, await toRemindOf(reading.db, reading.now), remind),
  }),
  sweep({
    name: 'lessons.substitutes',
    run: async (reading) =>
      eachOf(reading, await substitutesToLapse(reading.db, reading.now), lapseSubstitute),
  }),
  sweep({
    name: 'lessons.packages',
    run: async (reading) => {
      await eachOf(reading, await toLapse(reading.db, reading.now), lapsePackage)
      await eachOf(reading, await toClose(reading.db, reading.now), close)
      await eachOf(reading, await toWarn(reading.db, reading.now), warn)
    },
  }),
]
