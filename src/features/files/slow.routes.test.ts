import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { formOf } from './form.fixture.ts'

/* Whoever sends slowly holds nobody else's place, and no place for long. */

let t: TestApp
let port: number
let picture: ReturnType<typeof formOf>

beforeAll(async () => {
  t = await testApp()
  await t.server.listen({ port: 0, host: '127.0.0.1' })
  port = (t.server.server.address() as { port: number }).port
  const bytes = await sharp({ create: { width: 100, height: 80, channels: 3, background: '#c90a47' } })
    .png()
    .toBuffer()
  picture = formOf(bytes, { name: 'foto.png', type: 'image/png' })
})
afterEach(() => vi.useRealTimers())
afterAll(() => t?.close())

/** Begins to send a picture of that many bytes, of which no more comes than is sent later. */
function begun({ token }: Person, length = 5_000_000) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const lines = [
    'POST /api/files/ HTTP/1.1',
    'host: tarima.test',
    `authorization: Bearer ${token}`,
    'accept-language: es',
    `content-type: ${picture.headers['content-type']}`,
    `content-length: ${length}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, over, answer: () => text }
}

/** Lets the clock of the looks go on, a second at a time, and the connections with it. */
async function pass(seconds: number) {
  for (let n = 0; n < seconds; n++) {
    vi.advanceTimersByTime(1_000)
    await setTimeout(5)
  }
}

it('eight accounts that send a byte now and then from one address keep no other address out', async () => {
  const people = await Promise.all(Array.from({ length: 9 }, () => t.person('MUSICIAN')))
  const honest = people.pop() as Person
  const slow = people.flatMap((one) => [begun(one), begun(one)])
  try {
    await setTimeout(300)
    const sending = t.inject({
      method: 'POST',
      url: '/api/files/',
      remoteAddress: '203.0.113.7',
      headers: { ...picture.headers, authorization: `Bearer ${honest.token}` },
      payload: picture.payload,
    })
    const answer = await Promise.race([sending, setTimeout(10_000, null)])
    expect(answer?.status).toBe(201)
    expect(slow.map(({ answer }) => answer())).toEqual(Array(16).fill(''))
  } finally {
    for (const { socket } of slow) socket.destroy()
    await Promise.all(slow.map(({ over }) => over))
  }
})

it('a body that hardly comes is ended, and one as slow as a phone far away is waited for', async () => {
  const [stalled, far] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const [one, other] = [begun(stalled), begun(far, 100_002 + picture.payload.length)]
  try {
    // Something before the form: it isn't read, and takes its time all the same.
    const preamble = Buffer.alloc(5_000, ' ')
    await setTimeout(300)
    for (let n = 0; n < 20; n++) {
      one.socket.write(' ')
      other.socket.write(preamble)
      await setTimeout(10)
      await pass(1)
    }
    await Promise.race([one.over, setTimeout(2_000)])
    const [head = '', body = ''] = one.answer().split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 /)
    expect(head.toLowerCase()).toContain('connection: close')
    expect(JSON.parse(body)).toEqual({
      code: 'common.timeout',
      message: 'Lo que enviaste tardó demasiado en llegar. Prueba de nuevo.',
    })
    expect(other.answer()).toBe('')
    other.socket.write('\r\n')
    other.socket.write(picture.payload)
    await vi.waitFor(() => expect(other.answer()).toMatch(/^HTTP\/1\.1 201 /), 5_000)
  } finally {
    for (const { socket } of [one, other]) socket.destroy()
    await Promise.all([one.over, other.over])
  }
})
