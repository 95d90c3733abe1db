import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PORT, PostgresError } from './postgres.place.ts'

/* What runs on a database folder already, or did. */

export type PidFile = { pid: number; port: number; socketFolder: string; ready: boolean }

/** What the lock file of a cluster says; undefined without one. */
export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0
      ? {
          pid,
          port: Number(lines[3]) || PORT,
          socketFolder: lines[4] ?? '',
          ready: lines[7]?.trim() === 'ready',
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
 * The postmaster that runs on this cluster. A process id alone proves nothing (it may have been given to
 * somebody else since), so the process must be a postgres working in this folder. A file left by a dead one
 * is removed when nobody works there: PostgreSQL would trust it and refuse to start.
 */
export function livingServer(cluster: string): PidFile | undefined {
  const file = readPidFile(cluster)
  if (!file) {
    return undefined
  }
  if (isAlive(file.pid) && isPostgresOn(file.pid, cluster)) {
    return file
  }
  if (isAlive(file.pid) && !someoneWorksIn(cluster)) {
    rmSync(path.join(cluster, 'postmaster.pid'), { force: true })
  }
  return undefined
}

/** Whether a process has that number, whoever's it is. */
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

/** Server processes outlive a killed postmaster for a moment; while one works there, nothing may be touched. */
function someoneWorksIn(cluster: string): boolean {
  if (process.platform !== 'linux') {
    return false
  }
  const folder = realpathSync(cluster)
  return readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder
    } catch {
      return false
    }
  })
}

/**
 * Removes the socket of a server that is gone. PostgreSQL does so itself, except where the dead one's number is
 * still taken: by somebody else, or by its own remains that nobody collected (a container without init).
 */
export function clearSocket(folder: string, cluster: string) {
  const socket = path.join(folder, `.s.PGSQL.${PORT}`)
  try {
    const pid = Math.abs(Number(readFileSync(`${socket}.lock`, 'utf8').split('\n')[0]))
    if (!isPostgresOn(pid, cluster)) {
      rmSync(`${socket}.lock`, { force: true })
      rmSync(socket, { force: true })
    }
  } catch {
    // there is none
  }
}
