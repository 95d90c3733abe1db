import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { email, signedUpTo, student, tokenIn } from './signUp.fixture.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 10 })
})
afterEach(() => t?.clock.reset())
afterAll(() => t?.close())

const bearer = (token: string) => t.as({ token })
const signedUp = (more: object = {}) => signedUpTo(t, more)

describe('e-mail verification', () => {
  test('the mailed link verifies, signs in, and works once', async () => {
    const me = await signedUp()
    const check = `/auth/profile/${me.id}/checkVerified`
    expect((await me.me.get(check)).body).toEqual({ verified: false })
    const [mail] = await t.mails(me.email)
    const token = tokenIn(mail?.text ?? '')
    const answer = await t.anonymous.post('/auth/verify-email', { token })
    expect(answer.status).toBe(200)
    expect((await bearer(answer.body.access).get(`${check}/`)).body).toEqual({ verified: true })
    const again = await t.anonymous.post('/api/auth/verify-email/', { token })
    expect([again.status, again.body]).toEqual([
      409,
      { message: 'Este enlace ya se usó o venció. Pide uno nuevo.', code: 'accounts.link_used' },
    ])
  })

  describe('of the sessions that were opened before', () => {
    const from = (
      remoteAddress: string,
      url: string,
      payload: object,
      more: { device?: string; token?: string } = {},
    ) =>
      t.inject({
        method: 'POST',
        url,
        payload,
        remoteAddress,
        headers: {
          ...(more.device ? { cookie: `device=${more.device}` } : {}),
          ...(more.token ? { authorization: `Bearer ${more.token}` } : {}),
        },
      })
    const deviceOf = ({ headers }: { headers: Record<string, unknown> }) =>
      /device=([\w-]{43})/.exec(String(headers['set-cookie']))?.[1] ?? ''
    const check = async (access: string) =>
      (await bearer(access).get('/auth/sessions/')).body.results?.length ?? 'ended'
    const linkOf = async (to: string) =>
      tokenIn((await t.mails(to)).find(({ kind }) => kind === 'verify_email')?.text ?? '')

    test('it raises those of the browser that it is followed in alone, and no other from the same address', async () => {
      const body = student()
      const elsewhere = { username: body.email, password: body.password }
      // A town behind one address: whoever signed up with an e-mail that isn't theirs shares it with its owner.
      const stranger = await from('198.51.100.7', '/api/auth/signup/', body)
      const own = await from('198.51.100.7', '/api/auth/login/', elsewhere)
      const device = deviceOf(own)
      const roaming = await from('198.51.100.200', '/api/auth/login/', elsewhere, { device })
      const token = await linkOf(body.email)
      const verified = await from('198.51.100.7', '/api/auth/verify-email/', { token }, { device })
      expect(verified.status).toBe(200)
      expect(await check(stranger.body.access)).toBe('ended')
      expect(await check(own.body.access)).toBe(3)
      expect(await check(roaming.body.access)).toBe(3)
      expect(await check(verified.body.access)).toBe(3)
      // The stranger knows their password still: when they come back, the owner hears of a browser that wasn't seen before.
      const news = async () => (await t.mails(body.email)).filter(({ kind }) => kind === 'new_device').length
      const before = await news()
      await from('198.51.100.7', '/api/auth/login/', elsewhere, { device: deviceOf(stranger) })
      expect(await news()).toBe(before + 1)
    })

    test('followed in the browser of a mail app, it goes on there, and where they signed up they sign in again', async () => {
      const body = student()
      const signedUp = await from('198.51.100.7', '/api/auth/signup/', body)
      const token = await linkOf(body.email)
      const verified = await from('198.51.100.7', '/api/auth/verify-email/', { token })
      expect(await check(verified.body.access)).toBe(1)
      expect(await check(signedUp.body.access)).toBe('ended')
      const elsewhere = { username: body.email, password: body.password }
      const again = await from('198.51.100.7', '/api/auth/login/', elsewhere, { device: deviceOf(signedUp) })
      expect(await check(again.body.access)).toBe(2)
    })

    test('it raises the one that hands it in, which is all that a program without cookies has', async () => {
      const body = student()
      const { body: signedUp } = await from('198.51.100.7', '/api/auth/signup/', body)
      const token = await linkOf(body.email)
      await from('203.0.113.9', '/api/auth/verify-email/', { token }, { token: signedUp.access })
      expect(await check(signedUp.access)).toBe(2)
    })
  })

  test('the cookie that a browser is known by can be read by no script and opens nothing', async () => {
    const me = await signedUp()
    const entered = await t.anonymous.post('/auth/login/', { username: me.email, password: me.password })
    const cookie = String(entered.headers['set-cookie'])
    expect(cookie).toMatch(/^device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/)
    const device = cookie.split(';')[0] ?? ''
    const asked = await t.anonymous.get('/api/auth/sessions/', { headers: { cookie: device } })
    expect(asked.status).toBe(401)
    const again = await t.anonymous.post(
      '/auth/login/',
      { username: me.email, password: me.password },
      { headers: { cookie: `other=1; ${device}` } },
    )
    expect(String(again.headers['set-cookie'])).toContain(device)
  })

  test('a link lives 24 hours', async () => {
    const me = await signedUp()
    const [mail] = await t.mails(me.email)
    t.clock.move(24 * 3_600_000 + 1000)
    const answer = await t.anonymous.post('/auth/verify-email', { token: tokenIn(mail?.text ?? '') })
    expect(answer.status).toBe(409)
  })

  test('unknown and malformed tokens', async () => {
    expect((await t.anonymous.post('/auth/verify-email', { token: 'x'.repeat(43) })).status).toBe(409)
    expect((await t.anonymous.post('/auth/verify-email', { token: 'corto' })).status).toBe(422)
    expect((await t.anonymous.post('/auth/verify-email')).body.fields).toEqual({
      token: 'Este campo es requerido',
    })
  })

  test('a reset link is no verification link', async () => {
    const me = await signedUp()
    await t.anonymous.post('/auth/password/reset/', { email: me.email })
    const mail = (await t.mails(me.email)).find(({ kind }) => kind === 'reset_password')
    const token = tokenIn(mail?.text ?? '')
    expect((await t.anonymous.post('/auth/verify-email', { token })).status).toBe(409)
  })

  test('is sent again after a minute, not before', async () => {
    const me = await signedUp()
    const early = await me.me.post('/auth/verify/send/')
    expect(early.status).toBe(429)
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60)
    t.clock.move(61_000)
    expect((await me.me.post('/auth/verify/send')).body).toEqual({ retry_after: 60 })
    expect((await me.me.post('/api/auth/verify/send/')).status).toBe(429)
    const mails = await t.mails(me.email)
    expect(mails).toHaveLength(2)
    // both links open until one is used
    expect((await me.me.post('/auth/verify-email', { token: tokenIn(mails[1]?.text ?? '') })).status).toBe(
      200,
    )
    expect((await me.me.post('/auth/verify-email', { token: tokenIn(mails[0]?.text ?? '') })).status).toBe(
      409,
    )
    t.clock.move(61_000)
    expect((await me.me.post('/auth/verify/send/')).body.code).toBe('accounts.already_verified')
    expect((await t.anonymous.post('/auth/verify/send/')).status).toBe(401)
  })

  test('one sees one’s own state only', async () => {
    const me = await t.person('STUDENT')
    const other = await t.person('STUDENT')
    expect((await other.get(`/auth/profile/${me.id}/checkVerified`)).status).toBe(404)
    expect((await t.anonymous.get(`/auth/profile/${me.id}/checkVerified`)).status).toBe(401)
    expect((await me.get('/auth/profile/nadie/checkVerified')).status).toBe(404)
  })

  test('of 200 uses of one link at once exactly one gets through', async () => {
    const me = await signedUp()
    const [mail] = await t.mails(me.email)
    const token = tokenIn(mail?.text ?? '')
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => t.anonymous.post('/auth/verify-email', { token })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(199)
  })
})

describe('password reset', () => {
  const ask = async (address: string) => {
    await t.anonymous.post('/auth/password/reset/', { email: address })
    const mail = (await t.mails(address)).find(({ kind }) => kind === 'reset_password')
    return tokenIn(mail?.text ?? '')
  }

  test('known and unknown e-mails get the same answer; only the known one gets a mail', async () => {
    const me = await signedUp()
    const stranger = email()
    for (const path of ['/auth/password/reset/', '/api/auth/password/reset']) {
      const known = await t.anonymous.post(path, { email: me.email })
      const unknown = await t.anonymous.post(path, { email: stranger })
      expect([known.status, known.body]).toEqual([200, {}])
      expect([unknown.status, unknown.body]).toEqual([200, {}])
    }
    expect((await t.mails(me.email)).filter(({ kind }) => kind === 'reset_password')).toHaveLength(2)
    expect(await t.mails(stranger)).toHaveLength(0)
    expect((await t.anonymous.post('/auth/password/reset/', { email: 'x' })).status).toBe(422)
  })

  test('sets the password, ends every session, proves the e-mail; the link works once', async () => {
    const me = await signedUp()
    const token = await ask(me.email)
    const password = 'seis-tablas-10'
    expect((await t.anonymous.post('/auth/password/reset/confirm/', { token, password })).status).toBe(200)
    expect((await me.me.get(`/auth/profile/${me.id}/checkVerified`)).status).toBe(401)
    expect(
      (await t.anonymous.post('/auth/login/', { username: me.email, password: me.password })).status,
    ).toBe(401)
    const entered = await t.anonymous.post('/auth/login/', { username: me.email, password })
    expect(entered.status).toBe(200)
    expect(
      (await bearer(entered.body.access).get(`/auth/profile/${me.id}/checkVerified`)).body.verified,
    ).toBe(true)
    const again = await t.anonymous.post('/auth/password/reset/confirm', { token, password })
    expect(again.body.code).toBe('accounts.link_used')
  })

  test('a link lives three hours', async () => {
    const me = await signedUp()
    const token = await ask(me.email)
    t.clock.move(3 * 3_600_000 + 1000)
    const late = await t.anonymous.post('/auth/password/reset/confirm/', {
      token,
      password: 'seis-tablas-10',
    })
    expect(late.status).toBe(409)
  })

  test('the password rules hold here too, and a refused password leaves the link open', async () => {
    const me = await signedUp()
    const token = await ask(me.email)
    const path = '/auth/password/reset/confirm/'
    expect((await t.anonymous.post(path, { token, password: 'corta' })).body.fields).toEqual({
      password: 'Debe tener al menos 10 caracteres',
    })
    expect((await t.anonymous.post(path, { token, password: me.email })).body.fields).toEqual({
      password: 'La contraseña no puede ser tu correo',
    })
    expect((await t.anonymous.post(path, { token, password: 'siete-tablas-11' })).status).toBe(200)
  })

  test('five mails an hour for one e-mail, known or not', async () => {
    for (const address of [(await signedUp()).email, email()]) {
      for (let i = 0; i < 5; i++)
        expect((await t.anonymous.post('/auth/password/reset/', { email: address })).status).toBe(200)
      const limited = await t.anonymous.post('/auth/password/reset/', { email: address.toUpperCase() })
      expect(limited.status).toBe(429)
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  test('of 200 uses of one link at once exactly one sets its password', { timeout: 60_000 }, async () => {
    const me = await signedUp()
    const token = await ask(me.email)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        t.anonymous.post('/auth/password/reset/confirm/', { token, password: `de-muchas-${i}-esta` }),
      ),
    )
    const winners = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []))
    expect(winners).toHaveLength(1)
    const password = `de-muchas-${winners[0]}-esta`
    expect((await t.anonymous.post('/auth/login/', { username: me.email, password })).status).toBe(200)
  })
})
