import type { ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { USER } from './postgres.cluster.ts'
import { PostgresError } from './postgres.place.ts'
import { isAlive, type PidFile, readPidFile } from './postgres.process.ts'

/*
 * Holds the lock that says "this process uses the database", watches the server, and sees to it that there is one again
 * when it dies or loses the lock.
 */

const DATABASE = 'tarima'
const USERS_LOCK = 0x7a_71_3a
const CONNECT_LIMIT_MS = 5_000
const STOP_LIMIT_MS = 8_000
/** How often the server is looked at, beside what its connection says. */
const LOOK_MS = 1_000
/** Pauses between tries; the last one again and again. */
const BACK_OFF_MS = [0, 50, 100, 200, 400, 800, 1_600, 2_000]
/** A server that lives for less is one that can't. */
const STABLE_MS = 1_000
/** How long those who came back after a crash get to take their lock again. */
const OTHERS_LIMIT_MS = 5_000

/** A running server that this process uses: it holds the shared lock. */
export type Held = {
  cluster: string
  settings: { host: string; port: number; user: string; database: string }
  /** process id of the postmaster */
  pid: number
  lock: pg.Client
  /** when this process started it */
  child: ChildProcess | undefined
}

/** Connects to a running server and takes the shared lock. Undefined while it is starting up or shutting down. */
export async function join(cluster: string, file: PidFile, child?: ChildProcess): Promise<Held | undefined> {
  if (!file.ready) {
    return undefined
  }
  const settings = { host: file.socketFolder, port: file.port, user: USER, database: DATABASE }
  const lock = new pg.Client({
    ...settings,
    database: 'postgres',
    application_name: 'tarima lock',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  // Its end is what the watch waits for; without a listener an error would end the process.
  lock.on('error', () => {})
  try {
    await lock.connect()
    const { rows } = await lock.query<{ folder: string; held: boolean }>(
      `select current_setting('data_directory') as folder, pg_try_advisory_lock_shared(${USERS_LOCK}) as held`,
    )
    const { folder, held } = rows[0] as { folder: string; held: boolean }
    if (realpathSync(folder) !== realpathSync(cluster)) {
      throw new PostgresError(`The PostgreSQL at ${file.socketFolder} serves ${folder}, not ${cluster}.`)
    }
    if (!held) {
      await lock.end() // the last user is just stopping it
      return undefined
    }
    await createDatabase(lock)
  } catch (error) {
    await lock.end().catch(() => {})
    const { code = '', message } = error as { code?: string; message: string }
    // 57P03: starting up or shutting down; 57P01 and 57P02: stopped or crashed while we were connecting; the rest: the
    // socket is gone
    if (
      ['57P03', '57P01', '57P02', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code) ||
      message === 'Connection terminated unexpectedly'
    ) {
      return undefined
    }
    // 28000: the server doesn't let this account in
    if (code === 'EACCES' || code === '28000') {
      throw new PostgresError(
        `The PostgreSQL on ${cluster} belongs to another user. Stop it, or use another DATA_DIR.`,
      )
    }
    throw error
  }
  return { cluster, settings, pid: file.pid, lock, child }
}

async function createDatabase(lock: pg.Client) {
  const { rowCount } = await lock.query('select 1 from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) {
    await lock.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
      // 42P04 and 23505: another process is creating it at the same moment
      if (error.code !== '42P04' && error.code !== '23505') {
        throw error
      }
    })
  }
}

/** What looks after a server that this process uses. */
export interface Keeper {
  readonly pid: number
  /** False while the server is being started again, and for good once that failed. */
  isUp(): boolean
  /** Stops using it, and shuts it down when no other process uses it. */
  stop(): Promise<void>
}

/**
 * Watches a server, and finds or starts one again when it is gone or the lock is lost.
 * @param options.find answers a server that is ready, with the lock; `isOver` says when nobody wants it any more
 * @param options.limit_ms how long that is tried
 * @param options.onLost told once, when it failed for all that time
 */
export function keep(
  first: Held,
  options: {
    find(isOver: () => boolean): Promise<Held | undefined>
    limit_ms: number
    say(line: string): void
    onLost(error: PostgresError): void
  },
): Keeper {
  let held = first
  let state: 'up' | 'away' | 'lost' = 'up'
  let stopping: Promise<void> | undefined
  let recovering: Promise<void> | undefined
  let looking: NodeJS.Timeout | undefined
  /** Failures in a row, and since when; a server that stays ends the row. */
  let row = { tries: 0, since: 0, up_at: performance.now() }
  const isOver = () => stopping !== undefined

  function watch() {
    const mine = held
    const gone = (why: string) => {
      if (mine === held && state === 'up' && !isOver()) {
        state = 'away'
        clearInterval(looking)
        recovering = recover(why)
      }
    }
    mine.lock.once('end', () => gone('its connection was lost'))
    mine.child?.once('exit', (code, signal) =>
      gone(signal ? `it was ended by ${signal}` : `it ended with code ${code}`),
    )
    let stops = 0
    let asks = false
    looking = setInterval(() => {
      const file = readPidFile(mine.cluster)
      if (file?.pid !== mine.pid || !isAlive(mine.pid)) {
        gone('its process is gone')
      } else if (file.stops && ++stops > 1) {
        // Somebody asked it to wait for its clients to leave, and they are us: it takes nobody new until then.
        signal(mine.pid, 'SIGINT')
      } else if (!asks) {
        asks = true
        mine.lock.query('select 1').then(
          () => {
            asks = false
          },
          () => gone('its connection was lost'),
        )
      }
    }, LOOK_MS)
    looking.unref()
  }

  async function recover(why: string): Promise<void> {
    const began = performance.now()
    if (began - row.up_at > STABLE_MS) row = { ...row, tries: 0, since: began }
    options.say(`The database is away (${why}): it is being started again`)
    // What is left of the connection would hold up a server that waits for its clients.
    held.lock.end().catch(() => {})
    while (!isOver()) {
      await sleep(BACK_OFF_MS[Math.min(row.tries++, BACK_OFF_MS.length - 1)])
      try {
        const found = await options.find(isOver)
        if (!found) continue
        if (found.settings.host !== first.settings.host) {
          await found.lock.end().catch(() => {})
          throw new PostgresError(`The database now listens in ${found.settings.host}: start again.`)
        }
        held = found
        if (isOver()) return
        state = 'up'
        row.up_at = performance.now()
        watch()
        options.say(`The database is back after ${((row.up_at - began) / 1000).toFixed(1)} s`)
        return
      } catch (error) {
        if (performance.now() - row.since < options.limit_ms) continue
        state = 'lost'
        options.onLost(
          new PostgresError(
            `The database in ${first.cluster} can't be started again, for ${Math.round(options.limit_ms / 1000)} s: ` +
              reasonOf(error as Error),
          ),
        )
        return
      }
    }
  }

  watch()
  return {
    get pid() {
      return held.pid
    },
    isUp: () => state === 'up',
    stop() {
      stopping ??= (async () => {
        clearInterval(looking)
        await recovering
        await release(held)
      })()
      return stopping
    },
  }
}

/** One line: what the server said last before it ended, or what the system said. */
function reasonOf({ message }: Error): string {
  const lines = message.split('\n')
  const said = lines.findLast((line) => /\b(PANIC|FATAL|ERROR): /.test(line))
  return said?.replace(/^.*?\b(?=(PANIC|FATAL|ERROR): )/, '') ?? lines[0] ?? ''
}

/** Gives the lock back, and stops the server when nobody else uses it. */
async function release({ lock, pid, child }: Held) {
  // Without a connection there is no telling who else uses it. What is left running is adopted at the next start.
  const last = await isLast(lock, child === undefined).catch(() => false)
  if (!last) {
    await lock.end().catch(() => {})
    return
  }
  const isGone = () => (child ? child.exitCode !== null || child.signalCode !== null : !isAlive(pid))
  signal(pid, 'SIGINT')
  const until = Date.now() + STOP_LIMIT_MS
  while (!isGone() && Date.now() < until) {
    await sleep(5)
  }
  await lock.end().catch(() => {})
  if (!isGone()) {
    // The "immediate" shutdown: like a power failure, and safe for the same reason.
    signal(pid, 'SIGQUIT')
  }
}

/**
 * Tries to take the lock for itself alone. After a crash inside the database others have lost their lock and are about to
 * take it again: they get time for that. Some are connected already, and are left alone if they don't; others aren't yet,
 * and all that tells of them is that the database has just begun.
 * @param isJoined somebody else started the server; one's own begins for the first time with its start
 */
async function isLast(lock: pg.Client, isJoined: boolean): Promise<boolean> {
  await lock.query(`select pg_advisory_unlock_shared(${USERS_LOCK})`)
  const until = Date.now() + OTHERS_LIMIT_MS
  for (;;) {
    const { rows } = await lock.query<{ mine: boolean; others: number; crashed: boolean }>(
      `select pg_try_advisory_lock(${USERS_LOCK}) as mine,
         (select count(*)::int from pg_stat_activity
          where backend_type = 'client backend' and application_name like 'tarima%' and pid <> pg_backend_pid()) as others,
         exists (select from pg_stat_activity where backend_type = 'checkpointer'
          and backend_start > pg_postmaster_start_time() + interval '${isJoined ? 0 : 200} ms'
          and backend_start > clock_timestamp() - interval '${OTHERS_LIMIT_MS - 500} ms') as crashed`,
    )
    const { mine, others, crashed } = rows[0] as (typeof rows)[number]
    if (!mine) return false
    if (others === 0 && !crashed) return true
    await lock.query(`select pg_advisory_unlock(${USERS_LOCK})`)
    if (Date.now() > until) return false
    await sleep(50)
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // already gone
  }
}
