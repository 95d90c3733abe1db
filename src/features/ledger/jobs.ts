import { sweep } from '#core/server/jobs.ts'
import { prove } from './commands.ts'

export const sweeps = [sweep({ name: 'ledger.proof', run: ({ app, now }) => prove(app, now) })]
