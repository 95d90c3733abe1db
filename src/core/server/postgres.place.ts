import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/* Which system account runs the embedded database, and where its files, socket and log are. */

export type SystemAccount = { uid: number; gid: number }

/** Only a part of the socket's name: nothing listens on the network. */
export const PORT = 5432
/** A socket's path has at most 107 bytes on Linux and 103 on macOS, including the final zero. */
const SOCKET_PATH_MAX = 103

/** The database can't be started, for a reason that a person can fix; the message says how. */
export class PostgresError extends Error {
  override name = 'PostgresError'
}

/** Creates a folder. @throws PostgresError that begins with `complaint` */
export function createFolder(folder: string, complaint: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw new PostgresError(`${complaint}: ${(error as Error).message}`)
  }
}

/** Accounts made for a database: whoever sets up a machine gives it one of these (docs/decisions/0024). */
const OWN_ACCOUNTS = ['tarima', 'postgres']

/**
 * PostgreSQL refuses to run as root: for root it runs as the folder's owner, or as an account of its own where the
 * machine has one, or as `nobody`.
 */
export function accountFor(home: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) {
    return undefined
  }
  const cluster = path.join(home, 'cluster')
  for (const folder of [cluster, home]) {
    const owner = existsSync(folder) ? statSync(folder) : undefined
    // initdb needs an account with a name; a bind mount may belong to a user id that has none here.
    if (owner && owner.uid !== 0 && (folder === cluster || hasName(owner.uid))) {
      return { uid: owner.uid, gid: owner.gid }
    }
  }
  for (const name of [...OWN_ACCOUNTS, 'nobody']) {
    const found = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(accounts())
    if (found) {
      return { uid: Number(found[1]), gid: Number(found[2]) }
    }
  }
  return { uid: 65534, gid: 65534 }
}

const accounts = () => (existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '')
const hasName = (uid: number) => nameOf(uid) !== undefined

/** The name of an account of this machine. */
export const nameOf = (uid: number): string | undefined =>
  new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(accounts())?.[1]

/** The name of the account that this process runs as, wherever the system keeps it. */
export function ownName(): string | undefined {
  try {
    return os.userInfo().username
  } catch {
    return undefined
  }
}

/** Asks the system itself, as that account, since permissions, ACLs and mount options all matter. */
export function canAccess(account: SystemAccount | undefined, test: '-x' | '-r', file: string): boolean {
  return spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', file], { ...account, cwd: '/' }).status === 0
}

/**
 * For root only. If no other account may enter the data folder (one below /root, say), the database lives in
 * /var/lib/tarima, and a link named `moved` in the data folder shows where.
 */
export function reachableHome(wanted: string, account: SystemAccount, say: (line: string) => void): string {
  const link = path.join(wanted, 'moved')
  let home = wanted
  if (lstatSync(link, { throwIfNoEntry: false })) {
    home = readlinkSync(link)
    createFolder(home, `The database folder ${home} can't be created`)
  } else if (!canAccess(account, '-x', wanted)) {
    const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
    home = ['/var/lib/tarima', path.join(os.tmpdir(), 'tarima')]
      .map((base) => path.join(base, name))
      .find((folder) => {
        try {
          mkdirSync(folder, { recursive: true, mode: 0o755 })
          return canAccess(account, '-x', folder)
        } catch {
          return false
        }
      }) as string
    if (!home) {
      throw new PostgresError(
        `PostgreSQL can't run as root, and ${wanted} can't be entered by any other account. ` +
          'Set DATA_DIR to a folder that others may enter (for example /var/lib/tarima), or set DATABASE_URL.',
      )
    }
    symlinkSync(home, link)
    say(`PostgreSQL can't run as root and no other account may enter ${wanted}: its files are in ${home}`)
  }
  if (statSync(home).uid === 0) {
    chownSync(home, account.uid, account.gid)
  }
  return home
}

/** Where the socket goes: into the data folder if its path is short and plain enough, else into a private temporary folder. */
export function socketFolder(home: string, account: SystemAccount | undefined): string {
  const owner = account?.uid ?? process.getuid?.() ?? 0
  const near = path.join(home, 'socket')
  const fits = Buffer.byteLength(path.join(near, `.s.PGSQL.${PORT}.lock`)) < SOCKET_PATH_MAX
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 12)
  let folder = fits && /^[\w./@+-]+$/.test(near) ? near : path.join(os.tmpdir(), `tarima-${owner}-${hash}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(folder)
  if (!lstatSync(folder).isDirectory() || (uid !== owner && uid !== process.getuid?.())) {
    folder = mkdtempSync(path.join(os.tmpdir(), 'tarima-')) // that name belongs to somebody else
  }
  if (Buffer.byteLength(path.join(folder, `.s.PGSQL.${PORT}.lock`)) >= SOCKET_PATH_MAX) {
    folder = mkdtempSync('/tmp/tarima-')
  }
  if (account) {
    chownSync(folder, account.uid, account.gid)
  }
  chmodSync(folder, 0o700)
  return folder
}

/** Opens the server's log for appending; beyond 10 MB it is emptied. */
export function openLog(home: string): number {
  const file = path.join(home, 'postgres.log')
  const log = openSync(file, 'a', 0o640)
  if (fstatSync(log).size > 10_000_000) {
    writeFileSync(file, '')
  }
  return log
}

/** How much the server's log holds, bytes. */
export const logSize = (home: string): number =>
  statSync(path.join(home, 'postgres.log'), { throwIfNoEntry: false })?.size ?? 0

/** The last lines of the server's log. @param from only what was written since it held so many bytes */
export function logTail(home: string, from = 0): string {
  try {
    const text = readFileSync(path.join(home, 'postgres.log')).subarray(from).toString()
    return text.trimEnd().split('\n').slice(-12).join('\n')
  } catch {
    return ''
  }
}
