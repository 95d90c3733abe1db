import { pino } from 'pino'
import { openJobs } from '#core/server/jobs.ts'
import { startTestServer } from '#core/server/testing.ts'

/** Vitest's global set-up of the database tests: one server, one template that holds the job tables too. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer(async (settings) => {
    const jobs = await openJobs({
      settings,
      handlers: [],
      sweeps: [],
      work: false,
      log: pino({ level: 'silent' }),
      app: () => {
        throw new Error('nothing runs while the template is made')
      },
    })
    await jobs.stop()
  })
  return () => server.stop()
}
