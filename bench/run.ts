import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import autocannon from 'autocannon'
import { sql } from 'drizzle-orm'
import { compose } from '#app/server/compose.ts'
import { makePeople } from '#app/server/demo/people.ts'
import { readConfig } from '#core/server/config.ts'
import { migrate } from '#core/server/migrate.ts'
import { type PostgresSettings, startPostgres } from '#core/server/postgres.ts'
import { transaction } from '#core/server/work.ts'
import { startSession } from '#features/accounts/commands.ts'
import { searchProjects } from '#features/directory/queries.search.ts'
import { notify } from '#features/notifications/commands.ts'
import { NOTIFICATION_TYPES } from '#features/notifications/contract.ts'
import { notificationsOf } from '#features/notifications/queries.ts'
import { authenticate } from '#features/projects/commands.viewer.ts'
import { HEAP } from '../scripts/productionServer.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'
import { firstLoads, GOAL, MOVED } from './firstLoads.ts'
import { matchSlots } from './match.ts'
import { type Answer, type Statement, statementsOf } from './statements.ts'

/*
 * npm run bench: how far the product is from the bare minimum, as ratios in one run. Absolute figures depend on the
 * machine; ratios of interleaved runs hardly do.
 * npm run bench:loads: only what a browser fetches of each page. Both end with 1 when a page is over its budget or
 * moves while it loads, the first also when the list of notifications is slower than its goal.
 */

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const ROUNDS = 3
const START_MS = 180_000
/** What is asked, and how many times as fast as the bare server it is to be. */
const ASKED = [
  ['/api/notifications/', 'limit=20', 0.8],
  ['/api/directory/projects/', 'genre=salsa&limit=20', null],
] as const
const LOADS_ALONE = process.argv.includes('loads')
const PROJECTS = LOADS_ALONE ? { musicians: 20, bands: 5 } : { musicians: 4700, bands: 300 }
if (!existsSync('dist/web/index.html')) {
  process.stderr.write('There are no built pages to measure: run npm run build first.\n')
  process.exit(1)
}
const { folder, remove } = temporaryFolder('bench')
const say = (line: string) => void process.stdout.write(`${line}\n`)
const children: ChildProcess[] = []
const ports = { ours: await freePort(), raw: await freePort() }

const database = await startPostgres({ folder: path.join(folder, 'postgres'), say: () => {} })
try {
  await migrate(database.settings)
  const config = readConfig({ ...process.env, NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'error' })
  const { app, close } = await compose({
    config,
    settings: database.settings,
    work: false,
    mail: 'in memory',
  })
  const now = app.clock.now()
  const people = await app.db.transaction((db) =>
    makePeople(db, { now, password: 'TarimaBench2026', ...PROJECTS }),
  )
  const origin = { remember: true, ip: null, user_agent: null, device: null }
  const session = (user_id: number) =>
    transaction(app, now, (work) => startSession(work, { user_id, ...origin }))
  const token = await session(people.hunter_id)
  await transaction(app, now, async (work) =>
    notify(
      work,
      Array.from({ length: 60 }, (_, n) => ({
        user_id: people.hunter_id,
        type: NOTIFICATION_TYPES[n % NOTIFICATION_TYPES.length] ?? 'BRIEF_INITIATED',
        subject: `order:${n}`,
        value: String(n),
        params: { order_name: 'Boda Aguilar' },
      })),
    ),
  )
  await app.db.execute(sql`vacuum analyze`)

  const ours = run([...HEAP, 'src/app/server/main.ts'], {
    NODE_ENV: 'production',
    PORT: String(ports.ours),
    PUBLIC_URL: `http://127.0.0.1:${ports.ours}`,
    DATA_DIR: folder,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '100000000',
  })
  await listening(ports.ours, '/readyz', ours)
  if (!LOADS_ALONE) await ratios()

  say('\nFirst loads, KB gzip of scripts and styles')
  const musician = people.musicians[0]?.user_id ?? 0
  const visitors = {
    hunter: token,
    musician: await session(musician),
    student: await session(people.student_id),
  }
  for (const { page, kilobytes, budget, files, shift } of await firstLoads(
    `http://127.0.0.1:${ports.ours}`,
    visitors,
  )) {
    if (kilobytes > budget || shift > MOVED) process.exitCode = 1
    say(
      `  ${page.padEnd(15)} ${kilobytes.toFixed(0).padStart(4)}   budget ${String(budget).padStart(3)} ${kilobytes <= budget ? 'kept' : 'OVER'}   goal ${GOAL} ${kilobytes <= GOAL ? 'kept' : `missed by ${(kilobytes - GOAL).toFixed(0)}`}   ${String(files).padStart(3)} files   layout shift ${shift.toFixed(3)} ${shift <= MOVED ? 'kept' : 'OVER'}`,
    )
  }
  await close()

  async function ratios() {
    const search = { genre: 'salsa' as const, limit: 20 }
    const plan: Record<string, Statement[]> = {
      '/api/notifications/': await statementsOf(database.settings, async (db) => {
        await authenticate(db, token, now)
        await notificationsOf(db, people.hunter_id, { limit: 20 })
      }),
      '/api/directory/projects/': await statementsOf(database.settings, async (db) => {
        await authenticate(db, token, now)
        await searchProjects(db, search, now)
      }),
    }
    // Else the bare server would plan anew what the product doesn't, and look slow beside it.
    const list = plan['/api/notifications/'] ?? []
    if (list.length < 2 || !list.every(({ prepared }) => prepared))
      throw new Error('session and list were not recorded as prepared: that would be no fair comparison')
    say(`Five thousand projects, 50 connections, ${ROUNDS} interleaved rounds of ${SECONDS} s`)
    const answers: Record<string, Answer> = {}
    for (const [at, query] of ASKED) {
      const reply = await fetch(`http://127.0.0.1:${ports.ours}${at}?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      answers[at] = { statements: plan[at] ?? [], body: await reply.json() }
    }
    await againstRaw(ours, database.settings, token, answers)

    say('\nMatching a plan of eight moments over five thousand projects')
    for (const line of await matchSlots(app, 300)) say(`  ${line}`)
  }
} finally {
  for (const child of children) child.kill('SIGTERM')
  // One that has ended already says nothing more.
  await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
  await database.stop()
  remove()
}

/** Both servers in processes of their own, asked in turn. */
async function againstRaw(
  ours: ChildProcess,
  settings: PostgresSettings,
  token: string,
  answers: Record<string, Answer>,
) {
  const raw = run(['bench/raw.ts', String(ports.raw), JSON.stringify(settings), JSON.stringify(answers)], {})
  await listening(ports.raw, '/', raw)

  for (const [at, query, goal] of ASKED) {
    const figures: Record<'ours' | 'raw', { rate: number; p99: number; cpu: number }[]> = {
      ours: [],
      raw: [],
    }
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, child] of [
        ['raw', raw],
        ['ours', ours],
      ] as const) {
        const before = cpuOf(child)
        const result = await autocannon({
          url: `http://127.0.0.1:${ports[name]}${at}?${query}`,
          connections: 50,
          duration: round === 0 ? 1 : SECONDS,
          headers: { authorization: `Bearer ${token}` },
        })
        if (result.non2xx > 0) throw new Error(`${name} answered ${result.non2xx} errors on ${at}`)
        // The first round warms up.
        if (round > 0)
          figures[name].push({
            rate: result.requests.average,
            p99: result.latency.p99,
            cpu: ((cpuOf(child) - before) * 1e6) / result.requests.total,
          })
      }
    const [a, b] = [middle(figures.ours), middle(figures.raw)]
    say(`  ${at}`)
    const ratio = a.rate / b.rate
    if (goal !== null && ratio < goal) process.exitCode = 1
    const judged = goal === null ? '' : `   goal ${goal.toFixed(2)}   ${ratio < goal ? 'MISSED' : 'kept'}`
    say(
      `    requests a second   ${ratio.toFixed(2)} × raw   (${a.rate.toFixed(0)} against ${b.rate.toFixed(0)})${judged}`,
    )
    say(
      `    p99                 ${(a.p99 / Math.max(1, b.p99)).toFixed(2)} × raw   (${a.p99} ms against ${b.p99} ms)`,
    )
    say(`    CPU a request       ${a.cpu.toFixed(0)} µs   (raw ${b.cpu.toFixed(0)} µs)`)
  }
}

function run(args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  return child
}

/** Seconds of processor that a process has used, user and system (Linux: hundredths in /proc). */
function cpuOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}

function middle<T extends Record<string, number>>(rows: T[]): T {
  const keys = Object.keys(rows[0] ?? {}) as (keyof T)[]
  return Object.fromEntries(
    keys.map((key) => [
      key,
      rows.map((row) => row[key] as number).sort((a, b) => a - b)[Math.floor(rows.length / 2)],
    ]),
  ) as T
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Waits for a server, as long as a busy machine may take to start it. */
async function listening(port: number, at: string, child: ChildProcess) {
  for (const until = performance.now() + START_MS; performance.now() < until; ) {
    if (child.exitCode !== null) throw new Error(`the server on ${port} ended with ${child.exitCode}`)
    try {
      await fetch(`http://127.0.0.1:${port}${at}`)
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error(`nothing listens on ${port} after ${START_MS / 1000} s`)
}
