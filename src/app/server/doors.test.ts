import { request } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listenAtDoors } from './doors.ts'

const CONNECTIONS = 60
let server: FastifyInstance
let port: number

beforeEach(async () => {
  server = fastify()
  server.get('/', async () => 'in')
  server.post('/said', async ({ body }) => body)
  port = await listenAtDoors(server, { port: 0, host: '127.0.0.1' })
})
afterEach(() => server.close())

/** A call by a connection of its own. @returns the answer's text */
function call(path: string, body?: object): Promise<string> {
  const headers = body ? { 'content-type': 'application/json' } : {}
  return new Promise((resolve, reject) => {
    request(
      { port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', headers, agent: false },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => resolve(text))
      },
    )
      .once('error', reject)
      .end(body && JSON.stringify(body))
  })
}

describe('a server with several doors', () => {
  it('answers whoever comes, by whichever they come in', async () => {
    const calls = Array.from({ length: CONNECTIONS }, (_, n) => (n % 2 ? call('/') : call('/said', { n })))
    expect(await Promise.all(calls)).toEqual(
      Array.from({ length: CONNECTIONS }, (_, n) => (n % 2 ? 'in' : JSON.stringify({ n }))),
    )
  })
  it('takes more than one of those who wait in a turn of the event loop', async () => {
    let turn = 0
    const turns: number[] = []
    server.server.on('connection', () => turns.push(turn))
    const calls = Array.from({ length: CONNECTIONS }, () => call('/'))
    const count = () => {
      turn++
      if (turns.length < CONNECTIONS) setImmediate(count)
    }
    count()
    await Promise.all(calls)

    const most = Math.max(...[...Map.groupBy(turns, (one) => one).values()].map((same) => same.length))
    expect(most).toBeGreaterThan(1)
  })
  it('lets nobody in once it has closed', async () => {
    await server.close()
    await expect(call('/')).rejects.toThrow(/ECONNREFUSED/)
  })
})
