import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { HEAP } from '../scripts/productionServer.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'

/*
 * npm run bench:start: how long `npm start` takes until calls are answered, on an empty folder (with nothing compiled) and
 * on one that is there; how much memory the server has at rest; and how many people it lets in by their passwords. As in
 * production, without the demo's data, with pages that are built (npm run build).
 */

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const GOALS = { fresh_s: 3, again_s: 1.5 }
const LIMIT_MS = 120_000
const REST_MS = 10_000
/** V8's space for what has just been made: small, a server at rest has less; whether it is slower says `npm run bench`. */
const SMALL = ['--max-semi-space-size=2', '--expose-gc']
const PERSON = {
  ...{ name: 'Quien Entra', email: 'entra@bench.test', password: 'cinco-tablas-92', terms: true },
  birth_date: '1990-05-05',
}
const SECONDS = 5
const say = (line: string) => void process.stdout.write(`${line}\n`)

if (!existsSync('dist/web/index.html')) {
  say('The pages are not built: npm run build')
  process.exit(1)
}

interface Started {
  address: string
  child: ChildProcess
  /** From the command to the first call that is answered. */
  seconds: number
}

const { folder, remove } = temporaryFolder('start')
const cache = path.join(folder, 'compiled')
try {
  const fresh: number[] = []
  const again: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const data = path.join(folder, `data-${round}`)
    mkdirSync(data, { mode: 0o755 })
    rmSync(cache, { recursive: true, force: true })
    for (const seconds of [fresh, again]) {
      const started = await start(data)
      seconds.push(started.seconds)
      await stop(started)
    }
  }
  const data = path.join(folder, 'data-0')
  const rest = await memoryOf(data, HEAP)
  const small = await memoryOf(data, SMALL)
  const rate = await signIns(data)

  const missed = [...goal('fresh', fresh, GOALS.fresh_s), ...goal('again', again, GOALS.again_s)]
  say(`  memory at rest    ${rest} MB, with ${SMALL[0]} ${small} MB`)
  say(`  log-ins           ${rate.toFixed(1)} a second by 8 connections`)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  remove()
}

/** Says how long starts took. @returns what missed its goal */
function goal(what: string, seconds: number[], most: number): string[] {
  const sorted = [...seconds].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const isKept = middle < most
  say(
    `  ${what.padEnd(17)} ${middle.toFixed(1)} s (${sorted.map((one) => one.toFixed(1)).join(', ')})   goal ${most} s   ${isKept ? 'kept' : 'OVER'}`,
  )
  return isKept ? [] : [what]
}

async function start(data: string, heap: readonly string[] = HEAP): Promise<Started> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(process.execPath, [...heap, 'scripts/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: cache,
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: data,
      DATABASE_URL: '',
      SMTP_URL: '',
      DEMO: '0',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT: '100000000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (child.exitCode === null && performance.now() - begun < LIMIT_MS) {
    try {
      if ((await fetch(`${address}/readyz`)).ok)
        return { address, child, seconds: (performance.now() - begun) / 1000 }
    } catch {
      // Nothing listens yet: it is asked again until it does.
    }
    await sleep(10)
  }
  child.kill('SIGKILL')
  throw new Error('the server did not start')
}

async function stop({ child }: Started): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Megabytes that the process has once it has answered something and rests (Linux). */
async function memoryOf(data: string, heap: readonly string[]): Promise<string> {
  const started = await start(data, heap)
  await fetch(`${started.address}/api/directory/projects/`)
  await sleep(REST_MS)
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${started.child.pid}/status`, 'utf8'))
  await stop(started)
  return (Number(line?.[1]) / 1024).toFixed(0)
}

/** How often a second somebody is let in by their password. */
async function signIns(data: string): Promise<number> {
  const started = await start(data)
  const headers = { 'content-type': 'application/json' }
  const made = await fetch(`${started.address}/api/auth/signup/`, {
    method: 'POST',
    headers,
    body: JSON.stringify(PERSON),
  })
  if (!made.ok) throw new Error(`signing up answered ${made.status}`)
  const result = await autocannon({
    url: `${started.address}/api/auth/login/`,
    connections: 8,
    duration: SECONDS,
    method: 'POST',
    headers,
    body: JSON.stringify({ username: PERSON.email, password: PERSON.password }),
  })
  await stop(started)
  if (result.non2xx > 0) throw new Error(`${result.non2xx} log-ins were refused`)
  return result.requests.average
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
