import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  canAccess,
  createFolder,
  ownerOf,
  PORT,
  PostgresError,
  type SystemAccount,
} from './postgres.place.ts'

/*
 * What root does in folders that belong to the account of the database: whoever takes that account over may put links,
 * pipes and other folders there, and root would follow them. So the account itself does what it can do, and root goes by
 * open files and folders, never by their path again (docs/decisions/0024).
 */

const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
/** For root: no link is followed, and no pipe waited for. Others have nothing to lose by it, and may keep logs elsewhere. */
const PLAIN = process.getuid?.() === 0 ? O_NOFOLLOW | O_NONBLOCK : 0
/** For what the account does instead of root; it may wait for a pipe of its own making. */
const LIMIT_MS = 60_000
/** A socket's path has at most 107 bytes on Linux and 103 on macOS, including the final zero. */
const SOCKET_PATH_MAX = 103
/** Beyond that the server's log is emptied, bytes. */
const LOG_MAX = 10_000_000

/** Does something with the rights of an account and no other. @throws PostgresError with what it complained of */
function as(account: SystemAccount, script: string, file: string, input = '') {
  const { status, stderr, error } = spawnSync('/bin/sh', ['-c', script, 'sh', file], {
    ...account,
    cwd: '/',
    input,
    encoding: 'utf8',
    timeout: LIMIT_MS,
  })
  if (status !== 0)
    throw new PostgresError(
      `The account that the database belongs to can't change ${file}: ${error?.message ?? stderr.trim()}`,
    )
}

/** Writes a file anew, at once and as a whole, that only the account may read. */
export function replaceFile(file: string, text: string, account: SystemAccount | undefined) {
  if (account) {
    as(account, 'draft=$(mktemp "$1.draft-XXXXXX") && cat >"$draft" && mv -f "$draft" "$1"', file, text)
    return
  }
  const draft = `${file}.draft-${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
}

/**
 * Removes a file or a folder with all that is in it, also what is still written meanwhile.
 * @param by whose owner does it, so that a link in its place leads nowhere that they can't write themselves
 */
export function remove(file: string, by = file) {
  if (process.getuid?.() !== 0) {
    rmSync(file, { recursive: true, force: true, maxRetries: 10 })
  } else if (lstatSync(file, { throwIfNoEntry: false })) {
    // As root too: `rm` goes from folder to folder without their names, so that none is exchanged on its way.
    const script = 'for n in 1 2 3 4 5 6 7 8 9 10; do rm -rf -- "$1" && exit; sleep 0.1; done; exit 1'
    try {
      as(ownerOf(by) ?? { uid: 0, gid: 0 }, script, file)
    } catch (error) {
      // It is empty, and lies in a folder that isn't theirs: `rmdir` follows no link and takes nothing with it.
      try {
        rmdirSync(file)
      } catch {
        throw error
      }
    }
  }
}

/** What a file holds; undefined where there is none, or something else than a file. @throws where it may not be read */
export function contentOf(file: string): Buffer | undefined {
  let open: number
  try {
    open = openSync(file, O_RDONLY | PLAIN)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  try {
    return fstatSync(open).isFile() ? readFileSync(open) : undefined
  } finally {
    closeSync(open)
  }
}

/** Gives a folder of this process to the account. @returns false where it isn't a folder of one of the two */
export function giveFolder(folder: string, account: SystemAccount | undefined, mode?: number): boolean {
  let open: number
  try {
    open = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  } catch {
    return false
  }
  try {
    const { uid } = fstatSync(open)
    if (uid !== process.getuid?.() && uid !== account?.uid) return false
    if (account && uid !== account.uid) fchownSync(open, account.uid, account.gid)
    if (mode !== undefined) fchmodSync(open, mode)
    return true
  } finally {
    closeSync(open)
  }
}

/** Makes a folder for the account alone. @returns false where it can't be made, or isn't a folder of one of the two */
export function privateFolder(folder: string, account: SystemAccount | undefined): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return giveFolder(folder, account, 0o700)
}

/**
 * For root only. If no other account may enter the data folder (one below /root, say), the database lives in
 * /var/lib/tarima, and a link named `moved` in the data folder shows where.
 */
export function reachableHome(wanted: string, account: SystemAccount, say: (line: string) => void): string {
  const link = path.join(wanted, 'moved')
  let home = movedTo(wanted) ?? wanted
  if (home !== wanted) {
    createFolder(home, `The database folder ${home} can't be created`)
  } else if (!canAccess(account, '-x', wanted)) {
    const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
    home = ['/var/lib/tarima', path.join(os.tmpdir(), 'tarima')]
      .map((base) => path.join(base, name))
      .find((folder) => {
        try {
          mkdirSync(folder, { recursive: true, mode: 0o755 })
          // Below a temporary folder somebody else may have been there before.
          return lstatSync(path.dirname(folder)).uid === 0 && canAccess(account, '-x', folder)
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
  giveFolder(realpathSync(home), account)
  return home
}

/** Where a data folder says that its database lives. Only who starts it may say so, or root; not the database's account. */
export function movedTo(wanted: string): string | undefined {
  const link = path.join(wanted, 'moved')
  const seen = lstatSync(link, { throwIfNoEntry: false })
  const isTold = seen?.isSymbolicLink() && (seen.uid === 0 || seen.uid === process.getuid?.())
  return isTold ? readlinkSync(link) : undefined
}

/** Where the socket goes: into the data folder if its path is short and plain enough, else into a private temporary folder. */
export function socketFolder(home: string, account: SystemAccount | undefined): string {
  const owner = account?.uid ?? process.getuid?.() ?? 0
  const near = path.join(home, 'socket')
  const fits = Buffer.byteLength(path.join(near, `.s.PGSQL.${PORT}.lock`)) < SOCKET_PATH_MAX
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const wanted = fits && /^[\w./@+-]+$/.test(near) ? near : path.join(os.tmpdir(), `tarima-${owner}-${hash}`)
  let folder = wanted
  if (!privateFolder(wanted, account)) {
    folder = mkdtempSync(path.join(os.tmpdir(), 'tarima-')) // that name belongs to somebody else
  }
  if (Buffer.byteLength(path.join(folder, `.s.PGSQL.${PORT}.lock`)) >= SOCKET_PATH_MAX) {
    folder = mkdtempSync('/tmp/tarima-')
  }
  giveFolder(folder, account, 0o700)
  return folder
}

/** Opens the server's log for appending; beyond 10 MB it is emptied. @throws PostgresError where it may be another file */
export function openLog(home: string, account: SystemAccount | undefined): number {
  const file = path.join(home, 'postgres.log')
  let log: number
  try {
    log = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_EXCL, 0o640)
    if (account) fchownSync(log, account.uid, account.gid)
    return log
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  try {
    log = openSync(file, O_WRONLY | O_APPEND | O_CREAT | PLAIN, 0o640)
  } catch (error) {
    throw new PostgresError(`The log of the database can't be written: ${(error as Error).message}`)
  }
  const seen = fstatSync(log)
  // Earlier releases left it to root. A file with another name elsewhere may be anybody's.
  const isOurs = seen.isFile() && seen.nlink === 1 && (seen.uid === account?.uid || seen.uid === 0)
  if (account && !isOurs) {
    closeSync(log)
    throw new PostgresError(`${file} isn't a file of the account that runs the database: remove it.`)
  }
  if (seen.size > LOG_MAX) ftruncateSync(log)
  return log
}

/** How much the server's log holds, bytes. */
export const logSize = (home: string): number => logOf(home).length

/** The last lines of the server's log. @param from only what was written since it held so many bytes */
export const logTail = (home: string, from = 0): string =>
  logOf(home).subarray(from).toString().trimEnd().split('\n').slice(-12).join('\n')

function logOf(home: string): Buffer {
  try {
    return contentOf(path.join(home, 'postgres.log')) ?? Buffer.alloc(0)
  } catch {
    return Buffer.alloc(0)
  }
}
