import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { email, PASSWORD, signedUpTo, tokenIn } from './signUp.fixture.ts'
import { devices, sessions, users } from './table.ts'

/* What somebody signs in with, changed from inside, and the letters about it. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterAll(() => t?.close())

const enter = (username: string, password: string, headers: Record<string, string> = {}) =>
  t.anonymous.post('/api/auth/login/', { username, password }, { headers })

async function verified(more: object = {}) {
  const who = await signedUpTo(t, more)
  await t.db.update(users).set({ verified_at: t.clock.now().toISOString() }).where(eq(users.id, who.id))
  return who
}
const kindsTo = async (to: string) => (await t.mails(to)).map(({ kind }) => kind)

describe('a browser that wasn’t seen before', () => {
  test('is told by mail, once, with what it is and where; the first one is no news', async () => {
    const me = await verified()
    expect(await kindsTo(me.email)).not.toContain('new_device')
    const phone = { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' }
    const first = await enter(me.email, me.password, phone)
    const [mail] = (await t.mails(me.email)).filter(({ kind }) => kind === 'new_device')
    expect(mail?.subject).toBe('Nuevo inicio de sesión en tu cuenta de Tarima')
    expect(mail?.text).toContain('Firefox en Android, desde la dirección 127.0.0.1')
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    await enter(me.email, me.password, { ...phone, cookie })
    expect((await kindsTo(me.email)).filter((kind) => kind === 'new_device')).toHaveLength(1)
  })

  test('is told, too, when no other is known any more', async () => {
    const me = await verified()
    // Without the cookie no browser is left that is known.
    const change = { current: PASSWORD, password: 'seis-tablas-10' }
    expect((await me.me.post('/api/auth/password/change/', change)).status).toBe(200)
    expect(await t.db.$count(devices, eq(devices.user_id, me.id))).toBe(0)
    t.clock.move(1000)
    expect((await enter(me.email, 'seis-tablas-10')).status).toBe(200)
    expect(await kindsTo(me.email)).toContain('new_device')
  })

  test('is told, too, to whoever wasn’t here for years', async () => {
    const me = await verified()
    await t.db.delete(devices).where(eq(devices.user_id, me.id))
    await t.db.delete(sessions).where(eq(sessions.user_id, me.id))
    t.clock.move(1000)
    expect((await enter(me.email, PASSWORD)).status).toBe(200)
    expect(await kindsTo(me.email)).toContain('new_device')
  })

  test('is told in the language of the account', async () => {
    const me = await verified({ language: 'en' })
    await enter(me.email, me.password)
    const [mail] = (await t.mails(me.email)).filter(({ kind }) => kind === 'new_device')
    expect(mail?.subject).toBe('New sign-in to your Tarima account')
    expect(mail?.text).toContain('an unknown device')
  })
})

test('a reset is told by mail', async () => {
  const me = await verified()
  await t.anonymous.post('/api/auth/password/reset/', { email: me.email })
  const [mail] = (await t.mails(me.email)).filter(({ kind }) => kind === 'reset_password')
  const token = tokenIn(mail?.text ?? '')
  await t.anonymous.post('/api/auth/password/reset/confirm/', { token, password: 'seis-tablas-10' })
  expect(await kindsTo(me.email)).toContain('password_reset')
})

describe('changing the password', () => {
  const path = '/api/auth/password/change/'

  test('wants the one that is, ends the other sessions, and is told by mail', async () => {
    const me = await verified()
    const other = t.as({ token: await t.session(me.id) })
    const wrong = await me.me.post(path, { current: 'otra-cosa-99', password: 'seis-tablas-10' })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { current: 'Esa no es tu contraseña' }])
    const own = await me.me.post(path, { current: PASSWORD, password: me.email })
    expect(own.body.fields).toEqual({ password: 'La contraseña no puede ser tu correo' })
    expect((await other.get('/api/auth/sessions/')).status).toBe(200)
    expect((await me.me.post(path, { current: PASSWORD, password: 'seis-tablas-10' })).status).toBe(200)
    expect((await me.me.get('/api/auth/sessions/')).status).toBe(200)
    expect((await other.get('/api/auth/sessions/')).status).toBe(401)
    expect((await enter(me.email, PASSWORD)).status).toBe(401)
    expect((await enter(me.email, 'seis-tablas-10')).status).toBe(200)
    expect(await kindsTo(me.email)).toContain('password_changed')
  })

  test('makes a reset link that was asked for before worth nothing', async () => {
    const me = await verified()
    await t.anonymous.post('/api/auth/password/reset/', { email: me.email })
    const [mail] = (await t.mails(me.email)).filter(({ kind }) => kind === 'reset_password')
    await me.me.post(path, { current: PASSWORD, password: 'seis-tablas-10' })
    const late = await t.anonymous.post('/api/auth/password/reset/confirm/', {
      token: tokenIn(mail?.text ?? ''),
      password: 'siete-tablas-11',
    })
    expect(late.body.code).toBe('accounts.link_used')
  })

  test('is no place to guess it', async () => {
    const me = await verified()
    for (let i = 0; i < 10; i++) await me.me.post(path, { current: 'no', password: 'seis-tablas-10' })
    expect((await me.me.post(path, { current: PASSWORD, password: 'seis-tablas-10' })).status).toBe(429)
  })

  test('is not for accounts that come through a provider only, which can get one by mail', async () => {
    const me = await t.person('STUDENT')
    expect((await me.get('/api/auth/credentials/')).body).toEqual({
      email: me.email,
      has_password: false,
      email_waits: null,
    })
    for (const [at, body] of [
      [path, { current: 'algo', password: 'seis-tablas-10' }],
      ['/api/auth/email/change/', { current: 'algo', email: email() }],
    ] as const) {
      const refused = await me.post(at, body)
      expect([refused.status, refused.body.code]).toEqual([409, 'accounts.no_password'])
    }
  })
})

describe('changing the e-mail', () => {
  const path = '/api/auth/email/change/'

  test('is to be verified anew where the one before never was, and that opens nothing any more', async () => {
    const me = await signedUpTo(t)
    const next = email()
    expect((await me.me.post(path, { current: 'otra', email: next })).body.fields).toEqual({
      current: 'Esa no es tu contraseña',
    })
    expect((await me.me.post(path, { current: PASSWORD, email: next })).body).toEqual({
      email: next,
      email_waits: null,
    })
    expect((await me.me.get('/api/notifications/')).body.code).toBe('access.unverified')
    expect((await enter(me.email, PASSWORD)).status).toBe(401)
    const [mail] = await t.mails(next)
    expect(mail?.kind).toBe('verify_email')
    await me.me.post('/api/auth/verify-email/', { token: tokenIn(mail?.text ?? '') })
    expect((await me.me.get('/api/auth/credentials/')).body).toEqual({
      email: next,
      has_password: true,
      email_waits: null,
    })
    expect((await enter(next.toUpperCase(), PASSWORD)).status).toBe(200)
  })

  test('corrects a mistyped one before it is verified: what was sent there proves nothing, and nobody there is told', async () => {
    const me = await signedUpTo(t)
    const [mistyped] = await t.mails(me.email)
    const right = email()
    expect((await me.me.post(path, { current: PASSWORD, email: right })).status).toBe(200)
    const token = tokenIn(mistyped?.text ?? '')
    expect((await t.anonymous.post('/api/auth/verify-email/', { token })).status).toBe(409)
    expect(await kindsTo(me.email)).toEqual(['verify_email'])
    expect(await kindsTo(right)).toEqual(['verify_email'])
  })

  test('to one that is taken is refused on its field, and counted', async () => {
    const [me, other] = [await verified(), await verified()]
    for (let i = 0; i < 5; i++) {
      const taken = await me.me.post(path, { current: PASSWORD, email: other.email.toUpperCase() })
      expect(taken.body.fields).toEqual({
        email: 'Ese correo ya tiene una cuenta. Entra o recupera tu contraseña.',
      })
    }
    expect((await me.me.post(path, { current: PASSWORD, email: email() })).status).toBe(429)
  })
})
