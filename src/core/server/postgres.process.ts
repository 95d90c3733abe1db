import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { contentOf, remove } from './postgres.files.ts'
import { PORT, PostgresError } from './postgres.place.ts'

/* Finds the server that runs on a database folder, and cleans up after one that has died. */

export type PidFile = { pid: number; port: number; socketFolder: string; ready: boolean; stops: boolean }

/** What the cluster's lock file says; undefined without one. */
export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = (contentOf(path.join(cluster, 'postmaster.pid')) ?? '').toString().split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0
      ? {
          pid,
          port: Number(lines[3]) || PORT,
          socketFolder: lines[4] ?? '',
          ready: lines[7]?.trim() === 'ready',
          stops: lines[7]?.trim() === 'stopping',
        }
      : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') {
      throw new PostgresError(
        `The database folder ${cluster} belongs to another user. Start as that user, or use another DATA_DIR.`,
      )
    }
    return undefined
  }
}

/**
 * The postmaster that runs on this cluster. A process id alone proves nothing, since the system may have reused it, so the
 * process has to be a postgres that works in this folder. A lock file that a dead server left is removed when no process
 * works there any more: PostgreSQL would trust it and refuse to start.
 */
export function runningServer(cluster: string): PidFile | undefined {
  const file = readPidFile(cluster)
  if (!file) {
    return undefined
  }
  if (isAlive(file.pid) && isPostgresOn(file.pid, cluster)) {
    return file
  }
  if (isAlive(file.pid) && !isInUse(cluster)) {
    remove(path.join(cluster, 'postmaster.pid'), cluster)
  }
  return undefined
}

/** Whether a process with that id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isPostgresOn(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') {
    try {
      const zombie = / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, ''))
      return !zombie && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    } catch {
      return false
    }
  }
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  return stdout.includes('postgres') && stdout.includes(cluster)
}

/** A killed postmaster's child processes live on for a moment; while one does, nothing may be touched. */
function isInUse(cluster: string): boolean {
  return processesOn(cluster).length > 0
}

/** Ids of the processes that work in a folder; none where the system doesn't say. */
function processesOn(cluster: string): number[] {
  if (process.platform !== 'linux') {
    return []
  }
  const folder = realpathSync(cluster)
  const worksHere = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksHere(name))
    .map(Number)
}

/**
 * Ends what a killed postmaster left behind. Its children end by themselves, but one in the middle of a long statement
 * only after that, and until then no server can start. Killing them loses nothing: the log is replayed anyway.
 */
export function endOrphans(cluster: string) {
  const here = processesOn(cluster)
  for (const pid of here) {
    try {
      // A child is called "postgres: …", a postmaster by its command. Field 4 is the parent.
      const isChild = readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres:')
      const parent = Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')[1],
      )
      if (isChild && !here.includes(parent)) {
        process.kill(pid, 'SIGKILL')
      }
    } catch {
      // it has just ended
    }
  }
}

/**
 * Removes the socket of a server that has died. PostgreSQL does so itself unless the dead server's process id is in use:
 * by another process, or by its own zombie (in a container without init).
 */
export function removeStaleSocket(folder: string, cluster: string) {
  const socket = path.join(folder, `.s.PGSQL.${PORT}`)
  try {
    const lock = contentOf(`${socket}.lock`)
    if (lock && !isPostgresOn(Math.abs(Number(lock.toString().split('\n')[0])), cluster)) {
      remove(`${socket}.lock`, folder)
      remove(socket, folder)
    }
  } catch {
    // there is none
  }
}
