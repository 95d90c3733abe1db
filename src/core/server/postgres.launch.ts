import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync } from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, saveAccess } from './postgres.cluster.ts'
import { logSize, logTail, openLog, socketFolder } from './postgres.files.ts'
import { PORT, PostgresError, type SystemAccount } from './postgres.place.ts'
import {
  endOrphans,
  type PidFile,
  readPidFile,
  removeStaleSocket,
  runningServer,
} from './postgres.process.ts'

/* Starts a server on a database folder. */

const START_LIMIT_MS = 60_000

/**
 * What PostgreSQL keeps of its tables in its own memory: an eighth of what there is, from its usual 128 MB to 1 GB. Of that it
 * takes only what it has read. A search among a million looks at thousands of pages all over the tables, and each that isn't
 * here is fetched from the system: with 128 MB such a search takes a tenth to a third longer.
 */
const sharedBuffers = () => {
  const MB = 1024 * 1024
  // In a container less than the machine has.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return `${Math.min(1024, Math.max(128, Math.floor(memory / 8 / MB)))}MB`
}

/** Where a server works, and how it is started each time. */
export type Place = {
  home: string
  cluster: string
  account: SystemAccount | undefined
  /** the folder of its programs */
  native: string
  fsync: boolean
  max_connections: number
  /** where it listened before: those who know it come back there */
  sockets: string | undefined
}

/**
 * Starts a server and waits until it takes connections. Undefined when another process was faster.
 * @param isOver true from when on nobody wants it any more
 * @throws PostgresError that contains the end of the log
 */
export async function launch(
  place: Place,
  isOver: () => boolean,
): Promise<{ file: PidFile; child: ChildProcess } | undefined> {
  const { home, cluster, account, native, fsync } = place
  endOrphans(cluster)
  const known = place.sockets && existsSync(place.sockets) ? place.sockets : undefined
  const sockets = known ?? socketFolder(home, account)
  removeStaleSocket(sockets, cluster)
  saveAccess(cluster, account)
  const log = openLog(home, account)
  const before = logSize(home)
  const settings = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: String(place.max_connections),
    fsync: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    shared_buffers: sharedBuffers(),
    // After a crash: one call for the whole disk instead of one for each of some thousand files.
    recovery_init_sync_method: process.platform === 'linux' ? 'syncfs' : 'fsync',
  }
  const child = spawn(
    path.join(native, 'bin/postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In a session of its own, so that Ctrl-C reaches only Node, which drains before it stops the database.
    { ...account, cwd: '/', env: environment(), detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.unref()
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })

  const until = Date.now() + START_LIMIT_MS
  while (Date.now() < until) {
    if (failure) {
      throw new PostgresError(`PostgreSQL could not be started: ${failure.message}`)
    }
    if (child.exitCode !== null || child.signalCode !== null) {
      // A killed server whose parent hasn't collected it yet still has its process id and its lock file, and one whose
      // children are just ending still has their memory: try again.
      const tail = logTail(home, before)
      if (
        runningServer(cluster) ||
        /lock file "postmaster\.pid" already exists|pre-existing shared memory block/.test(tail)
      ) {
        return undefined
      }
      throw new PostgresError(`PostgreSQL ended while starting.\n${tail}`)
    }
    if (isOver()) {
      child.kill('SIGINT')
      return undefined
    }
    const file = readPidFile(cluster)
    if (file?.ready && file.pid === child.pid) {
      return { file, child }
    }
    await sleep(10)
  }
  throw new PostgresError(
    `PostgreSQL did not get ready within ${START_LIMIT_MS / 1000} s.\n${logTail(home, before)}`,
  )
}
