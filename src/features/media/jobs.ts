import { handle, sweep } from '#core/server/jobs.ts'
import { transaction } from '#core/server/work.ts'
import { listenToNext } from './commands.sounds.ts'
import { deleteTakenDown } from './commands.ts'
import { listenings } from './queues.ts'

export const handlers = [handle(listenings, (app) => listenToNext(app))]

export const sweeps = [
  sweep({ name: 'media.taken_down', run: ({ app, now }) => transaction(app, now, deleteTakenDown) }),
]
