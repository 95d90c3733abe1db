import { setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { compose } from '#app/server/compose.ts'
import { makePeople } from '#app/server/demo/people.ts'
import { briefWith } from '#app/server/scenes/brief.ts'
import { readConfig } from '#core/server/config.ts'
import { migrate } from '#core/server/migrate.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { type Answer, type Asked, address, call } from './attackCalls.ts'
import { type Seen, watch } from './attackWatch.ts'
import { productionServer } from './productionServer.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/*
 * npm run attack: what everybody else notices of the costliest that one person can ask, all at once, against a server of
 * its own on this machine alone. Fails when they notice too much. Everything is bounded in number and time.
 */

const CHANGES = 12
const PICTURES = 20
const LOGINS = 300
const SEARCHES = 12
const LEAST_MS = 10_000
const MOST_MS = 90_000
const GOALS = { health_ms: 50, login_ms: 1_000, stop_ms: 5_000 }

const PASSWORD = 'TarimaAttack2026'
const REAL = 'musico@tarima.demo'
const say = (line: string) => void process.stdout.write(`${line}\n`)

const { folder, remove } = temporaryFolder('attack')
const database = await startPostgres({ folder: path.join(folder, 'postgres'), say: () => {} })
let stopServer: (() => Promise<number>) | undefined
try {
  await migrate(database.settings)
  const [hunter, uploader] = await makeEverybody()
  const { port, stop } = await productionServer(folder)
  stopServer = stop
  const ask = (at: string, asked: Asked = {}) => call(port, at, asked)

  const orders: number[] = []
  for (let n = 0; n < CHANGES; n++) orders.push(await hardOrder(ask, hunter))
  const picture = await form(await largePicture())
  await ask('/api/auth/login/', { body: { username: REAL, password: PASSWORD } })
  const { health: alone } = await watch({ port }).until(sleep(2_000))
  const watched = watch({ port, who: { username: REAL, password: PASSWORD } })
  // Whoever attacks sits elsewhere: what sends for them takes no time of who is served.
  setPriority(10)

  const begun = performance.now()
  const attack = Promise.all([
    ...orders.map((id) => ask(`/api/orders/${id}/change/`, { token: hunter, body: { note: '' } })),
    ...Array.from({ length: PICTURES }, () => ask('/api/files/', { token: uploader, ...picture })),
    ...Array.from({ length: LOGINS }, (_, n) =>
      ask('/api/auth/login/', {
        from: address(1, n),
        body: { username: `x${n}@attack.test`, password: 'x' },
      }),
    ),
    ...Array.from({ length: SEARCHES }, () =>
      ask('/api/directory/projects/?q=salsa&price_max=100000', { token: hunter, leave_ms: 300 }),
    ),
  ])
  const waysOnFor = waysOn(ask, hunter, orders)
  const over = Promise.race([Promise.all([attack, waysOnFor, sleep(LEAST_MS)]), sleep(MOST_MS)])
  const { health, logins, ready } = await watched.until(over)
  const took = performance.now() - begun
  const answers = await Promise.race([attack, sleep(1_000)])
  const searched = (await Promise.race([waysOnFor, sleep(1_000)])) ?? 0
  const stopped = await stop()

  say(
    `${CHANGES} changes of hard plans, ${PICTURES} pictures of 50 megapixels, ${LOGINS} log-ins, ${SEARCHES} searches left`,
  )
  if (Array.isArray(answers)) {
    say(`  changes             ${statuses(answers.slice(0, CHANGES))}`)
    say(`  pictures            ${statuses(answers.slice(CHANGES, CHANGES + PICTURES))}`)
    say(`  log-ins of others   ${statuses(answers.slice(CHANGES + PICTURES, CHANGES + PICTURES + LOGINS))}`)
  } else say('  some were not answered in time')
  say(`  all done            after ${(took / 1000).toFixed(1)} s; ways on for ${searched} of ${CHANGES}`)
  say(`  stopped             in ${(stopped / 1000).toFixed(1)} s   goal < ${GOALS.stop_ms / 1000} s`)
  say(`  /healthz alone      ${figures(alone)}`)
  say(`  /healthz            ${figures(health)}   goal p99 < ${GOALS.health_ms} ms`)
  say(`  /readyz             ${figures(ready)}   ${statuses(ready)}`)
  say(`  real log-ins        ${figures(logins)}   ${statuses(logins)}   goal p99 < ${GOALS.login_ms} ms`)
  const [changes, pictures] = Array.isArray(answers)
    ? [answers.slice(0, CHANGES), answers.slice(CHANGES, CHANGES + PICTURES)]
    : []
  const missed = [
    // An attack that is turned away at the door shows nothing.
    !wasMet(changes, 200) && 'changes were not worked on',
    searched === 0 && 'no ways on were looked for',
    !wasMet(pictures, 201) && 'pictures were not encoded',
    at(health, 0.99) >= GOALS.health_ms && '/healthz took too long',
    at(logins, 0.99) >= GOALS.login_ms && 'real log-ins took too long',
    logins.some(({ status }) => status !== 200) && 'real log-ins were refused',
    ready.some(({ status }) => status !== 200) && '/readyz said no',
    stopped >= GOALS.stop_ms && 'the server took too long to stop',
    !Array.isArray(answers) && 'not everything was answered',
  ].filter((one) => typeof one === 'string')
  say(missed.length > 0 ? `MISSED: ${missed.join(', ')}` : 'kept')
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await stopServer?.()
  await database.stop()
  remove()
}

/** Musicians to choose from, a hunter and somebody who uploads. @returns the tokens of these two */
async function makeEverybody(): Promise<[string, string]> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'error' })
  const { app, close } = await compose({
    config,
    settings: database.settings,
    work: false,
    mail: 'in memory',
  })
  const people = { now: app.clock.now(), password: PASSWORD, musicians: 1400, bands: 100 }
  await app.db.transaction((db) => makePeople(db, people))
  const tokens: [string, string] = [newToken(), newToken()]
  await app.db.execute(sql`
    with people as (
      insert into users (name, email, account_type, client_kind, verified_at, terms_accepted_at)
      select 'Persona ' || n, 'attacker' || n || '@attack.test', 'TALENT_HUNTER', 'PERSONAL', now(), now()
      from generate_series(1, 2) n returning id
    ), numbered as (select id, row_number() over (order by id) as place from people)
    insert into sessions (user_id, token_hash, remember, expires_at, last_used_at)
    select numbered.id, hash, true, '2999-01-01', now()
    from unnest(${sql.param(tokens.map(tokenHash))}::text[]) with ordinality as token (hash, place)
    join numbered using (place)`)
  await app.db.execute(sql`vacuum analyze`)
  await close()
  return tokens
}

/** An order with as many moments as a plan may have, each free to cost all that there is. @returns its id, approved */
async function hardOrder(
  ask: (at: string, asked?: Asked) => Promise<Answer>,
  token: string,
): Promise<number> {
  const brief = briefWith({
    event: { type: 'wedding', day: '2027-02-20', starts: '15:00', ends: '23:40', guests: 150 },
    sound: { genres_liked: ['salsa', 'latin', 'jazz', 'classical', 'pop'], genres_forbidden: [] },
    budget: { max: 900_000 },
  })
  const must = async (at: string, asked: Asked) => {
    const { status, body } = await ask(at, { token, ...asked })
    if (status !== 200 && status !== 201) throw new Error(`${at} answered ${status} ${JSON.stringify(body)}`)
    return body
  }
  const { id, revision } = await must('/api/orders/', { body: { brief } })
  const { stage } = await must(`/api/orders/${id}/submit/`, { body: { revision } })
  if (stage === 'changes_needed') await must(`/api/orders/${id}/continue/`, { body: {} })
  const { starts_at } = await must(`/api/orders/${id}/plan/`, { body: {} })
  const { plans } = await must(`/api/orders/${id}/plan/`, { method: 'GET' })
  const { version, variant } = plans[0]
  const first = Date.parse(starts_at ?? plans[0].moments[0].from)
  const moments = Array.from({ length: 20 }, (_, n) => ({
    slot_id: null,
    from: new Date(first + n * 26 * 60_000).toISOString(),
    to: new Date(first + (n + 1) * 26 * 60_000).toISOString(),
    intent: plans[0].moments[0].intent,
    title: null,
    energy: 3,
    genre: 'salsa',
    format: 'duo',
    volume: 'medium',
    cost: 1,
    required: true,
  }))
  await must(`/api/orders/${id}/plan/${variant}/`, { method: 'PATCH', body: { version, moments } })
  await must(`/api/orders/${id}/approve/`, { body: { variant } })
  return id
}

/** Waits until the ways on are there for all of them. @returns for how many they came in time */
async function waysOn(
  ask: (at: string, asked?: Asked) => Promise<Answer>,
  token: string,
  orders: readonly number[],
): Promise<number> {
  const end = performance.now() + MOST_MS
  await sleep(2_000)
  for (const [at, id] of orders.entries())
    for (;;) {
      if (performance.now() > end) return at
      const { body } = await ask(`/api/orders/${id}/`, { token, method: 'GET' })
      if (body?.stage && !body.adjustment?.pending) break
      await sleep(500)
    }
  return orders.length
}

/** A picture of 49 megapixels that is small to send. */
function largePicture(): Promise<Buffer> {
  return sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#7a4' } })
    .jpeg()
    .toBuffer()
}

async function form(picture: Buffer): Promise<Pick<Asked, 'body' | 'type'>> {
  const data = new FormData()
  data.append('file', new Blob([new Uint8Array(picture)]), 'large.jpg')
  const request = new Request('http://127.0.0.1/', { method: 'POST', body: data })
  return {
    body: Buffer.from(await request.arrayBuffer()),
    type: request.headers.get('content-type') ?? '',
  }
}

/** Whether some of these calls were served, and the others told that it is busy. */
function wasMet(answers: readonly Answer[] = [], served: number): boolean {
  const isAnswer = ({ status }: Answer) => status === served || status === 503
  return answers.every(isAnswer) && answers.some(({ status }) => status === served)
}

function at(sorted: readonly Seen[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.ms ?? Number.NaN
}

function figures(sorted: readonly Seen[]): string {
  const [median, p99, slowest] = [0.5, 0.99, 1].map((share) => at(sorted, share).toFixed(0))
  return `median ${median} ms, p99 ${p99} ms, slowest ${slowest} ms of ${sorted.length}`
}

function statuses(answers: readonly Seen[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ')
}
