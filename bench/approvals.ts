import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { compose } from '#app/server/compose.ts'
import { makePeople } from '#app/server/demo/people.ts'
import { briefWith } from '#app/server/scenes/brief.ts'
import { readConfig } from '#core/server/config.ts'
import { migrate } from '#core/server/migrate.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { productionServer } from '../scripts/productionServer.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'

/*
 * npm run bench:approvals: what everybody else notices while plans are approved. Ten hunters approve at once, over
 * five thousand projects, and /healthz is asked a hundred times a second meanwhile, whether it has answered or not.
 */

const APPROVALS = 10
const EVERY_MS = 10
const IDLE_MS = 3_000
const PROJECTS = { musicians: 4700, bands: 300 }
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A wedding from the afternoon to midnight: many moments, and money for all of them. */
const BRIEF = briefWith({
  event: { type: 'wedding', day: '2027-02-20', starts: '15:00', ends: '23:30', guests: 150 },
  sound: { genres_liked: ['salsa', 'latin', 'jazz', 'classical', 'pop'], genres_forbidden: ['electronic'] },
  budget: { max: 1_200_000 },
})

const { folder, remove } = temporaryFolder('approvals')
const database = await startPostgres({ folder: path.join(folder, 'postgres'), say: () => {} })
let stopServer: (() => Promise<number>) | undefined
try {
  await migrate(database.settings)
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'error' })
  const { app, close } = await compose({
    config,
    settings: database.settings,
    work: false,
    mail: 'in memory',
  })
  const now = app.clock.now()
  await app.db.transaction((db) => makePeople(db, { now, password: 'TarimaBench2026', ...PROJECTS }))
  const tokens = Array.from({ length: APPROVALS + 1 }, () => newToken())
  await app.db.execute(sql`
    with people as (
      insert into users (name, email, account_type, client_kind, verified_at, terms_accepted_at)
      select 'Persona ' || n, 'approver' || n || '@bench.test', 'TALENT_HUNTER', 'PERSONAL', now(), now()
      from generate_series(1, ${tokens.length}::int) n returning id
    ), numbered as (select id, row_number() over (order by id) as place from people)
    insert into sessions (user_id, token_hash, remember, expires_at, last_used_at)
    select numbered.id, hash, true, '2999-01-01', now()
    from unnest(${sql.param(tokens.map(tokenHash))}::text[]) with ordinality as token (hash, place)
    join numbered using (place)`)
  await app.db.execute(sql`vacuum analyze`)
  const { port, stop } = await productionServer(folder)
  stopServer = stop

  const orders = []
  for (const token of tokens) orders.push(await plannedOrder(port, token))
  const [warm, ...others] = orders
  // The first approval loads the solver and the plans of the statements.
  if (warm) await approve(port, warm)

  const idle = await pings(port, sleep(IDLE_MS))
  let times: { ms: number; stage: string }[] = []
  const all = Promise.all(others.map((order) => approve(port, order))).then((done) => {
    times = done
  })
  const busy = await pings(port, all)
  await close()

  const ms = times.map((one) => one.ms).sort((a, b) => a - b)
  const stages = [...new Set(times.map(({ stage }) => stage))].join(', ')
  say(`${APPROVALS} approvals at once over five thousand projects (${stages})`)
  say(`  /healthz alone      ${figures(idle)}`)
  say(`  /healthz meanwhile  ${figures(busy)}`)
  say(`  an approval         median ${at(ms, 0.5).toFixed(0)} ms, slowest ${at(ms, 1).toFixed(0)} ms`)
} finally {
  await stopServer?.()
  await database.stop()
  remove()
}

type Planned = { id: number; token: string }

async function plannedOrder(port: number, token: string): Promise<Planned> {
  const order = await call(port, token, 'POST', '/api/orders/', { brief: BRIEF })
  const { id, revision } = order
  const submitted = await call(port, token, 'POST', `/api/orders/${id}/submit/`, { revision })
  if (submitted.stage === 'changes_needed') await call(port, token, 'POST', `/api/orders/${id}/continue/`)
  await call(port, token, 'POST', `/api/orders/${id}/plan/`)
  return { id, token }
}

async function approve(port: number, { id, token }: Planned): Promise<{ ms: number; stage: string }> {
  const begun = performance.now()
  const body = { variant: 'recommended' }
  const { stage } = await call(port, token, 'POST', `/api/orders/${id}/approve/`, body)
  return { ms: performance.now() - begun, stage }
}

async function call(port: number, token: string, method: string, at: string, body: object = {}) {
  const answer = await fetch(`http://127.0.0.1:${port}${at}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`)
  return JSON.parse(text) as { id: number; revision: number; stage: string }
}

/** Asks /healthz at a steady pace until something is done. @returns how long each answer took, ms, ascending */
async function pings(port: number, until: Promise<unknown>): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1000 })
  let done = false
  const over = until.finally(() => {
    done = true
  })
  const asked: Promise<number>[] = []
  while (!done) {
    asked.push(ping(port, agent))
    await sleep(EVERY_MS)
  }
  await over
  const took = await Promise.all(asked)
  agent.destroy()
  return took.sort((a, b) => a - b)
}

function ping(port: number, agent: http.Agent): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path: '/healthz', agent }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(performance.now() - begun))
      })
      .on('error', reject)
  })
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function figures(sorted: readonly number[]): string {
  return `median ${at(sorted, 0.5).toFixed(1)} ms, p99 ${at(sorted, 0.99).toFixed(1)} ms, slowest ${at(sorted, 1).toFixed(1)} ms of ${sorted.length}`
}
