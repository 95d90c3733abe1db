import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runningPostgres } from '#core/server/postgres.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/*
 * npm run test:crash: kill -9 in the middle of writes, of the server alone and of server and database together.
 * Afterwards the server must start, and every write that was answered must be there, whole.
 */

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const WRITERS = 6
const root = path.resolve(import.meta.dirname, '..')
const { folder: data, remove } = temporaryFolder('crash')
const database = path.join(data, 'postgres')
const count = { passed: 0, failed: 0 }

type Server = { child: ChildProcess; address: string; ended: Promise<void> }

async function startServer(): Promise<Server> {
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DEMO: '0',
      DATA_DIR: data,
      DATABASE_URL: '',
      PORT: '0',
      PUBLIC_URL: '',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const ready = /ready at (http:\S+)/.exec(output)
      if (ready?.[1]) {
        resolve(ready[1])
      }
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`The server did not start:\n${output}`)))
  })
  return { child, address, ended }
}

const connection = () => ({ host: socketFolder(), user: 'tarima', database: 'tarima' })
const home = () => {
  try {
    return realpathSync(path.join(database, 'moved'))
  } catch {
    return database
  }
}
const socketFolder = () => path.join(home(), 'socket')

async function ask<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(connection())
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A verified musician with a session, put in directly. Answers the token. */
async function musician(): Promise<string> {
  const [user] = await ask<{ id: string }>(
    `insert into users (name, email, account_type, verified_at, terms_accepted_at)
     values ('Ana Crash', 'ana@crash.test', 'MUSICIAN', now(), now()) returning id`,
  )
  const [project] = await ask<{ id: string }>(
    `insert into music_projects (name, owner_id, project_type) values ('Ana Crash', $1, 'INDIVIDUAL') returning id`,
    [user?.id],
  )
  await ask(`insert into project_members (project_id, user_id, role) values ($1, $2, 'OWNER')`, [
    project?.id,
    user?.id,
  ])
  const token = newToken()
  await ask(
    `insert into sessions (user_id, token_hash, remember, music_project_id, expires_at, last_used_at)
     values ($1, $2, true, $3, '2999-01-01', now())`,
    [user?.id, tokenHash(token), project?.id],
  )
  return token
}

/** Everything that works in the database's folder, the postmaster first. */
function killDatabase() {
  const postmaster = runningPostgres(database)
  const folder = realpathSync(path.join(home(), 'cluster'))
  const pids =
    process.platform === 'linux'
      ? readdirSync('/proc').filter((name) => {
          try {
            return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder
          } catch {
            return false
          }
        })
      : []
  for (const pid of [postmaster, ...pids.map(Number)]) {
    try {
      if (pid) {
        process.kill(pid, 'SIGKILL')
      }
    } catch {
      // already gone
    }
  }
}

async function round(
  name: string,
  both: boolean,
  token: string,
  written: Set<string>,
  server: Server,
): Promise<Server> {
  let writing = true
  let answered = 0
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; writing; n++) {
      const project = `${name} ${writer}-${n}`
      try {
        const reply = await fetch(`${server.address}/api/projects/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ name: project, project_type: 'GROUP' }),
        })
        if (reply.ok) {
          written.add(project)
          answered++
        } else {
          throw new Error(`${reply.status} ${await reply.text()}`)
        }
      } catch (error) {
        if (writing) {
          throw error
        }
      }
    }
  })
  const finished = Promise.all(writers)
  // The middle of writes is after some of them, however slow the machine.
  const begun = Date.now()
  while (answered < 3 && Date.now() - begun < 30_000) {
    await Promise.race([sleep(20), finished])
  }
  await Promise.race([sleep(400 + Math.random() * 800), finished])
  writing = false
  server.child.kill('SIGKILL')
  if (both) {
    killDatabase()
  }
  await server.ended
  await finished

  const started = Date.now()
  const next = await startServer()
  const ms = Date.now() - started
  const rows = await ask<{ name: string; members: number }>(
    `select p.name, count(m.id)::int as members from music_projects p
     left join project_members m on m.project_id = p.id where p.project_type = 'GROUP' group by p.id`,
  )
  const there = new Map(rows.map((row) => [row.name, row.members]))
  const lost = [...written].filter((project) => !there.has(project))
  const half = rows.filter(({ members }) => members !== 1)
  const ok = lost.length === 0 && half.length === 0 && answered > 0
  count[ok ? 'passed' : 'failed']++
  console.log(
    `${ok ? 'ok  ' : 'FAIL'} ${name}: ${answered} writes answered, started again in ${ms} ms` +
      (ok ? '' : `; lost ${lost.length} (${lost.slice(0, 3).join(', ')}), half-written ${half.length}`),
  )
  return next
}

let server: Server | undefined
try {
  server = await startServer()
  const token = await musician()
  const written = new Set<string>()
  for (let n = 1; n <= ROUNDS; n++) {
    server = await round(`server killed, round ${n}`, false, token, written, server)
  }
  for (let n = 1; n <= ROUNDS; n++) {
    server = await round(`server and database killed, round ${n}`, true, token, written, server)
  }
  server.child.kill('SIGTERM')
  await server.ended
} catch (error) {
  count.failed++
  console.error(error)
  server?.child.kill('SIGKILL')
  killDatabase()
} finally {
  remove()
}
mkdirSync(path.join(root, 'test-results'), { recursive: true })
writeFileSync(path.join(root, 'test-results/crash.json'), JSON.stringify(count))
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed > 0 ? 1 : 0
