import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runningPostgres } from '#core/server/postgres.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'

/* A real server in a process of its own, with its database, for tests that kill either of them while somebody writes. */

const root = path.resolve(import.meta.dirname, '..')

export type Server = { child: ChildProcess; address: string; ended: Promise<number | null>; output(): string }

/** Starts the server on a data folder, and waits until it is ready. */
export async function startServer(data: string, env: Record<string, string> = {}): Promise<Server> {
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DEMO: '0',
      DATA_DIR: data,
      DATABASE_URL: '',
      PORT: '0',
      PUBLIC_URL: '',
      LOG_LEVEL: 'silent',
      // All of them come from one address.
      RATE_LIMIT: '1000000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const ready = /ready at (http:\S+)/.exec(output)
      if (ready?.[1]) {
        resolve(ready[1])
      }
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`The server did not start:\n${output}`)))
  })
  return { child, address, ended, output: () => output }
}

/** Where the database of a data folder has its files. */
export function homeOf(data: string): string {
  const folder = path.join(data, 'postgres')
  try {
    return realpathSync(path.join(folder, 'moved'))
  } catch {
    return folder
  }
}

/** The process id of the database of a data folder; undefined while none runs. */
export const databaseOf = (data: string) => runningPostgres(path.join(data, 'postgres'))

/** Asks the database itself. */
export async function ask<T extends pg.QueryResultRow>(
  data: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({
    host: path.join(homeOf(data), 'socket'),
    user: 'tarima',
    database: 'tarima',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A verified talent hunter with a session, put in directly. Answers the token. */
export async function hunter(data: string): Promise<string> {
  const [user] = await ask<{ id: string }>(
    data,
    `insert into users (name, email, account_type, verified_at, terms_accepted_at)
     values ('Ana Crash', 'ana@crash.test', 'TALENT_HUNTER', now(), now()) returning id`,
  )
  const token = newToken()
  await ask(
    data,
    `insert into sessions (user_id, token_hash, remember, expires_at, last_used_at)
     values ($1, $2, true, '2999-01-01', now())`,
    [user?.id, tokenHash(token)],
  )
  return token
}

/** Everything that works in the database's folder, the postmaster first. */
export function killDatabase(data: string) {
  const postmaster = databaseOf(data)
  const folder = realpathSync(path.join(homeOf(data), 'cluster'))
  const pids =
    process.platform === 'linux'
      ? readdirSync('/proc').filter((name) => {
          try {
            return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder
          } catch {
            return false
          }
        })
      : []
  for (const pid of [postmaster, ...pids.map(Number)]) {
    try {
      if (pid) {
        process.kill(pid, 'SIGKILL')
      }
    } catch {
      // already gone
    }
  }
}

/** How soon somebody who was refused tries again. */
export const REFUSED_MS = 50

/** People who write without a pause: orders, whose titles are in `written` once that was answered. */
export interface Writers {
  readonly written: ReadonlySet<string>
  /** answers by status; 0 for none at all */
  readonly answers: ReadonlyMap<number, number>
  /** Waits for a write that begins from now on and succeeds. @returns how long that took, ms */
  nextWrite(limit_ms?: number): Promise<number>
  stop(): Promise<void>
}

/**
 * Lets people write without a pause. Whoever is refused tries again a moment later, with another order.
 * @param name what the orders are called, with a number
 */
export function startWriters(address: () => string, token: string, name: string, count: number): Writers {
  const written = new Set<string>()
  const answers = new Map<number, number>()
  const waiting = new Set<{ since: number; done: (ms: number) => void }>()
  let writing = true
  const one = async (writer: number) => {
    for (let n = 0; writing; n++) {
      const title = `${name} ${writer}-${n}`
      const began = performance.now()
      const status = await beginOrder(address(), token, title)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (status !== 201) {
        await sleep(REFUSED_MS)
        continue
      }
      written.add(title)
      for (const one of waiting)
        if (began >= one.since) {
          waiting.delete(one)
          one.done(performance.now() - one.since)
        }
    }
  }
  const writers = Array.from({ length: count }, (_, writer) => one(writer))
  return {
    written,
    answers,
    async nextWrite(limit_ms = 60_000) {
      let wait: { since: number; done: (ms: number) => void } | undefined
      const next = new Promise<number>((done) => {
        wait = { since: performance.now(), done }
        waiting.add(wait)
      })
      const ms = await Promise.race([next, sleep(limit_ms, undefined, { ref: false })])
      if (wait) waiting.delete(wait)
      if (ms === undefined) throw new Error(`nothing was written for ${limit_ms / 1000} s`)
      return ms
    },
    async stop() {
      writing = false
      await Promise.all(writers)
    },
  }
}

/** Begins an order: the order, its first step and what its hunter is told of it. @returns the status; 0: no answer */
async function beginOrder(address: string, token: string, title: string): Promise<number> {
  try {
    const reply = await fetch(`${address}/api/orders/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ brief: { event: { title } } }),
    })
    await reply.text()
    return reply.status
  } catch {
    return 0
  }
}

/** Which of these orders aren't there, and which of all that are there are not whole. */
export async function missing(data: string, written: Iterable<string>) {
  const rows = await ask<{ title: string; steps: number; told: number }>(
    data,
    `select o.brief #>> '{event,title}' as title,
       (select count(*)::int from order_history h where h.order_id = o.id) as steps,
       (select count(*)::int from notifications n where n.subject = 'order:' || o.id) as told
     from orders o`,
  )
  const there = new Set(rows.map(({ title }) => title))
  return {
    lost: [...written].filter((title) => !there.has(title)),
    half: rows.filter(({ steps, told }) => steps !== 1 || told !== 1).map(({ title }) => title),
  }
}
