import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startStripe } from '#features/payments/stripe.fixture.ts'
import { type Answered, callAll, duePayments, payAll, paymentFaults } from './crashPayments.ts'
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
 * whole. PAYMENTS=500 KILLS=10 ROUNDS=0 for a longer run of payments alone: by hand, and by card with the provider's calls.
 */

const ROUNDS = Number(process.env.ROUNDS ?? 5)
/** So many payments run while the server, and every second time the database with it, is killed so often. */
const PAYMENTS = Number(process.env.PAYMENTS ?? 60)
const KILLS = Number(process.env.KILLS ?? 3)
const WRITERS = 6
const root = path.resolve(import.meta.dirname, '..')
const { folder: data, remove } = temporaryFolder('crash')
/** Cards are taken, and one caller's address isn't another's. */
const stripe = await startStripe()
const env = { ...stripe.env, TRUST_PROXY: 'loopback' }
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

/** Lets payments run and kills in the middle of them, so many times; at the end each is paid, once. */
async function crashPayments(address: () => string, killServer: (both: boolean) => Promise<string>) {
  const payers = await duePayments(data, address, PAYMENTS)
  const answered: Answered = {
    ...{ recorded: new Set(), confirmed: new Set(), called: new Set() },
    unexpected: [],
  }
  let isDone = false
  // The provider calls on, whoever is killed.
  const calling = callAll(address, stripe, answered, () => isDone)
  for (let n = 1; n <= KILLS; n++) {
    let isOver = false
    const running = payAll(address, payers, stripe, answered, () => isOver)
    // After a part of what is left to be confirmed, wherever the others are then.
    const enough = Math.min(
      PAYMENTS,
      answered.confirmed.size + Math.ceil((PAYMENTS / (KILLS + 1)) * Math.random()) + 1,
    )
    const patience = Date.now() + 60_000
    while (answered.confirmed.size < enough && Date.now() < patience) await sleep(2)
    const back = killServer(n % 2 === 0)
    isOver = true
    await running
    const said = await back
    await report(`payments killed, round ${n}`, answered, said)
  }
  // Whatever was cut off is tried again; 409 where it had happened.
  const patience = Date.now() + 120_000 + PAYMENTS * 1000
  const paid = async () =>
    Number(
      (
        await ask<{ n: string }>(
          data,
          `select count(*) as n from payments where kind = 'balance' and state = 'held'`,
        )
      )[0]?.n,
    )
  while ((await paid()) < PAYMENTS && Date.now() < patience)
    await payAll(address, payers, stripe, answered, () => false)
  // What happened last is still to be told.
  while (stripe.events.some(({ id }) => !answered.called.has(id)) && Date.now() < patience) await sleep(50)
  isDone = true
  await calling
  await report(
    'payments after all',
    answered,
    `${await paid()} of ${PAYMENTS} paid, ${stripe.all('charge').length} of them by card`,
    (await paid()) === PAYMENTS && stripe.events.every(({ id }) => answered.called.has(id)),
  )
}

async function report(name: string, answered: Answered, said: string, isWhole = true) {
  const faults = await paymentFaults(data, stripe, answered)
  const ok = faults.length === 0 && isWhole
  count[ok ? 'passed' : 'failed']++
  const what = `${name}: ${answered.recorded.size} recorded, ${answered.confirmed.size} confirmed, ${answered.called.size} calls of the provider’s taken, ${said}${ok ? '' : `; ${faults.join('; ')}`}`
  if (!ok) count.told.push(tell('Failed', 'crash', what))
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`)
}

let server: Server | undefined
try {
  server = await startServer(data, env)
  const token = await hunter(data)
  const address = () => server?.address ?? ''

  const killServer = async (both: boolean) => {
    server?.child.kill('SIGKILL')
    if (both) killDatabase(data)
    await server?.ended
    const began = Date.now()
    server = await startServer(data, env)
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
  await crashPayments(address, killServer)
  server?.child.kill('SIGTERM')
  await server?.ended
} catch (error) {
  count.failed++
  count.told.push(tell('Failed', 'crash', String(error)))
  console.error(error)
  server?.child.kill('SIGKILL')
  killDatabase(data)
} finally {
  await stripe.stop()
  remove()
}
mkdirSync(path.join(root, 'test-results'), { recursive: true })
writeFileSync(path.join(root, 'test-results/crash.json'), JSON.stringify(count))
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed > 0 ? 1 : 0
