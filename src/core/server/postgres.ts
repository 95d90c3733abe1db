import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { binaries, checkVersion } from './postgres.binaries.ts'
import {
  accountFor,
  createFolder,
  logTail,
  openLog,
  PORT,
  PostgresError,
  reachableHome,
  type SystemAccount,
  socketFolder,
} from './postgres.place.ts'
import { isAlive, type PidFile, readPidFile, removeStaleSocket, runningServer } from './postgres.process.ts'

/*
 * The embedded database: a real PostgreSQL, which the server starts in its data folder.
 *
 * Several Node processes may use one folder. Each of them holds a *shared* advisory lock, on a connection of its own, for
 * as long as it lives. A process that stops tries to take that lock exclusively. Only the last one succeeds, and it stops
 * the database. A killed process loses its lock together with its connection, so nothing has to be cleaned up; the database
 * that it leaves running is adopted at the next start.
 */

/** How to reach a PostgreSQL server; goes into `pg.Pool`, pg-boss and drizzle alike. */
export type PostgresSettings =
  | { host: string; port?: number; user: string; database: string; password?: string }
  | { connectionString: string }

/** A running embedded server. */
export type EmbeddedPostgres = {
  /** where it listens: `host` is the folder of its socket */
  settings: { host: string; port: number; user: string; database: string }
  /** process id of the postmaster */
  pid: number
  /** false when it was running already: left by a killed process, or shared with another one */
  started: boolean
  /** stops using it, and shuts it down when no other process uses it */
  stop(): Promise<void>
}

type Options = {
  /** the database's folder; created when missing */
  folder: string
  /** false only in tests: faster, but a power failure may lose everything */
  fsync?: boolean
  maxConnections?: number
  /** gets one line for people when something about this start is unusual */
  say?: (line: string) => void
}

const USER = 'tarima'
const DATABASE = 'tarima'
const USERS_LOCK = 0x7a_71_3a
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 8_000

/**
 * Starts PostgreSQL on a folder, or joins the server that already runs there.
 * @throws PostgresError whose message is meant for people and contains the end of the log
 */
export async function startPostgres(options: Options): Promise<EmbeddedPostgres> {
  const say = options.say ?? (() => {})
  if (process.platform === 'win32') {
    throw new PostgresError('The embedded database does not run on Windows: set DATABASE_URL, or use WSL.')
  }
  const wanted = path.resolve(options.folder)
  createFolder(wanted, `The data folder ${wanted} can't be created`)
  const account = accountFor(wanted)
  const home = account ? reachableHome(wanted, account, say) : wanted
  const cluster = path.join(home, 'cluster')
  const until = Date.now() + START_LIMIT_MS

  let native: string | undefined
  for (;;) {
    const running = existsSync(cluster) ? runningServer(cluster) : undefined
    if (running) {
      const joined = await join(cluster, running)
      if (joined) {
        return joined
      }
      // It is starting up or shutting down: try again.
    } else {
      native ??= binaries(account)
      if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
        createCluster(home, cluster, native, account, options.fsync ?? true)
      }
      checkVersion(cluster, native)
      const joined = await launch(home, cluster, native, account, options)
      if (joined) {
        return joined
      }
      // Another process was faster: join its server.
    }
    if (Date.now() > until) {
      throw new PostgresError(`PostgreSQL on ${cluster} did not get ready.\n${logTail(home)}`)
    }
    await sleep(25)
  }
}

/**
 * The process id of the PostgreSQL that runs on a folder given to `startPostgres`, without joining it.
 * Undefined when none runs.
 */
export function runningPostgres(folder: string): number | undefined {
  const home = path.resolve(folder)
  const cluster = path.join(
    existsSync(path.join(home, 'moved')) ? realpathSync(path.join(home, 'moved')) : home,
    'cluster',
  )
  return existsSync(cluster) ? runningServer(cluster)?.pid : undefined
}

/** Runs initdb in a draft folder, which is renamed once complete: an interrupted one never looks like a database. */
function createCluster(
  home: string,
  cluster: string,
  native: string,
  account: SystemAccount | undefined,
  fsync: boolean,
) {
  for (const name of readdirSync(home)) {
    const creator = /^draft-(\d+)$/.exec(name)?.[1]
    if (creator && !isAlive(Number(creator))) {
      rmSync(path.join(home, name), { recursive: true, force: true })
    }
  }
  const draft = path.join(home, `draft-${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (account) {
    chownSync(draft, account.uid, account.gid)
  }
  // C.UTF-8 knows letters beyond ASCII (trigrams of "ñandú"); where the system lacks it, plain C always works.
  let complaint = ''
  for (const ctype of ['C.UTF-8', 'C']) {
    const made = spawnSync(
      path.join(native, 'bin/initdb'),
      [
        ['--pgdata', draft, '--username', USER, '--auth', 'trust', '--encoding', 'UTF8'],
        ['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C', '--lc-ctype', ctype],
        ['--text-search-config', 'simple', '--no-instructions'],
        fsync ? [] : ['--no-sync'],
      ].flat(),
      { ...account, cwd: '/', env: environment(), encoding: 'utf8' },
    )
    if (made.status === 0) {
      try {
        renameSync(draft, cluster)
      } catch (error) {
        rmSync(draft, { recursive: true, force: true })
        if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
          throw error
        }
      }
      return
    }
    complaint = made.error?.message ?? `${made.stdout}\n${made.stderr}`
    for (const name of readdirSync(draft)) {
      rmSync(path.join(draft, name), { recursive: true, force: true })
    }
  }
  rmSync(draft, { recursive: true, force: true })
  throw new PostgresError(`The database could not be created in ${home}:\n${complaint.trim()}`)
}

function environment(): NodeJS.ProcessEnv {
  // None of the caller's PG* or locale variables may reach the server.
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }
}

async function launch(
  home: string,
  cluster: string,
  native: string,
  account: SystemAccount | undefined,
  { fsync = true, maxConnections = 100 }: Options,
): Promise<EmbeddedPostgres | undefined> {
  const sockets = socketFolder(home, account)
  removeStaleSocket(sockets, cluster)
  const log = openLog(home)
  const settings = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: String(maxConnections),
    fsync: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
  }
  const child = spawn(
    path.join(native, 'bin/postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In a session of its own, so that Ctrl-C reaches only Node, which drains before it stops the database.
    { ...account, cwd: '/', env: environment(), detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.unref()
  const failed = new Promise<Error | undefined>((resolve) => child.once('error', resolve))
  let failure: Error | undefined
  failed.then((error) => {
    failure = error
  })

  const until = Date.now() + START_LIMIT_MS
  while (Date.now() < until) {
    if (failure) {
      throw new PostgresError(`PostgreSQL could not be started: ${failure.message}`)
    }
    if (child.exitCode !== null || child.signalCode !== null) {
      // A killed server whose parent hasn't collected it yet still has its process id and its lock file: try again.
      if (runningServer(cluster) || /lock file "postmaster\.pid" already exists/.test(logTail(home))) {
        return undefined
      }
      throw new PostgresError(`PostgreSQL ended while starting.\n${logTail(home)}`)
    }
    const file = readPidFile(cluster)
    if (file?.ready && file.pid === child.pid) {
      const joined = await join(cluster, file, child)
      if (joined) {
        return joined
      }
    }
    await sleep(10)
  }
  throw new PostgresError(`PostgreSQL did not get ready within ${START_LIMIT_MS / 1000} s.\n${logTail(home)}`)
}

/** Connects to a running server and takes the shared lock. Undefined while it is starting up or shutting down. */
async function join(
  cluster: string,
  file: PidFile,
  child?: ChildProcess,
): Promise<EmbeddedPostgres | undefined> {
  if (!file.ready) {
    return undefined
  }
  const settings = { host: file.socketFolder, port: file.port, user: USER, database: DATABASE }
  const lock = new pg.Client({ ...settings, database: 'postgres', application_name: 'tarima lock' })
  // When the database goes away by itself, the pools report it.
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
    const code = (error as { code?: string }).code ?? ''
    // 57P03: starting up or shutting down; 57P01: stopped while we were connecting; the rest: the socket is gone
    if (['57P03', '57P01', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)) {
      return undefined
    }
    if (code === 'EACCES') {
      throw new PostgresError(
        `The PostgreSQL on ${cluster} belongs to another user. Stop it, or use another DATA_DIR.`,
      )
    }
    throw error
  }
  let stopping: Promise<void> | undefined
  return {
    settings,
    pid: file.pid,
    started: child !== undefined,
    stop: () => {
      stopping ??= release(lock, file.pid, cluster, child)
      return stopping
    },
  }
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

async function release(lock: pg.Client, pid: number, cluster: string, child: ChildProcess | undefined) {
  let last = false
  try {
    await lock.query(`select pg_advisory_unlock_shared(${USERS_LOCK})`)
    const { rows } = await lock.query<{ last: boolean }>(`select pg_try_advisory_lock(${USERS_LOCK}) as last`)
    last = rows[0]?.last ?? false
  } catch {
    // the connection is gone, and most likely the server too: then there is nothing to stop
    last = !runningServer(cluster)
  }
  if (!last) {
    await lock.end().catch(() => {})
    return
  }
  const gone = () => (child ? child.exitCode !== null || child.signalCode !== null : !isAlive(pid))
  signal(pid, 'SIGINT', gone)
  const until = Date.now() + STOP_LIMIT_MS
  while (!gone() && Date.now() < until) {
    await sleep(5)
  }
  await lock.end().catch(() => {})
  if (!gone()) {
    // The "immediate" shutdown: like a power failure, and safe for the same reason.
    signal(pid, 'SIGQUIT', gone)
  }
}

function signal(pid: number, name: NodeJS.Signals, gone: () => boolean) {
  try {
    if (!gone()) {
      process.kill(pid, name)
    }
  } catch {
    // already gone
  }
}
