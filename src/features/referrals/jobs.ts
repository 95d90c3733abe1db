import { sweep } from '#core/server/jobs.ts'
import { eachOf } from '#core/server/work.ts'
import { qualify, reward } from './commands.ts'
import { toQualify, toReward } from './queries.due.ts'

export const sweeps = [
  sweep({
    name: 'referrals.qualify',
    run: async (reading) => eachOf(reading, await toQualify(reading.db), qualify),
  }),
  sweep({
    name: 'referrals.reward',
    run: async (reading) => eachOf(reading, await toReward(reading.db, reading.now), reward),
  }),
]
