import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { contentOf, privateFolder, remove, replaceFile } from './postgres.files.ts'
import { nameOf, ownName, PostgresError, type SystemAccount } from './postgres.place.ts'
import { isAlive } from './postgres.process.ts'

/* Makes a database folder, and says who may connect to it. */

/** The role that owns everything. */
export const USER = 'tarima'
const MAP = 'tarima'

/** How many drafts this process has begun: two of them never share a folder. */
let drafts = 0

/** Runs initdb in a draft folder, which is renamed once complete: an interrupted one never looks like a database. */
export async function createCluster(
  home: string,
  cluster: string,
  native: string,
  account: SystemAccount | undefined,
  fsync: boolean,
) {
  for (const name of readdirSync(home)) {
    const creator = /^draft-(\d+)(-\d+)?$/.exec(name)?.[1]
    if (creator && !isAlive(Number(creator))) {
      // What that process had started may write for a moment more.
      remove(path.join(home, name))
    }
  }
  const draft = path.join(home, `draft-${process.pid}-${++drafts}`)
  // C.UTF-8 knows letters beyond ASCII (trigrams of "ñandú"); where the system lacks it, plain C always works.
  let complaint = ''
  for (const ctype of ['C.UTF-8', 'C']) {
    remove(draft)
    privateFolder(draft, account)
    const made = await run(
      path.join(native, 'bin/initdb'),
      [
        ['--pgdata', draft, '--username', USER, '--encoding', 'UTF8'],
        ['--auth-local', 'peer', '--auth-host', 'reject'],
        ['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C', '--lc-ctype', ctype],
        ['--text-search-config', 'simple', '--no-instructions'],
        fsync ? [] : ['--no-sync'],
      ].flat(),
      account,
    )
    if (made.isDone) {
      try {
        renameSync(draft, cluster)
      } catch (error) {
        remove(draft)
        if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
          throw error
        }
      }
      return
    }
    complaint = made.complaint
    // Somebody ended it: what it was asked for isn't to blame.
    if (made.isEnded) break
  }
  remove(draft)
  throw new PostgresError(`The database could not be created in ${home}:\n${complaint.trim()}`)
}

/** Runs a program to its end, or to that of this process. */
function run(
  program: string,
  args: string[],
  account: SystemAccount | undefined,
): Promise<{ isDone: boolean; isEnded: boolean; complaint: string }> {
  return new Promise((resolve) => {
    // In a session of its own, so that Ctrl-C reaches only Node, which waits for it.
    const options = { ...account, cwd: '/', env: environment(), detached: true }
    let child: ChildProcess
    try {
      child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    } catch (error) {
      // Some failures are thrown, such as too little memory.
      return resolve({ isDone: false, isEnded: false, complaint: (error as Error).message })
    }
    let said = ''
    // Neither is there where the program couldn't be begun.
    for (const output of [child.stdout, child.stderr])
      output?.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    const end = () => void child.kill('SIGKILL')
    process.once('exit', end)
    const finish = (isDone: boolean, isEnded: boolean, complaint: string) => {
      process.off('exit', end)
      resolve({ isDone, isEnded, complaint })
    }
    child.once('error', ({ message }) => finish(false, false, message))
    child.once('close', (code, signal) =>
      finish(
        code === 0,
        signal !== null || said.includes('caught signal'),
        signal ? `${said}\nIt was ended by ${signal}.` : said,
      ),
    )
  })
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
    if (contentOf(file)?.toString() !== wanted) replaceFile(file, wanted, account)
  }
}
