import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { binaries, checkVersion } from './postgres.binaries.ts'
import { createCluster } from './postgres.cluster.ts'
import { logTail, movedTo, reachableHome } from './postgres.files.ts'
import { type Held, join, keep } from './postgres.keeper.ts'
import { launch, type Place } from './postgres.launch.ts'
import { accountFor, createFolder, PostgresError } from './postgres.place.ts'
import { runningServer } from './postgres.process.ts'

/*
 * The embedded database: a real PostgreSQL, which the server starts in its data folder.
 *
 * Several Node processes may use one folder. Each of them holds a *shared* advisory lock, on a connection of its own, for
 * as long as it lives. A process that stops tries to take that lock exclusively. Only the last one succeeds, and it stops
 * the database. A killed process loses its lock together with its connection, so nothing has to be cleaned up; the database
 * that it leaves running is adopted at the next start. A database that dies under them is started again by whichever of
 * them is first (postgres.keeper.ts).
 */

/** How to reach a PostgreSQL server; goes into `pg.Pool`, pg-boss and drizzle alike. */
export type PostgresSettings =
  | { host: string; port?: number; user: string; database: string; password?: string }
  | { connectionString: string }

/** A running embedded server. */
export type EmbeddedPostgres = {
  /** where it listens: `host` is the folder of its socket */
  settings: { host: string; port: number; user: string; database: string }
  /** the folder that holds its files */
  home: string
  /** process id of the postmaster; another one once it had to be started again */
  readonly pid: number
  /** false when it was running already: left by a killed process, or shared with another one */
  started: boolean
  /** false while it has died and is being started again */
  isUp(): boolean
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
  /** how long a server that has died is tried to be started again */
  recovery_ms?: number
  /** told once when that failed: there will be no database any more */
  onLost?: (error: PostgresError) => void
}

const START_LIMIT_MS = 60_000
const RECOVERY_MS = 60_000

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
  const place: Place = {
    home,
    cluster: path.join(home, 'cluster'),
    account,
    native: '',
    fsync: options.fsync ?? true,
    max_connections: options.maxConnections ?? 100,
    sockets: undefined,
  }
  const first = await find(place, () => false)
  if (!first) throw new Error('nobody has asked to stop')
  place.sockets = first.settings.host
  const keeper = keep(first, {
    find: (isOver) => find(place, isOver),
    limit_ms: options.recovery_ms ?? RECOVERY_MS,
    say,
    onLost: options.onLost ?? (() => {}),
  })
  return {
    settings: first.settings,
    home,
    get pid() {
      return keeper.pid
    },
    started: first.child !== undefined,
    isUp: () => keeper.isUp(),
    stop: () => keeper.stop(),
  }
}

/** Joins the server that runs, or starts one. Undefined once that is over. */
async function find(place: Place, isOver: () => boolean): Promise<Held | undefined> {
  const { home, cluster } = place
  const until = Date.now() + START_LIMIT_MS
  while (!isOver()) {
    const running = existsSync(cluster) ? runningServer(cluster) : undefined
    if (running) {
      const joined = await join(cluster, running)
      if (joined) {
        return joined
      }
      // It is starting up or shutting down: try again.
    } else {
      await prepare(place)
      const launched = await launch(place, isOver)
      const joined = launched && (await join(cluster, launched.file, launched.child))
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
  return undefined
}

/** Before the first start: its programs, and a cluster. */
async function prepare(place: Place) {
  const { home, cluster, account } = place
  const isThere = existsSync(path.join(cluster, 'PG_VERSION'))
  // An empty database in the place of the one that was there would answer as if nothing had ever been written.
  if (!isThere && place.sockets) throw new PostgresError(`There is no database in ${cluster} any more.`)
  if (place.native) return
  const native = binaries(account)
  if (!isThere) await createCluster(home, cluster, native, account, place.fsync)
  checkVersion(cluster, native, account)
  place.native = native
}

/**
 * The process id of the PostgreSQL that runs on a folder given to `startPostgres`, without joining it.
 * Undefined when none runs.
 */
export function runningPostgres(folder: string): number | undefined {
  const home = path.resolve(folder)
  const cluster = path.join(movedTo(home) ?? home, 'cluster')
  return existsSync(cluster) ? runningServer(cluster)?.pid : undefined
}
