import type { App } from '#core/server/app.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { Unread } from '#core/server/outside.ts'
import { eachOf, transaction } from '#core/server/work.ts'
import { TooLong, workerTask } from '#core/server/workers.ts'
import { deleteOldRevisions, noteReading, type Outcome, queueReading } from './commands.ts'
import { sourcesDue, sourceToRead } from './queries.ts'
import { readings } from './queues.ts'
import type { BusyCalendar, ReadingTask } from './rules.reading.ts'
import { READ_MAX, readingSpan, uidSuffix } from './rules.ts'

const readBusy = workerTask<ReadingTask, BusyCalendar>(new URL('./worker.ts', import.meta.url), 'readBusy')
/** What takes longer to understand than this was made to. */
const UNDERSTOOD_IN = 10_000

/** Reads an address and understands what it answers: the one waits for others, the other is done by a thread. */
async function readingOf(
  app: App,
  source: { url: string; zone: string; owner_id: number },
): Promise<Outcome> {
  try {
    const text = (await app.outside.read(source.url, READ_MAX)).toString('utf8')
    const task = {
      text,
      zone: source.zone,
      own: uidSuffix(app.config.public_url),
      ...readingSpan(app.clock.now()),
    }
    // In turn with what else is computed for somebody, one of each person: then there is a thread.
    const found = await app.side_workers.inTurn(`user:${source.owner_id}`, () =>
      app.side_workers.run(readBusy, task, { limit_ms: UNDERSTOOD_IN }),
    )
    return found.busy ? { failure: null, ...found } : { failure: 'no_calendar' }
  } catch (error) {
    if (error instanceof Unread) return { failure: error.failure }
    if (error instanceof TooLong) return { failure: 'too_complex' }
    throw error
  }
}

export const handlers = [
  handle(readings, async (app, { source_id }) => {
    const source = await sourceToRead(app.db, source_id)
    if (!source) return
    const reading = await readingOf(app, source)
    await transaction(app, app.clock.now(), (work) => noteReading(work, source_id, reading))
  }),
]

export const sweeps = [
  sweep({
    name: 'calendars.read',
    run: async (reading) => eachOf(reading, await sourcesDue(reading.db, reading.now), queueReading),
  }),
  sweep({ name: 'calendars.old_revisions', run: deleteOldRevisions }),
]
