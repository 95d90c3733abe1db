import http from 'node:http'
import { connect } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hangingDatabase } from '#core/server/hanging.fixture.ts'
import { testConfig, testDatabase } from '#core/server/testing.ts'
import { UPLOAD_PATIENCE_MS } from '#features/files/commands.uploads.ts'
import { compose } from './compose.ts'
import { buildServer } from './server.ts'
import { type Person, type TestApp, testApp } from './testing.ts'
import { unfinishedBodies } from './unfinished.ts'

/** What one person asks that costs a lot never keeps others from being answered. */

let t: TestApp
let hunter: Person
let port: number
beforeAll(async () => {
  t = await testApp()
  hunter = await t.person('TALENT_HUNTER')
  await t.server.listen({ port: 0, host: '127.0.0.1' })
  const address = t.server.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => t.close())

/** Asks, and leaves after a while without an answer. */
function leave(path: string, after_ms: number): Promise<void> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${hunter.token}` }
    const request = http.get({ port, host: '127.0.0.1', path, headers, agent: false })
    request.on('error', () => {})
    request.on('close', () => resolve())
    setTimeout(() => request.destroy(), after_ms)
  })
}

describe('searches that take too long', () => {
  /** Nobody reads the directory's table until it is let go. */
  async function held<Result>(run: () => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ ...t.settings })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('lock table project_search in access exclusive mode')
      return await run()
    } finally {
      await client.end()
    }
  }

  it('leave places to everybody else, and end when who asked leaves', async () => {
    await held(async () => {
      const leaving = Array.from({ length: 12 }, () => leave('/api/directory/projects/?price_max=100', 300))
      const others = await Promise.all([
        t.inject({ method: 'GET', url: '/readyz' }),
        hunter.get('/api/notifications/'),
        hunter.get('/api/orders/'),
      ])
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
      await Promise.all(leaving)
      const searching = async () => {
        const { rows } = await t.db.execute<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity where datname = current_database()
            and application_name = 'tarima open' and state = 'active' and query like '%from project_search%'`,
        )
        return rows[0]?.count
      }
      // Before their time limit of nine seconds would have ended them.
      let left: number | undefined
      for (const end = Date.now() + 6_000; left !== 0 && Date.now() < end; ) left = await searching()
      expect(left).toBe(0)
    })
    expect((await hunter.get('/api/directory/projects/')).status).toBe(200)
  })
  it('are told so', async () => {
    const answer = await held(() => hunter.get('/api/directory/projects/'))
    expect(answer).toMatchObject({ status: 503, body: { code: 'common.too_slow' } })
    expect(answer.headers['retry-after']).toBe('10')
    expect(answer.body.message).toContain('tarda demasiado')
  })
})

describe('calls that hold every connection', () => {
  it('leave readiness, sessions and log-in theirs', async () => {
    const pool = t.app.db.$client
    const signUp = {
      ...{ name: 'Beto', email: 'beto@tarima.test', password: 'ClaveSegura2026', terms: true },
      birth_date: '1990-05-05',
    }
    expect((await t.anonymous.post('/api/auth/signup/', signUp)).status).toBe(200)
    const held = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()))
    let isAnswered = false
    const waiting = hunter.get('/api/orders/').finally(() => {
      isAnswered = true
    })
    const others = [
      await t.inject({ method: 'GET', url: '/readyz' }),
      await t.anonymous.post('/api/auth/login/', { username: signUp.email, password: signUp.password }),
      // Nobody's session, and one that may not: both are told by looking it up.
      await t.as({ token: 'x'.repeat(43) }).get('/api/orders/'),
      await hunter.get('/api/contracts/'),
    ]
    expect(others.map(({ status }) => status)).toEqual([200, 200, 401, 403])
    expect(isAnswered).toBe(false)
    for (const client of held) client.release()
    expect((await waiting).status).toBe(200)
  })
})

describe('a server in use', () => {
  it('ends statements, waits for locks and idle transactions in seconds, searches in three', async () => {
    const { app, close } = await compose({
      config: testConfig(),
      settings: t.settings,
      work: false,
      mail: 'in memory',
      patient: false,
    })
    const limitsOf = async ({ $client }: typeof app.db) => {
      const { rows } = await $client.query(`select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`)
      return rows[0]
    }
    try {
      expect(await limitsOf(app.db)).toEqual({ statement: '20s', lock: '8s', idle: '20s' })
      expect(await limitsOf(app.open_db)).toEqual({ statement: '3s', lock: '8s', idle: '20s' })
      expect(await limitsOf(app.reserved_db)).toEqual({ statement: '3s', lock: '2s', idle: '20s' })
    } finally {
      await close()
    }
  })
})

describe('a database that hangs', () => {
  it('is told by /readyz within seconds, and so is that it is back', async () => {
    const database = await testDatabase()
    const hanging = await hangingDatabase(database.settings)
    const { app, close } = await compose({
      config: testConfig(),
      settings: hanging.settings,
      work: false,
      mail: 'in memory',
    })
    const server = await buildServer(app)
    const ready = async () => {
      const begun = performance.now()
      const { statusCode } = await server.inject('/readyz')
      return { statusCode, soon: performance.now() - begun < 5_000 }
    }
    expect(await ready()).toMatchObject({ statusCode: 200 })
    hanging.hold()
    expect(await ready()).toEqual({ statusCode: 503, soon: true })
    expect(await ready()).toEqual({ statusCode: 503, soon: true })
    expect((await server.inject('/healthz')).statusCode).toBe(200)
    hanging.release()
    for (const end = Date.now() + 15_000; (await ready()).statusCode !== 200 && Date.now() < end; )
      await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await ready()).toMatchObject({ statusCode: 200 })
    await server.close()
    await close()
    hanging.close()
    await database.drop()
  })
})

describe('bodies that never end', () => {
  const begin = (to: number) => {
    const socket = connect(to, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', () => {})
    socket.write(
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    )
    return new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  }
  it('are cut off, and one address has only some of them', async () => {
    const server = fastify()
    unfinishedBodies(server, { long_ms: 100, body_ms: 600, of_one: 3, of_all: 100 })
    server.post('/echo', async (request) => request.body)
    await server.listen({ port: 0, host: '127.0.0.1' })
    const address = server.server.address()
    const there = typeof address === 'object' && address ? address.port : 0
    const answers = await Promise.all(Array.from({ length: 5 }, () => begin(there)))
    const statuses = answers.map((answer) => answer.split(' ')[1]).sort()
    expect(statuses).toEqual(['408', '408', '408', '429', '429'])
    // Their places are free again.
    const whole = await server.inject({ method: 'POST', url: '/echo', payload: { fine: true } })
    expect(whole.json()).toEqual({ fine: true })
    await server.close()
  })
  it('have limits of time in the server itself', () => {
    const { requestTimeout, headersTimeout } = t.server.server
    expect([requestTimeout, headersTimeout]).toEqual([120_000, 10_000])
    // Half of it at least is left to an upload that had to wait.
    expect(UPLOAD_PATIENCE_MS).toBeLessThanOrEqual(requestTimeout / 2)
  })
})
