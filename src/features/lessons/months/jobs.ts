import { handle, sweep } from '#core/server/jobs.ts'
import { takeMonths, tellOfMonth } from './commands.ts'
import { months } from './queues.ts'

export const handlers = [handle(months, tellOfMonth)]

export const sweeps = [sweep({ name: 'lessons.months', run: takeMonths })]
