import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { whileWaitedFor } from '#core/server/pool.ts'
import { errors } from './errors.ts'
import { type TestApp, testApp } from './testing.ts'

/* What the database itself refuses: a value that got past every check is still the caller's fault, and nobody else's. */

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t?.close())

it.each([
  ['a text that is no number', sql`select 'x'::int`, 400, 'common.malformed'],
  ['a number that is too large', sql`select (3e9)::int`, 400, 'common.malformed'],
  ['a day that there isn’t', sql`select '2026-02-30'::date`, 400, 'common.malformed'],
  ['half a character in JSON', sql`select ${'{"a":"\\ud800"}'}::jsonb`, 400, 'common.malformed'],
  ['a statement of ours that is wrong', sql`select nothing_like_it`, 500, 'common.server'],
])('%s', async (_what, statement, status, code) => {
  const server = Fastify()
  errors(server, t.app)
  server.get('/', () => t.db.execute(statement))
  const answer = await server.inject('/')
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  await server.close()
})

it.each([
  ['before its statement was sent', 0],
  ['while the database was at it', 300],
])('a caller who left %s is no error in the log', async (_when, after_ms) => {
  const lines: { level: number; msg: string }[] = []
  const server = Fastify({
    logger: { level: 'debug', stream: { write: (line) => void lines.push(JSON.parse(line)) } },
  })
  errors(server, t.app)
  const leaving = new AbortController()
  server.get('/', (_request, reply) => {
    const leave = () => {
      reply.raw.destroy()
      leaving.abort()
    }
    if (after_ms === 0) leave()
    else setTimeout(leave, after_ms)
    return whileWaitedFor(leaving.signal, () => t.db.execute(sql`select pg_sleep(20)`))
  })
  // It has left before an answer.
  await expect(server.inject('/')).rejects.toThrow()
  await expect.poll(() => lines.map(({ msg }) => msg), { timeout: 20_000 }).toContain('the caller has left')
  expect(lines.filter(({ level }) => level >= 40)).toEqual([])
  await server.close()
})
