import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { compose } from '#app/server/compose.ts'
import { readConfig } from '#core/server/config.ts'
import { migrate } from '#core/server/migrate.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { transaction } from '#core/server/work.ts'
import { notify } from '#features/notifications/commands.ts'
import { eventsIn } from '#features/notifications/web/live.ts'
import { type ProductionServer, productionServer } from '../scripts/productionServer.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'

/*
 * npm run bench:streams: what open pages cost. One server process holds the streams of as many people; this one holds
 * their other ends and raises what they are told, so that each delivery goes through PostgreSQL to another process.
 */

const STREAMS = Number(process.env.STREAMS ?? 10_000)
/** What the process may take with all of them. */
const GOAL_MB = 300
const SINGLE = 1000
const BROADCASTS = 5
const say = (line: string) => void process.stdout.write(`${line}\n`)

// Node raises its limit to the hard one by itself.
const descriptors = execFileSync('/bin/sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim()
if (Number(descriptors) < STREAMS + 200) {
  say(`${STREAMS} streams need as many descriptors; the hard limit is ${descriptors}. Raise it (ulimit -Hn).`)
  process.exit(1)
}

const { folder, remove } = temporaryFolder('streams')
const database = await startPostgres({ folder: path.join(folder, 'postgres'), say: () => {} })
let server: ProductionServer | undefined
try {
  await migrate(database.settings)
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'error' })
  const { app, close } = await compose({
    config,
    settings: database.settings,
    work: false,
    mail: 'in memory',
  })

  const tokens = Array.from({ length: STREAMS }, () => newToken())
  const { rows } = await app.db.execute<{ user_id: number }>(sql`
    with people as (
      insert into users (name, email, account_type, verified_at, terms_accepted_at)
      select 'Persona ' || n, 'persona' || n || '@bench.test', 'TALENT_HUNTER', now(), now()
      from generate_series(1, ${STREAMS}::int) n returning id
    ), numbered as (select id, row_number() over (order by id) as place from people)
    insert into sessions (user_id, token_hash, remember, expires_at, last_used_at)
    select numbered.id, hash, true, '2999-01-01', now()
    from unnest(${sql.param(tokens.map(tokenHash))}::text[]) with ordinality as token (hash, place)
    join numbered using (place) order by place returning user_id`)
  const people = rows.map(({ user_id }) => user_id)
  await app.db.execute(sql`vacuum analyze`)

  server = await productionServer(folder)
  const address = `http://127.0.0.1:${server.port}`
  await fetch(`${address}/api/notifications/`, { headers: { authorization: `Bearer ${tokens[0]}` } })
  await sleep(1000)
  const empty = memoryOf(server)

  /** What arrived, by user. */
  const arrived = new Map<number, { id: number; at: number }[]>(people.map((id) => [id, []]))
  const begun = performance.now()
  let next = 0
  const open: http.ClientRequest[] = []
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      for (let at = next++; at < STREAMS; at = next++)
        open.push(await stream(address, tokens[at] ?? '', arrived.get(people[at] ?? 0) ?? []))
    }),
  )
  const opened = performance.now() - begun
  await sleep(3000)
  const full = memoryOf(server)
  say(`${STREAMS} open streams in one process, opened in ${(opened / 1000).toFixed(1)} s`)
  const isSmall = full < GOAL_MB * 1024 * 1024
  if (!isSmall) process.exitCode = 1
  say(
    `  memory              ${mega(empty)} MB before, ${mega(full)} MB with them   goal < ${GOAL_MB} MB   ${isSmall ? 'kept' : 'OVER'}`,
  )
  say(`  memory per stream   ${((full - empty) / STREAMS / 1024).toFixed(1)} KB`)

  let subject = 0
  /** Tells these people something. @returns when it was committed */
  const raise = async (user_ids: readonly number[]) => {
    subject++
    await transaction(app, new Date(), async (work) =>
      notify(
        work,
        user_ids.map((user_id) => ({ user_id, type: 'BRIEF_VALIDATED', subject: `order:${subject}` })),
      ),
    )
    return performance.now()
  }
  const news = () => people.reduce((sum, id) => sum + (arrived.get(id)?.length ?? 0), 0)

  const single: number[] = []
  for (let n = 0; n < SINGLE; n++) {
    const user_id = people[(n * 7919) % STREAMS] ?? 0
    const mine = arrived.get(user_id) ?? []
    const before = mine.length
    const committed = await raise([user_id])
    for (const end = committed + 5000; mine.length === before && performance.now() < end; ) await sleep(0)
    if (mine.length !== before + 1) throw new Error('a notification did not arrive, or came twice')
    // It may be read here before the answer to the commit.
    single.push(Math.max(0, (mine.at(-1)?.at ?? 0) - committed))
  }
  say(`  one to one person   ${spread(single)}   (${SINGLE} in turn)`)

  const all: number[] = []
  for (let n = 0; n < BROADCASTS; n++) {
    const before = news()
    const committed = await raise(people)
    for (const end = committed + 30_000; news() < before + STREAMS && performance.now() < end; )
      await sleep(20)
    if (news() !== before + STREAMS) throw new Error(`${news() - before} of ${STREAMS} arrived`)
    for (const id of people) all.push(Math.max(0, (arrived.get(id)?.at(-1)?.at ?? 0) - committed))
  }
  say(`  one to everybody    ${spread(all)}   (${BROADCASTS} times ${STREAMS})`)
  for (const request of open) request.destroy()
  await close()
} finally {
  await server?.stop()
  await database.stop()
  remove()
}

/** Opens one stream; resolves once it is ready, and keeps what arrives on it. */
function stream(
  address: string,
  token: string,
  mine: { id: number; at: number }[],
): Promise<http.ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = http.get(
      `${address}/api/notifications/stream/`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode}`))
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const { events, rest } = eventsIn(text + chunk)
          text = rest
          for (const { name, id } of events) {
            if (name === 'ready') resolve(request)
            if (name === 'notification') mine.push({ id: id ?? 0, at: performance.now() })
          }
        })
        response.on('error', () => {})
      },
    )
    request.on('error', reject)
  })
}

/** Bytes of memory that are the process's own (Linux). */
function memoryOf({ pid }: ProductionServer): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) * 1024
}

function mega(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${sorted.at(-1)?.toFixed(1)} ms`
}
