import path from 'node:path'
import { parseArgs } from 'node:util'
import { compose } from '#app/server/compose.ts'
import { makePeople } from '#app/server/demo/people.ts'
import { readConfig } from '#core/server/config.ts'
import { isTooSlow } from '#core/server/db.ts'
import { migrate } from '#core/server/migrate.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { music_projects } from '#features/projects/table.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'
import { matchSlots } from './match.ts'
import { multiply } from './million.make.ts'
import { type Mode, modesOf } from './million.modes.ts'
import { muchOf } from './million.much.ts'

/*
 * npm run bench:million: how long each kind of search takes among a million projects, and what one person's
 * thousands of orders take, asked by one and by eight at once. Searches go through the pool that serves them.
 *   --size 100000      how many projects; a million unless said
 *   --folder /some/where  keeps the database there, and uses it again the next time
 *   --only text        modes whose name has this in it; `matching` for a plan of eight moments
 *   --runs 200         questions of each mode and each number of connections
 * Ends with 1 when a goal is missed.
 */

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1000000' },
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '200' },
  },
})
const RUNS = Number(options.runs)
const AT_ONCE = 8
const MATCHING = 'matching'
const GOAL_MS = 25
/** What matching a plan may take, milliseconds: among about five thousand projects, and among more. */
const MATCHING_GOALS = [
  [6_000, 300],
  [Number.POSITIVE_INFINITY, 1_000],
] as const
/** A mode that is this slow isn't asked on and on. */
const ENOUGH_MS = 30_000
const say = (line: string) => void process.stdout.write(`${line}\n`)

const { folder, remove } = options.folder
  ? { folder: path.resolve(options.folder), remove: () => {} }
  : temporaryFolder('million')
const database = await startPostgres({ folder: path.join(folder, 'postgres'), fsync: false, say: () => {} })
try {
  await migrate(database.settings)
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'error' })
  const { app, close } = await compose({
    config,
    settings: database.settings,
    work: false,
    mail: 'in memory',
    max: AT_ONCE,
  })
  try {
    const { rows } = await app.db.execute<{ n: number }>('select count(*)::int as n from music_projects')
    if (rows[0]?.n === 0) {
      say(`Making ${options.size} projects`)
      await app.db.transaction((db) =>
        makePeople(db, { now: app.clock.now(), password: 'TarimaBench2026', musicians: 4700, bands: 300 }),
      )
      await multiply(database.settings, Number(options.size), say)
    }
    // Matching alone needs nobody who has done much.
    const modes = options.only === MATCHING ? [] : [...(await modesOf(app)), ...(await muchOf(app))]
    say(`\n${'ms'.padEnd(34)} by one                  ${AT_ONCE} at once   goal p99 < ${GOAL_MS}`)
    say(`${''.padEnd(34)}    p50    p99            p50    p99`)
    for (const mode of modes.filter(({ name }) => name.includes(options.only))) {
      // The first ones read from disk and make plans.
      await timesOf(mode, 20, AT_ONCE)
      const alone = await timesOf(mode, RUNS, 1)
      const together = await timesOf(mode, RUNS, AT_ONCE)
      const isKept = quantile(together, 0.99) < (mode.goal_ms ?? GOAL_MS)
      const isUsual = mode.usual_ms === undefined || quantile(alone, 0.5) < mode.usual_ms
      if (!isKept || !isUsual) process.exitCode = 1
      say(
        `${mode.name.padEnd(34)} ${at(alone, 0.5)} ${at(alone, 0.99)}        ${at(together, 0.5)} ${at(together, 0.99)}   ${isKept ? 'kept' : 'OVER'}${isUsual ? '' : `, usually over ${mode.usual_ms} ms`}`,
      )
    }
    if (MATCHING.includes(options.only)) {
      say('\nMatching a plan of eight moments')
      const there = await app.db.$count(music_projects)
      const [, goal] = MATCHING_GOALS.find(([most]) => there <= most) ?? [0, 1_000]
      for (const line of await matchSlots(app, goal)) say(`  ${line}`)
    }
  } finally {
    await close()
  }
} finally {
  await database.stop()
  remove()
}

/** Milliseconds of each question, rising. */
async function timesOf(mode: Mode, runs: number, connections: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + ENOUGH_MS
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let n = next++; n < runs && performance.now() < until; n = next++) {
        const begun = performance.now()
        // What is stopped for taking too long took as long.
        await mode.ask(n).catch((error) => {
          if (!isTooSlow(error)) throw error
        })
        times.push(performance.now() - begun)
      }
    }),
  )
  return times.sort((a, b) => a - b)
}

function quantile(times: number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
}

function at(times: number[], share: number): string {
  return quantile(times, share).toFixed(1).padStart(7)
}
