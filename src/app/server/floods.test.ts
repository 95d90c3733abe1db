import http, { type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { testApp } from './testing.ts'

describe('a flood from one address', () => {
  it('is one, however the addresses are written: those called and those it comes from', async () => {
    const small = await testApp({ env: { RATE_LIMIT: '4' } })
    try {
      await small.server.listen({ port: 0, host: '127.0.0.1' })
      const { port } = small.server.server.address() as { port: number }
      const call = (target: string, from: string) =>
        new Promise<IncomingMessage>((resolve, reject) => {
          const headers = { 'x-forwarded-for': from }
          // As it is: a URL would be put in order first.
          const request = http.get({ port, host: '127.0.0.1', path: target, headers, agent: false })
          request.on('response', (answer) => resolve(answer.resume())).on('error', reject)
        })
      const forms = [
        ['/api/auth/profile/', '2001:db8:0:7::1'],
        ['/%61pi/auth/profile/', '2001:db8:0:7::2'],
        ['http://tarima.test/api/auth/profile/', '2001:db8:0:7:8::3'],
        ['/auth/%70rofile', '2001:db8:0:7:ffff:1:2:3'],
      ] as const
      for (const [target, from] of forms) {
        const { statusCode, headers } = await call(target, from)
        expect(statusCode, target).toBe(401)
        expect(headers, target).toMatchObject({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
        })
      }
      for (const [target, from] of forms) expect((await call(target, from)).statusCode, target).toBe(429)
      expect((await call('/api/auth/profile/', '2001:db8:0:8::1')).statusCode).toBe(401)
    } finally {
      await small.close()
    }
  })
  it('is answered 429 with the wait in words, while pages and their files go on', async () => {
    const small = await testApp({ env: { RATE_LIMIT: '3' } })
    try {
      const call = () => small.anonymous.get('/api/auth/profile/', { headers: { 'accept-language': 'es' } })
      for (let n = 0; n < 3; n++) expect((await call()).status).toBe(401)
      const refused = await call()
      expect(refused.status).toBe(429)
      expect(refused.body.code).toBe('common.too_many')
      expect(refused.body.message).toMatch(/^Demasiados intentos\. Prueba de nuevo en \d+ s\.$/)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await small.anonymous.get('/welcome')).status).not.toBe(429)
    } finally {
      await small.close()
    }
  })
})
