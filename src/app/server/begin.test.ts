import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beginFewAtOnce } from './begin.ts'

const AT_ONCE = 3
let server: FastifyInstance
let turn = 0
let isOver = false
/** What began, with the turn of the event loop in which it did. */
let begun: { url: string; turn: number }[]

beforeEach(() => {
  server = fastify()
  beginFewAtOnce(server, AT_ONCE)
  server.addHook('onRequest', ({ url }, _reply, done) => {
    begun.push({ url, turn })
    done()
  })
  server.get('/healthz', { config: { first: true } }, async () => 'well')
  server.all('/*', async () => 'done')
  begun = []
  isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  count()
})
afterEach(async () => {
  isOver = true
  await server.close()
})

const flood = (count: number, name = 'call', method: 'GET' | 'POST' = 'POST') =>
  Array.from({ length: count }, (_, n) => server.inject({ method, url: `/${name}/${n}` }))
const mostInATurn = () =>
  Math.max(...[...Map.groupBy(begun, (one) => one.turn).values()].map(({ length }) => length))

describe('calls that come at the same moment', () => {
  it('begin a few in each turn of the event loop, in the order in which they came', async () => {
    await server.ready()
    const answers = await Promise.all(flood(20))

    expect(answers.map(({ body }) => body)).toEqual(Array(20).fill('done'))
    expect(begun.map(({ url }) => url)).toEqual(Array.from({ length: 20 }, (_, n) => `/call/${n}`))
    expect(mostInATurn()).toBe(AT_ONCE)
  })
  it('begin four times as many in a turn where they only read', async () => {
    await server.ready()
    await Promise.all(flood(40, 'list', 'GET'))
    expect(mostInATurn()).toBe(4 * AT_ONCE)
  })
  it('keep their order where reads and writes come together', async () => {
    await server.ready()
    await Promise.all([...flood(9, 'write'), ...flood(9, 'list', 'GET'), ...flood(9, 'again')])
    expect(begun.map(({ url }) => url)).toEqual(
      ['write', 'list', 'again'].flatMap((name) => Array.from({ length: 9 }, (_, n) => `/${name}/${n}`)),
    )
  })
  it('keep nobody waiting who asks whether the server lives', async () => {
    await server.ready()
    const calls = flood(20)
    const health = server.inject('/healthz')
    await Promise.all([...calls, health])

    expect(begun.findIndex(({ url }) => url === '/healthz')).toBeLessThanOrEqual(AT_ONCE)
  })
  it('leave the next ones nothing to wait for', async () => {
    await server.ready()
    await Promise.all(flood(20))
    await new Promise((resolve) => setTimeout(resolve, 20))
    begun = []
    await Promise.all(flood(AT_ONCE, 'later'))

    expect(new Set(begun.map((one) => one.turn)).size).toBe(1)
  })
})
