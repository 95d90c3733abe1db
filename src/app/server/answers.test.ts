import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inlineScripts } from './pages.ts'
import { DATA_HEADERS } from './security.ts'
import { type TestApp, testApp } from './testing.ts'

/* What comes with an answer, whatever was asked, and what the log has of it. */

let t: TestApp

beforeAll(async () => {
  t = await testApp({ now: '2026-11-20T15:00:00Z' })
})
afterAll(() => t.close())

describe('what every answer carries', () => {
  it('is a request id, no sniffing, no framing and no storing; a page has the strict content policy', async () => {
    for (const path of ['/api/auth/options/', '/api/no/such/call/', '/api/auth/profile/']) {
      const { headers } = await t.anonymous.get(path)
      expect(headers['x-request-id'], path).toMatch(/^[\w-]{8,64}$/)
      expect(headers['x-content-type-options'], path).toBe('nosniff')
      for (const directive of ['object-src', 'base-uri', 'frame-ancestors'])
        expect(headers['content-security-policy'], path).toContain(`${directive} 'none'`)
      expect(headers['cache-control'], path).toBe('no-store')
    }
    // Where no call is, too, and nothing that is meant for pages.
    expect((await t.anonymous.get('/api/no/such/call/')).headers).toMatchObject(DATA_HEADERS)
    const { headers } = await t.anonymous.get('/welcome')
    for (const directive of [
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(headers['content-security-policy']).toContain(directive)
    expect(headers['content-security-policy']).not.toMatch(/script-src [^;]*unsafe/)
    // Players that somebody presses, and no other page, may stand in one of ours.
    expect(/frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ')).toEqual([
      'https://www.youtube-nocookie.com',
      'https://player.vimeo.com',
      'https://w.soundcloud.com',
      'https://open.spotify.com',
    ])
    const docs = await t.anonymous.get('/api/docs/')
    expect(docs.status).toBe(200)
    expect(docs.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
    expect(docs.text).toContain('src="js/scalar.js"')
    const script = await t.anonymous.get('/api/docs/js/scalar.js')
    expect(script.headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(script.text.length).toBeGreaterThan(1_000_000)
    const beside = await t.anonymous.get('/api/docs')
    expect([beside.status, beside.headers.location]).toEqual([301, '/api/docs/'])
  })

  it('asks for microphone and camera in the room of a lesson, and nowhere near it', async () => {
    const { headers } = await t.anonymous.get('/lessons/7/room')
    expect(headers['permissions-policy']).toMatch(/microphone=\(self\), camera=\(self\)/)
    for (const path of ['/lessons/7', '/lessons/7/rooms', '/x/lessons/7/room']) {
      const other = await t.anonymous.get(path)
      expect(other.headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/)
    }
  })
  it('asks for the microphone where it listens', async () => {
    for (const path of ['/tuner', '/tuner/', '/tuner?from=progress']) {
      const { headers } = await t.anonymous.get(path)
      expect(headers['permissions-policy']).toMatch(/microphone=\(self\).*camera=\(\)/)
      expect(headers['permissions-policy']).not.toMatch(/microphone=\(\)/)
    }
  })

  it('behind https is also that browsers come back by https alone, for a year, on every host below', async () => {
    const https = await testApp({ env: { PUBLIC_URL: 'https://tarima.test' } })
    for (const path of ['/api/auth/options/', '/api/no/such/call/', '/welcome', '/healthz', '/api/docs/']) {
      const { headers } = await https.anonymous.get(path)
      expect(headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains')
    }
    const entered = await https.anonymous.post('/auth/signup', {
      name: 'Beto',
      email: 'beto@tarima.test',
      password: 'ClaveSegura2026',
      terms: true,
      birth_date: '1990-05-05',
    })
    expect(String(entered.headers['set-cookie'])).toMatch(
      /^__Host-device=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
    await https.close()
  })

  it('names the scripts inside a page by their hashes, and none that it fetches', () => {
    const page =
      '<script>one()</script><script type="module" src="/app.js"></script>\n<script>two()\n</script>'
    // printf 'one()' | openssl dgst -sha256 -binary | base64
    expect(inlineScripts(page)).toEqual([
      "'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='",
      "'sha256-KUcSpvSxT6ZpY6acqJ+PnKqVvcJP86bOsmFTj6jYNDk='",
    ])
  })
})

describe('what is logged', () => {
  it('is who came in and what was refused, with when and from where, and never what they typed', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const own = await testApp({ log })
    const said = () =>
      lines.map((line) => JSON.parse(line)).filter(({ url, msg }) => url || /signed in/.test(msg))
    const person = {
      ...{ name: 'Beto', email: 'beto@tarima.test', password: 'ClaveSegura2026', terms: true },
      birth_date: '1990-05-05',
    }
    const { body } = await own.anonymous.post('/auth/signup', person)
    await own.anonymous.post('/auth/login/', { username: person.email, password: person.password })
    await own.anonymous.post('/auth/login/', { username: person.email, password: 'MalaClave2026' })
    await own.as({ token: body.access }).get('/api/orders/?q=secreto')
    expect(said()).toEqual([
      expect.objectContaining({
        msg: 'security',
        url: '/api/auth/signup',
        status: 200,
        address: '127.0.0.1',
      }),
      expect.objectContaining({ msg: 'signed in with a password', user: expect.any(Number), known: false }),
      expect.objectContaining({
        msg: 'security',
        url: '/api/auth/login/',
        status: 200,
        time: expect.any(Number),
      }),
      expect.objectContaining({ msg: 'security', url: '/api/auth/login/', status: 401 }),
      expect.objectContaining({
        msg: 'security',
        url: '/api/orders/',
        status: 403,
        user: expect.any(Number),
      }),
    ])
    for (const secret of [person.password, 'MalaClave2026', person.email, body.access, 'secreto'])
      expect(lines.join('')).not.toContain(secret)
    await own.close()
  })
})
