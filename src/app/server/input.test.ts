import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions } from '#features/accounts/table.ts'
import { startOrder } from '#features/hiring/desk/contract.ts'
import { type Answer, type Person, type TestApp, testApp } from './testing.ts'

/* What is sent is malformed: the answer says so, in the shape of every error, and is never a 500. */

let t: TestApp
let hunter: Person
let musician: Person

beforeAll(async () => {
  t = await testApp({ now: '2026-11-20T15:00:00Z' })
  hunter = await t.person('TALENT_HUNTER')
  musician = await t.person('MUSICIAN')
})
afterAll(() => t?.close())

const refused = (answer: Answer, status = 400, code = 'common.malformed') => {
  expect([answer.status, answer.body?.code], answer.text).toEqual([status, code])
  expect(answer.body.message.length).toBeGreaterThan(10)
}

/** A body as it is written, since a JSON library would mend some of these. */
const written = (who: Person, method: 'POST' | 'PATCH', url: string, payload: string, headers = {}) =>
  t.inject({
    method,
    url,
    payload,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json', ...headers },
  })
const draft = async () => (await hunter.api(startOrder, { body: { brief: { event: { title: 'Boda' } } } })).id
const brief = (fields: string) => `{"revision":1,"brief":${fields}}`

describe('text that no database keeps', () => {
  it.each([
    '/api/files/1/?v=%00',
    '/api/files/1/small/?v=a%00b',
    '/api/directory/projects/?q=%00',
    '/api/orders/?q=%00',
    '/auth/profile/1/checkVerified?x=%00',
    '/api/directory/projects/?city=%00',
    '/api/directory/projects/?genre=pop&nothing=%00',
    '/api/directory/projects/?%00=1',
    '/api/directory/projects/?cursor=%00',
    '/api/directory/projects/%00/',
    '/api/auth/profile/%00/checkVerified/',
  ])('NUL is refused in %s', async (url) => refused(await hunter.get(url)))

  it.each(['\\u0000', '\\ud800', '\\udc00x', 'x\\udfff\\ud800'])(
    '%s is refused in a body, as a value, as a key and where nothing reads it',
    async (text) => {
      const url = `/api/orders/${await draft()}/brief/`
      for (const fields of [
        `{"event":{"title":"x${text}"}}`,
        `{"event":{"${text}":"x"}}`,
        `{"nothing":[[{"deep":["${text}"]}]]}`,
      ])
        refused(await written(hunter, 'PATCH', url, brief(fields)))
    },
  )

  it('is told from text that only looks like it, and from what is beyond the first plane', async () => {
    const id = await draft()
    const title = 'Boda \\\\u0000 \\ud83c\\udfb7'
    const { status } = await written(
      hunter,
      'PATCH',
      `/api/orders/${id}/brief/`,
      brief(`{"event":{"title":"${title}"}}`),
    )
    expect(status).toBe(200)
    const { body } = await hunter.get(`/api/orders/${id}/`)
    expect(body.brief.event.title).toBe('Boda \\u0000 🎷')
  })

  it('is refused in a header that is kept', async () => {
    for (const key of ['a\u0000', '\ud800'])
      refused(await hunter.post('/api/orders/', {}, { headers: { 'idempotency-key': key } }))
  })
})

describe('dates at the edges of the calendar', () => {
  it.each([
    'date=9999-12-31&from=23:00&to=01:00',
    'date=0000-01-01&from=10:00&to=12:00',
    'date=0001-01-01&from=10:00&to=12:00&zone=Asia/Tokyo',
    'date=9999-12-31&from=10:00&to=12:00&zone=Pacific/Pago_Pago',
    'lat=1e-320&lng=1e-320',
    'lat=1e-320&lng=1e-320&sort=distance',
    'lat=0&lng=0&radius=1e-320',
    'lat=90&lng=180',
    'price_max=1e-320',
    'cursor=1e-320_1',
    'cursor=-0_1',
    'cursor=1e-999_1',
    'cursor=99999999999999999999e999_1',
  ])('a search with %s is answered or refused', async (query) => {
    const { status, body } = await hunter.get(`/api/directory/projects/?${query}`)
    expect([200, 400], JSON.stringify(body)).toContain(status)
  })

  it.each([
    '2026-02-30T00:00:00.000Z_1',
    '2026-04-31T00:00:00.000Z_1',
    '2026-11-20T00:00:00+23:59_1',
    '0000-01-01T00:00:00.000Z_1',
    '2026-11-20T24:00:00.000Z_1',
    '2026-11-20T00:00:00.000.Z_1',
    'WzEsMS41XQ',
  ])('the cursor %s is none of ours', async (cursor) => {
    for (const url of ['/api/orders/', '/api/events/', '/api/notifications/'])
      refused(await hunter.get(url, { query: { cursor } }))
  })

  it.each([
    ['0000-01-01T00:00:00Z', '0000-01-02T00:00:00Z'],
    ['0001-01-01T00:00:00+23:59', '0001-01-02T00:00:00+23:59'],
    ['9999-12-31T00:00:00Z', '9999-12-31T23:59:59-23:59'],
    ['2026-12-26T20:00:00+23:59', '2026-12-26T22:00:00+23:59'],
  ])('%s as the start of something is kept or refused', async (from, to) => {
    const { status, body } = await musician.post('/api/availability/exceptions/', {
      from,
      to,
      kind: 'blocked',
      reason: '',
    })
    expect([200, 201, 422], JSON.stringify(body)).toContain(status)
  })

  it('a month of availability at either end is answered or refused', async () => {
    for (const month of ['0000-01', '0001-01', '9999-12', '2026-13']) {
      const { status, body } = await musician.get(`/api/availability/month/?month=${month}`)
      expect([200, 400], JSON.stringify(body)).toContain(status)
    }
  })
})

describe('a form that is none', () => {
  const form = (contentType: string | undefined, payload: string) =>
    t.inject({
      method: 'POST',
      url: '/api/files/',
      payload,
      headers: {
        authorization: `Bearer ${musician.token}`,
        ...(contentType ? { 'content-type': contentType } : {}),
      },
    })
  const boundary = 'multipart/form-data; boundary=x'
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['an empty boundary', 'multipart/form-data; boundary=', 'x'],
    ['an end that never comes', boundary, `${head}half of it`],
    ['headers that never end', boundary, '--x\r\ncontent-disposition: form-data; name="file"'],
    ['nothing', boundary, ''],
    ['no boundary line', boundary, 'just text'],
    ['garbage instead of a part', boundary, '--x\r\ngarbage'],
    ['a part without headers', boundary, '--x\r\n\r\nhalf\r\n--x--\r\n'],
    ['a header that is none', boundary, '--x\r\n\u0000\u0001: \r\n\r\nhalf\r\n--x--\r\n'],
    ['an end in the middle of its boundary', boundary, `${head}half\r\n--`],
    [
      'a field named as what every object has',
      boundary,
      `--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n`,
    ],
    [
      'too many fields',
      boundary,
      `${Array.from({ length: 20 }, (_, n) => `--x\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\n1\r\n`).join('')}--x--\r\n`,
    ],
    [
      'an endless field name',
      boundary,
      `--x\r\ncontent-disposition: form-data; name="${'n'.repeat(5000)}"\r\n\r\n1\r\n--x--\r\n`,
    ],
    [
      'NUL in the file name',
      boundary,
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a\u0000.jpg"\r\n\r\n1\r\n--x--\r\n`,
    ],
  ])('with %s is refused', async (_what, contentType, payload) => {
    const answer = await form(contentType, payload)
    expect([400, 413, 415, 422], answer.text).toContain(answer.status)
    expect(answer.body.message.length).toBeGreaterThan(10)
  })

  it('is refused in place of a picture too, once it is known whose that is', async () => {
    const answer = await t.inject({
      method: 'PATCH',
      url: '/files/1',
      payload: '--x\r\ngarbage',
      headers: { authorization: `Bearer ${musician.token}`, 'content-type': boundary },
    })
    refused(answer, 404, 'common.not_found')
  })

  it.each(['/api/auth/login/', '/auth/login', '/api/orders/'])(
    'is no body of %s, which takes JSON: 415, and no empty body',
    async (url) => {
      const answer = await t.inject({
        method: 'POST',
        url,
        payload: `--x\r\ncontent-disposition: form-data; name="brief"\r\n\r\n{}\r\n--x--\r\n`,
        headers: { authorization: `Bearer ${hunter.token}`, 'content-type': boundary },
      })
      refused(answer, 415, 'common.unsupported_type')
    },
  )
  it('finds nothing where nothing is', async () => {
    const answer = await t.inject({
      method: 'POST',
      url: '/api/nothing/',
      payload: '--x\r\ngarbage',
      headers: { 'content-type': boundary },
    })
    refused(answer, 404, 'common.not_found')
  })

  it.each([
    undefined,
    'text/plain',
    'application/json',
    'multipart/mixed; boundary=x',
    '',
    'x',
    '\u00ff/\u00ff',
  ])('of the type %j is 415', async (contentType) => {
    refused(await form(contentType, '{}'), 415, 'common.unsupported_type')
  })

  it.each(['text/plain', 'application/xml', boundary, 'application/json; charset=utf-16', 'a/b/c'])(
    'is no body of another call: %s is 415, or read as the JSON that it is',
    async (contentType) => {
      const answer = await t.inject({
        method: 'POST',
        url: '/api/auth/login/',
        payload: 'x',
        headers: { 'content-type': contentType },
      })
      expect([400, 415, 422], answer.text).toContain(answer.status)
      expect(answer.body.message.length).toBeGreaterThan(10)
    },
  )
})

describe('a body nested without end', () => {
  const nested = (depth: number) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`
  it.each([100, 5_000, 80_000])('%i levels deep is refused, with a key and without', async (depth) => {
    const url = `/api/orders/${await draft()}/brief/`
    for (const headers of [{}, { 'idempotency-key': `deep-${depth}` }]) {
      refused(await written(hunter, 'PATCH', url, brief(nested(depth)), headers))
      refused(
        await written(hunter, 'PATCH', url, `{"revision":1,"brief":{},"nothing":${nested(depth)}}`, headers),
      )
    }
  })
  it('is no matter where what is asked for has that depth', async () => {
    const { status } = await hunter.patch(`/api/orders/${await draft()}/brief/`, {
      revision: 1,
      brief: { sound: { genres_liked: ['jazz'] } },
    })
    expect(status).toBe(200)
  })
})

describe('an address that nobody can read', () => {
  it.each([
    '/api/%zz/',
    '/api/files/%E0%A4%A/',
    '/api/orders/%E0%A4%A/',
    '/api/orders/%/',
    '/%zz',
    '/welcome%',
    '/files/%ff/',
  ])('%s is refused', async (url) => {
    refused(await hunter.get(url))
  })
  it.each(['/api/directory/projects/?q=%zz', '/api/directory/projects/?q=%', '/api/files/1/?v=%E0%A4%A'])(
    '%s is answered or refused',
    async (url) => {
      const { status, body } = await hunter.get(url)
      expect([200, 400, 404], JSON.stringify(body)).toContain(status)
    },
  )
  it('is refused in the caller’s language, and not stored', async () => {
    const { body, headers } = await hunter.get('/api/%zz/', { headers: { 'accept-language': 'en' } })
    expect(body.message).toBe("The request can't be understood.")
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,64}$/)
  })
  it('is refused where a part of it is too long', async () => {
    refused(await hunter.get(`/api/orders/${'1'.repeat(3000)}/`))
  })
})

/** What no index can compress. */
const noise = (length: number) => randomBytes(length).toString('hex').slice(0, length)

describe('where a call says that it comes from', () => {
  it.each([3_500, 12_000])('%i bytes of it don’t reach the database', async (length) => {
    const { status, body } = await t.anonymous.post(
      '/api/auth/login/',
      { username: 'nadie@tarima.test', password: 'MalaClave2026' },
      { headers: { 'x-forwarded-for': noise(length), 'user-agent': noise(length) } },
    )
    expect([status, body.code], JSON.stringify(body)).toEqual([401, 'accounts.wrong_credentials'])
  })
})

describe('what is no HTTP at all', () => {
  const raw = (request: string) =>
    new Promise<string>((resolve, reject) => {
      const { port } = t.server.server.address() as { port: number }
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(request))
      socket.on('data', (data) => {
        text += data
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(text))
    })
  beforeAll(async () => {
    await t.server.listen({ port: 0, host: '127.0.0.1' })
  })
  it.each([
    ['no request', 'x\r\n\r\n', 400, 'common.malformed'],
    ['NUL in a header', 'GET /healthz HTTP/1.1\r\nhost: a\r\nx: \u0000\r\n\r\n', 400, 'common.malformed'],
    [
      'endless headers',
      `GET /healthz HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'common.too_large',
    ],
  ])('%s is refused in the same shape', async (_what, request, status, code) => {
    const answer = await raw(request)
    expect(answer.split('\r\n')[0]).toContain(` ${status} `)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      code,
      message: expect.stringMatching(/.{10}/),
    })
  })
})

describe('a call that names an address for itself', () => {
  const seenAs = async (trusted: string, peer: string) => {
    const own = await testApp({ env: { TRUST_PROXY: trusted } })
    try {
      const { status, text } = await own.inject({
        method: 'POST',
        url: '/api/auth/signup/',
        remoteAddress: peer,
        headers: { 'x-forwarded-for': '203.0.113.7' },
        payload: {
          ...{ name: 'Beto', email: 'beto@tarima.test', password: 'ClaveSegura2026', terms: true },
          birth_date: '1990-05-05',
        },
      })
      expect(status, text).toBe(200)
      const [session] = await own.db.select({ ip: sessions.ip }).from(sessions)
      return session?.ip
    } finally {
      await own.close()
    }
  }
  it('is believed when it comes through a proxy that is configured', async () => {
    expect(await seenAs('192.0.2.0/24', '192.0.2.9')).toBe('203.0.113.7')
  })
  it.each(['192.0.3.9', '127.0.0.1', '10.0.0.1'])('is not when it comes from %s', async (peer) => {
    expect(await seenAs('192.0.2.0/24', peer)).toBe(peer)
  })
})

describe('a page', () => {
  it('asks a browser for little, and says what', async () => {
    const { headers } = await t.anonymous.get('/welcome')
    expect(headers['permissions-policy']).toMatch(/geolocation=\(self\).*camera=\(\).*microphone=\(\)/)
  })
})

describe('a name with line ends in it', () => {
  it('is one line, in what is shown and in the subject of a mail', async () => {
    const name = 'Ana\r\nBcc: todos@tarima.test\u202e\u0007'
    const { status, body } = await musician.patch('/api/auth/profile/', { name })
    expect([status, body.name]).toEqual([200, 'Ana Bcc: todos@tarima.test'])
  })
  it.each(['/api/projects/', '/api/orders/'])('is one line at %s too', async (url) => {
    const title = 'Los\nTercos\t\u2028de Antigua'
    const { status, body } =
      url === '/api/projects/'
        ? await musician.post(url, { name: title, project_type: 'GROUP' })
        : await hunter.post(url, { brief: { event: { title } } })
    expect([status, body.name ?? body.brief?.event.title]).toEqual([201, 'Los Tercos de Antigua'])
  })
})
