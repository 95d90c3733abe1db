import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Starts and kills servers of its own. */
const onServers = 'src/**/postgres{,.*}.test.ts'
/** Checks and tests a whole tree. */
const newFeature = 'scripts/new-feature.test.ts'
const onDatabase = [
  'src/features/**/{routes,queries,jobs}{,.*}.test.ts',
  'src/features/**/*.{routes,queries,db}.test.ts',
  'src/app/**/*.test.ts',
]
const ofCore = [
  'src/core/**/*.db.test.ts',
  'src/core/server/{db,jobs,letters,live,mail,migrate,mount,steps,work}.test.ts',
]
/** On a server of their own, made once. */
const database = {
  globalSetup: ['src/app/server/testSetup.ts'],
  setupFiles: ['src/core/server/unordered.fixture.ts'],
  pool: 'forks',
  // A shared machine may stall for seconds; a fault of ours fails each time. A second try is told as such.
  retry: process.env.CI ? 1 : 0,
  // For what hangs: a busy machine is no fault.
  testTimeout: 60_000,
  hookTimeout: 120_000,
} satisfies TestProjectInlineConfiguration['test']

/** What takes longest, about in this order. */
const LONG = [
  'features/payments/cards.db.test.ts',
  'features/budgets/race.routes.test.ts',
  'app/server/demo/demo.db.test.ts',
  'app/server/fuzz.test.ts',
  'features/accounts/mail.routes.test.ts',
  'app/server/anySteps.test.ts',
  'features/threads/processes.routes.test.ts',
  'app/server/journey.test.ts',
  'features/contracts/payments.routes.test.ts',
  'app/server/much.test.ts',
  'features/hiring/talent/queries.match.test.ts',
  'features/events/replacing.routes.test.ts',
  'features/notifications/processes.routes.test.ts',
]

/** Begins with what takes long: on a fresh machine, which knows no times, a core would wait for it at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(name))
      return at < 0 ? LONG.length : at
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Most of them wait for the database: with one worker more than cores none of these is idle. Each takes some ten of
    // the 300 connections of the tests' server.
    maxWorkers: Math.min(availableParallelism() + 1, 16),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...onDatabase, ...ofCore, onServers, newFeature],
          pool: 'threads',
          // For what hangs: a busy machine is no fault.
          testTimeout: 60_000,
        },
      },
      // Each file has an app and a database of its own, and what modules keep is kept by app: they are loaded once.
      { test: { ...database, name: 'db', include: onDatabase, exclude: [onServers], isolate: false } },
      // Some declare queues and handlers of their own, which no app has.
      { test: { ...database, name: 'db-core', include: ofCore, exclude: [onServers] } },
      { test: { name: 'feature', include: [newFeature], pool: 'forks', testTimeout: 60_000 } },
      {
        test: {
          name: 'postgres',
          include: [onServers],
          pool: 'forks',
          // For what hangs: a busy machine is no fault.
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
