import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublic, mayBeRead, type OutsideFailure, openOutside, type World } from './outside.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const answers = new Map<string, Answer>()
/** Which address each call came to. */
const reached: string[] = []
let port = 0

const server = createServer((request, response) => {
  reached.push(`${request.socket.localAddress} ${request.url}`)
  const answer = answers.get(request.url ?? '')
  if (answer) answer(request, response)
  else response.writeHead(404).end()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.closeAllConnections())
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

/** A small internet: 127.0.0.2 is its one public place, everything else what it is. */
const names = new Map<string, string[]>()
let resolved: string[] = []
const WORLD: World = {
  protocol: 'http:',
  request: httpRequest,
  resolve: async (host) => {
    resolved.push(host)
    const found = names.get(host)
    if (!found) throw new Error('ENOTFOUND')
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  },
  isAllowed: (address) => address === '127.0.0.2' || isPublic(address),
}
names.set('calendar.test', ['127.0.0.2'])

const at = (path: string, host = 'calendar.test'): string => `http://${host}:${port}${path}`
const limits = { bytes: 5 * 1024 * 1024, ms: 2_000, accept: 'text/calendar' }
const read = (address: string, more: Partial<typeof limits> = {}): Promise<Buffer> =>
  openOutside(WORLD).read(address, { ...limits, ...more })
const fails = (address: string, failure: OutsideFailure, more: Partial<typeof limits> = {}): Promise<void> =>
  expect(read(address, more)).rejects.toMatchObject({ failure })

describe('an address that somebody typed', () => {
  it('is read as it is, packed or not', async () => {
    answers.set('/plain', (_, response) => response.end('BEGIN:VCALENDAR'))
    answers.set('/packed', (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('BEGIN:VCALENDAR')),
    )
    expect(String(await read(at('/plain')))).toBe('BEGIN:VCALENDAR')
    expect(String(await read(at('/packed')))).toBe('BEGIN:VCALENDAR')
  })
  it('may send elsewhere, a few times', async () => {
    answers.set('/moved', (_, response) => response.writeHead(301, { location: '/plain' }).end())
    answers.set('/for-ever', (_, response) => response.writeHead(302, { location: '/for-ever' }).end())
    expect(String(await read(at('/moved')))).toBe('BEGIN:VCALENDAR')
    await fails(at('/for-ever'), 'answered')
  })
  it.each<[string, () => string, OutsideFailure]>([
    ['a name nobody has', () => at('/', 'nobody.test'), 'unreachable'],
    ['something that is not there', () => at('/nothing'), 'missing'],
    ['no address at all', () => 'calendar', 'address'],
    ['a password', () => `http://a:b@calendar.test:${port}/plain`, 'address'],
    ['another protocol', () => `https://calendar.test:${port}/plain`, 'address'],
    ['a file', () => 'file:///etc/passwd', 'address'],
  ])('%s isn’t read', (_, address, failure) => fails(address(), failure))
  it('says whose fault it is', async () => {
    answers.set('/private', (_, response) => response.writeHead(403).end())
    answers.set('/broken', (_, response) => response.writeHead(500).end())
    await fails(at('/private'), 'refused')
    await fails(at('/broken'), 'answered')
  })
})

describe('what lies inside', () => {
  const INSIDE = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.9',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fc00::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:db8::1]',
    // Other ways to write 127.0.0.1.
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    'localhost',
  ]
  it.each(INSIDE)('isn’t reached by its address: %s', async (host) => {
    names.set('localhost', ['127.0.0.1', '::1'])
    reached.length = 0
    await fails(at('/plain', host), 'address')
    expect(reached).toEqual([])
    expect(mayBeRead(`https://${host}/calendar.ics`)).toBe(false)
  })
  it.each(INSIDE)('isn’t reached by a way there: %s', async (host) => {
    answers.set('/inside', (_, response) => response.writeHead(302, { location: at('/plain', host) }).end())
    reached.length = 0
    await fails(at('/inside'), 'address')
    expect(reached).toHaveLength(1)
  })
  it.each([
    ['a name of it', ['10.0.0.1']],
    ['a name of both', ['127.0.0.2', '192.168.1.1']],
    ['a name that maps it', ['::ffff:10.0.0.1']],
  ])('isn’t reached by %s', async (_, addresses) => {
    names.set('inside.test', addresses)
    reached.length = 0
    await fails(at('/plain', 'inside.test'), 'address')
    expect(reached).toEqual([])
  })
  it('isn’t reached by a name that is said to lead there once it was looked at', async () => {
    let times = 0
    const world: World = {
      ...WORLD,
      resolve: async () => [{ address: times++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }],
    }
    reached.length = 0
    await openOutside(world).read(at('/plain', 'turning.test'), limits)
    expect(times).toBe(1)
    expect(reached).toEqual(['127.0.0.2 /plain'])
    // The next time it is looked at anew, and refused.
    await expect(openOutside(world).read(at('/plain', 'turning.test'), limits)).rejects.toMatchObject({
      failure: 'address',
    })
  })
  it('each name is looked up once a step', async () => {
    resolved = []
    await read(at('/moved'))
    expect(resolved).toEqual(['calendar.test', 'calendar.test'])
  })
})

describe('what is too much', () => {
  it('is given up when it says so', async () => {
    answers.set('/much', (_, response) =>
      response.writeHead(200, { 'content-length': '6000000' }).end(Buffer.alloc(6_000_000)),
    )
    await fails(at('/much'), 'too_large')
  })
  it('is given up when it doesn’t', async () => {
    answers.set('/endless', (_, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    await fails(at('/endless'), 'too_large')
  })
  it('is given up as soon as that much is unpacked', async () => {
    // Some 50 KB that become 50 MB. Half of it is sent, and then nothing more: whoever waits for the rest is too slow.
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
    const isClosed = new Promise<void>((resolve) => {
      answers.set('/bomb', (_, response) => {
        response.on('close', resolve)
        response.writeHead(200, { 'content-encoding': 'gzip' }).write(bomb.subarray(0, bomb.length / 2))
      })
    })
    await fails(at('/bomb'), 'too_large', { ms: 20_000 })
    await isClosed
  })
  it('of time: nobody answers, or drop by drop', async () => {
    answers.set('/silent', () => {})
    answers.set('/drops', (_, response) => {
      response.writeHead(200)
      const drop = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(drop))
    })
    await fails(at('/silent'), 'too_slow', { ms: 300 })
    await fails(at('/drops'), 'too_slow', { ms: 300 })
  })
  it('of time: a name that is looked up for ever', async () => {
    const world: World = { ...WORLD, resolve: () => new Promise(() => {}) }
    await expect(openOutside(world).read(at('/plain'), { ...limits, ms: 300 })).rejects.toMatchObject({
      failure: 'too_slow',
    })
  })
  it('is what is broken off or packed wrongly', async () => {
    answers.set('/cut', (_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('BEGIN', () => response.destroy())
    })
    answers.set('/not-packed', (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('BEGIN:VCALENDAR'),
    )
    answers.set('/odd', (_, response) => response.writeHead(200, { 'content-encoding': 'zip' }).end('BEGIN'))
    await fails(at('/cut'), 'unreachable')
    await fails(at('/not-packed'), 'unreachable')
    await fails(at('/odd'), 'answered')
  })
})

describe('on the internet', () => {
  it.each(['8.8.8.8', '1.1.1.1', '200.119.160.1', '2606:4700::1111', '2800:3f0:4003::200e'])(
    '%s is public',
    (address) => expect(isPublic(address)).toBe(true),
  )
  it('only https is read, on the ports of the web', () => {
    expect(mayBeRead('https://calendar.google.com/calendar/ical/a/basic.ics')).toBe(true)
    expect(mayBeRead('https://cloud.example.org:8443/calendar')).toBe(true)
    expect(mayBeRead('http://calendar.google.com/')).toBe(false)
    expect(mayBeRead('https://example.org:22/')).toBe(false)
    expect(mayBeRead('https://a:b@example.org/')).toBe(false)
  })
})
