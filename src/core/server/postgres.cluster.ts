import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { nameOf, ownName, PostgresError, type SystemAccount } from './postgres.place.ts'
import { isAlive } from './postgres.process.ts'

/* Makes a database folder, and says who may connect to it. */

/** The role that owns everything. */
export const USER = 'tarima'
const MAP = 'tarima'

/** Runs initdb in a draft folder, which is renamed once complete: an interrupted one never looks like a database. */
export function createCluster(
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
        ['--pgdata', draft, '--username', USER, '--encoding', 'UTF8'],
        ['--auth-local', 'peer', '--auth-host', 'reject'],
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

/** What a program of PostgreSQL gets. */
export function environment(): NodeJS.ProcessEnv {
  // None of the caller's PG* or locale variables may reach the server.
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }
}

/**
 * Lets in over the socket, without a password, whom the kernel says is the account that runs the database, the one that
 * runs this process, or root; nobody else (docs/decisions/0024). Written before every start, so that folders made by
 * earlier releases, which trusted whoever reached the socket, get it too.
 */
export function saveAccess(cluster: string, account: SystemAccount | undefined) {
  const mine = ownName()
  const owner = account && nameOf(account.uid)
  // Whatever runs as `nobody` beside the database isn't the one that runs it as root.
  const names = [nameOf(0), mine, owner === 'nobody' ? undefined : owner]
  // A process whose id has no name (in some containers) can't be told by it: the socket's folder is its only door.
  const method = mine ? `peer map=${MAP}` : 'trust'
  const lines = {
    'pg_hba.conf': [`local all ${USER} ${method}`],
    'pg_ident.conf': [...new Set(names)].filter(Boolean).map((name) => `${MAP} "${name}" ${USER}`),
  }
  for (const [name, text] of Object.entries(lines)) {
    const file = path.join(cluster, name)
    const wanted = `# Written at every start.\n${text.join('\n')}\n`
    if (existsSync(file) && readFileSync(file, 'utf8') === wanted) {
      continue
    }
    const draft = `${file}.draft-${process.pid}`
    writeFileSync(draft, wanted, { mode: 0o600 })
    if (account) {
      chownSync(draft, account.uid, account.gid)
    }
    renameSync(draft, file)
  }
}
