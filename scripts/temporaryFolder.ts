import { chmodSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runningPostgres } from '#core/server/postgres.ts'

const prefixOf = (name: string) => `tarima-${name}-`

/**
 * A data folder for a server that lives as long as one run. As root the database runs under another account, so the
 * folder is open to everybody; where that account still can't reach it (a temp folder below /root), the database
 * moves elsewhere and leaves a link, and removing the folder removes that place too. A run that breaks off removes it as
 * well, with the database that works there; what one left that was killed is removed by the next.
 * @param name what it is for: the folder is called tarima-NAME-PID-…
 */
export function temporaryFolder(name: string): { folder: string; remove: () => void } {
  for (const left of readdirSync(os.tmpdir())) {
    const pid = left.startsWith(prefixOf(name)) && /^(\d+)-/.exec(left.slice(prefixOf(name).length))?.[1]
    if (pid && !isAlive(Number(pid))) removeData(path.join(os.tmpdir(), left))
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), `${prefixOf(name)}${process.pid}-`))
  chmodSync(folder, 0o755)
  const remove = () => {
    process.off('exit', remove)
    removeData(folder)
  }
  process.on('exit', remove)
  // A signal that nobody else listens to would end the run before that.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      if (process.listenerCount(signal) === 0) process.exit(1)
    })
  return { folder, remove }
}

function removeData(folder: string) {
  const database = path.join(folder, 'postgres')
  try {
    const pid = runningPostgres(database)
    if (pid) process.kill(pid, 'SIGQUIT')
  } catch {
    // it has just ended, or isn't ours
  }
  const moved = path.join(database, 'moved')
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }
  if (lstatSync(moved, { throwIfNoEntry: false })) rmSync(readlinkSync(moved), options)
  rmSync(folder, options)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
