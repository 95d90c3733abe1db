import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import v8 from 'node:v8'
import vm from 'node:vm'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { handOver } from './handOver.ts'

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

let server: FastifyInstance
let logged: number
/** The server's end of each stream. */
let handed: (Socket | null)[]
let calls: WeakRef<object>[]
/** An answer that takes as long as a test wants. */
let slow: PromiseWithResolvers<string>

beforeEach(async () => {
  logged = 0
  handed = []
  calls = []
  slow = Promise.withResolvers()
  server = fastify()
  server.get('/slow', () => slow.promise)
  server.addHook('onResponse', async () => {
    logged++
  })
  server.get('/', async (request, reply) => {
    calls.push(new WeakRef(request.raw), new WeakRef(reply.raw), new WeakRef(request), new WeakRef(reply))
    reply.hijack()
    reply.raw.useChunkedEncodingByDefault = false
    reply.raw.writeHead(200, { 'content-type': 'text/plain', connection: 'close' })
    reply.raw.flushHeaders()
    handed.push(await handOver(reply.raw))
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const connection of handed) connection?.destroy()
  await server.close()
})

const HEAD = 'GET / HTTP/1.1\r\nhost: here\r\n\r\n'
const port = () => (server.server.address() as AddressInfo).port
const until = async (is: () => boolean) => {
  for (const end = Date.now() + 5_000; !is() && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 5))
  expect(is()).toBe(true)
}

/** A page's end of a stream, and the server's. */
async function open(): Promise<{ page: Socket; connection: Socket }> {
  const page = connect(port(), '127.0.0.1')
  page.write(HEAD)
  await until(() => handed.length === 1)
  return { page, connection: handed[0] as Socket }
}

it('goes on after the answer has ended for the server, and is told as one answer', async () => {
  const { page, connection } = await open()
  expect(logged).toBe(1)
  connection.write('one ')
  await new Promise((resolve) => setTimeout(resolve, 20))
  connection.end('two')
  const [head, body] = (await text(page)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(head).not.toMatch(/transfer-encoding|content-length/i)
  expect(body).toBe('one two')
  await until(() => connection.destroyed)
  expect(logged).toBe(1)
})

it('holds nothing of the call any more', async () => {
  const { page, connection } = await open()
  await new Promise((resolve) => setTimeout(resolve, 20))
  collect()
  expect(calls.filter((call) => call.deref())).toEqual([])
  expect(connection.destroyed).toBe(false)
  page.destroy()
})

it('ends when the page leaves, however it leaves', async () => {
  for (const leave of ['end', 'destroy', 'resetAndDestroy'] as const) {
    handed = []
    const { page, connection } = await open()
    page[leave]()
    await until(() => connection.destroyed)
  }
})

it('ends when more is sent than was asked for', async () => {
  const { page, connection } = await open()
  page.on('error', () => {}).write(HEAD)
  await until(() => connection.destroyed)
})

it('is nobody’s when who asked has left', async () => {
  const page = connect(port(), '127.0.0.1')
  server.server.once('request', (_request, answer) => answer.socket?.destroy())
  page
    .resume()
    .on('error', () => {})
    .write(HEAD)
  await once(page, 'close')
  await until(() => handed.length === 1)
  expect(handed).toEqual([null])
})

it('is no stream behind an answer that isn’t over, and ends', async () => {
  const page = connect(port(), '127.0.0.1')
  page.write(HEAD.replace('/ ', '/slow ') + HEAD)
  await until(() => handed.length === 1)
  expect(handed).toEqual([null])
  slow.resolve('over')
  // Both answers, and the end of the connection.
  expect((await text(page)).match(/HTTP\/1.1 200 OK/g)).toHaveLength(2)
})

it('lets the server close, which waits for it to end', async () => {
  const { connection } = await open()
  const closing = server.close()
  await new Promise((resolve) => setTimeout(resolve, 20))
  connection.end('bye')
  await closing
})
