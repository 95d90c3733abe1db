import { sweep } from '#core/server/jobs.ts'
import { transaction } from '#core/server/work.ts'
import { clearRooms } from './commands.ts'

export const sweeps = [
  sweep({ name: 'lessons.rooms', run: ({ app, now }) => transaction(app, now, clearRooms) }),
]
