import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/* Which system account runs the embedded database. */

export type SystemAccount = { uid: number; gid: number }

/** Only a part of the socket's name: nothing listens on the network. */
export const PORT = 5432

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
  const made = ownerOf(path.join(home, 'cluster'))
  if (made) return made
  const owner = statSync(home, { throwIfNoEntry: false })
  // initdb needs an account with a name; a bind mount may belong to a user id that has none here.
  if (owner && owner.uid !== 0 && hasName(owner.uid)) return { uid: owner.uid, gid: owner.gid }
  for (const name of [...OWN_ACCOUNTS, 'nobody']) {
    const found = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(accounts())
    if (found) {
      return { uid: Number(found[1]), gid: Number(found[2]) }
    }
  }
  return { uid: 65534, gid: 65534 }
}

/**
 * Whose rights suffice for a file or folder: of whoever it belongs to. Where a link leads counts only if root made it.
 * @returns undefined where that is this process itself, or nothing is there
 */
export function ownerOf(file: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const own = lstatSync(file, { throwIfNoEntry: false })
  const seen = own?.isSymbolicLink() && own.uid === 0 ? statSync(file, { throwIfNoEntry: false }) : own
  return seen && seen.uid !== 0 ? { uid: seen.uid, gid: seen.gid } : undefined
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
