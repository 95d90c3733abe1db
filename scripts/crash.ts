import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ask,
  databaseOf,
  hunter,
  killDatabase,
  missing,
  type Server,
  startServer,
  startWriters,
  type Writers,
} from './crashServer.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { type Outcome, tell } from './testReporter.ts'

/*
 * npm run test:crash: kill -9 in the middle of writes, of the server alone, of server and database together, and of the
 * database alone. Afterwards the server must start, or go on by itself, and every write that was answered must be there,
 * whole.
 */

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const WRITERS = 6
const root = path.resolve(import.meta.dirname, '..')
const { folder: data, remove } = temporaryFolder('crash')
const count: Outcome = { passed: 0, failed: 0, told: [] }
const written = new Set<string>()

/** Writes, kills in the middle of it, and looks for what was answered. @param kill answers what came after it, in words */
async function round(
  name: string,
  token: string,
  address: () => string,
  kill: (writers: Writers) => Promise<string>,
) {
  const writers = startWriters(address, token, name, WRITERS)
  let before = 0
  let early: number[] = []
  let after = ''
  try {
    // The middle of writes is after some of them, however slow the machine.
    for (let n = 0; n < 3; n++) await writers.nextWrite()
    await sleep(400 + Math.random() * 800)
    before = writers.written.size
    early = [...writers.answers.keys()].filter((status) => status !== 201)
    after = await kill(writers)
  } finally {
    // Who writes on would keep the command from ending.
    await writers.stop()
  }
  for (const title of writers.written) written.add(title)
  const { lost, half } = await missing(data, written)
  const unexpected = [
    ...early,
    ...[...writers.answers.keys()].filter((status) => ![0, 201, 503].includes(status)),
  ]
  const ok = lost.length === 0 && half.length === 0 && unexpected.length === 0
  count[ok ? 'passed' : 'failed']++
  const what =
    `${name}: ${before} writes answered, ${after}` +
    (ok ? '' : `; lost ${lost.length} (${lost.slice(0, 3).join(', ')}), half-written ${half.length}`) +
    (unexpected.length > 0 ? `; answered ${unexpected.join(', ')}` : '')
  if (!ok) count.told.push(tell('Failed', 'crash', what))
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`)
}

let server: Server | undefined
try {
  server = await startServer(data)
  const token = await hunter(data)
  const address = () => server?.address ?? ''

  const killServer = async (both: boolean) => {
    server?.child.kill('SIGKILL')
    if (both) killDatabase(data)
    await server?.ended
    const began = Date.now()
    server = await startServer(data)
    return `started again in ${Date.now() - began} ms`
  }
  for (let n = 1; n <= ROUNDS; n++)
    await round(`server killed, round ${n}`, token, address, async () => killServer(false))
  for (let n = 1; n <= ROUNDS; n++)
    await round(`server and database killed, round ${n}`, token, address, async () => killServer(true))

  for (let n = 1; n <= ROUNDS; n++)
    await round(`database killed, round ${n}`, token, address, async (writers) => {
      const pid = databaseOf(data)
      if (pid) process.kill(pid, 'SIGKILL')
      const ms = await writers.nextWrite()
      return `the server wrote again after ${ms.toFixed(0)} ms`
    })
  for (let n = 1; n <= ROUNDS; n++)
    await round(`a connection of the database killed, round ${n}`, token, address, async (writers) => {
      // PostgreSQL ends all of them and starts anew inside.
      const [one] = await ask<{ pid: number }>(
        data,
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
      )
      if (one) process.kill(one.pid, 'SIGKILL')
      const ms = await writers.nextWrite()
      return `the server wrote again after ${ms.toFixed(0)} ms`
    })
  server.child.kill('SIGTERM')
  await server.ended
} catch (error) {
  count.failed++
  count.told.push(tell('Failed', 'crash', String(error)))
  console.error(error)
  server?.child.kill('SIGKILL')
  killDatabase(data)
} finally {
  remove()
}
mkdirSync(path.join(root, 'test-results'), { recursive: true })
writeFileSync(path.join(root, 'test-results/crash.json'), JSON.stringify(count))
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed > 0 ? 1 : 0
