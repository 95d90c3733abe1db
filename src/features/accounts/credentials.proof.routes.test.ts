import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { MINUTE } from '#core/contract/time.ts'
import { email, PASSWORD, signedUpTo } from './signUp.fixture.ts'
import { sessions, users } from './table.ts'

/* Changing what one signs in with asks whoever has a second factor for a fresh proof of it. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterAll(() => t?.close())

async function verified() {
  const who = await signedUpTo(t)
  await t.db.update(users).set({ verified_at: t.clock.now().toISOString() }).where(eq(users.id, who.id))
  return who
}

describe('with a second factor', () => {
  const TOTP_SECRET = 'A'.repeat(32)
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(TOTP_SECRET) }).generate({ timestamp: t.clock.now().getTime() })
  const provedAnHourAgo = (user_id: number) =>
    t.db
      .update(sessions)
      .set({ proved_at: new Date(t.clock.now().getTime() - 60 * MINUTE).toISOString() })
      .where(eq(sessions.user_id, user_id))

  test.each([
    ['password', { password: 'seis-tablas-10' }],
    ['email', { email: 'otro-dos@correo.test' }],
  ])('the %s is changed with a fresh proof of it: the password alone is not enough', async (what, body) => {
    const me = await verified()
    await t.secondFactor(me)
    await provedAnHourAgo(me.id)
    const path = `/api/auth/${what}/change/`
    const wrong = await me.me.post(path, { current: 'no-es-esta-1', ...body })
    expect(wrong.body.fields).toEqual({ current: 'Esa no es tu contraseña' })
    const refused = await me.me.post(path, { current: PASSWORD, ...body })
    expect([refused.status, refused.body.code]).toEqual([403, 'access.proof_needed'])
    expect((await me.me.post('/api/auth/proof/', { totp: code() })).status).toBe(200)
    expect((await me.me.post(path, { current: PASSWORD, ...body })).status).toBe(200)
  })

  test('a mistyped e-mail is corrected before it is verified, with the proof', async () => {
    const me = await signedUpTo(t)
    await t.secondFactor(me)
    await provedAnHourAgo(me.id)
    const path = '/api/auth/email/change/'
    const change = { current: PASSWORD, email: email() }
    expect((await me.me.post(path, change)).body.code).toBe('access.proof_needed')
    expect((await me.me.get('/api/auth/proof/')).body.ways).toEqual(['totp'])
    expect((await me.me.post('/api/auth/proof/', { totp: code() })).status).toBe(200)
    expect((await me.me.post(path, change)).status).toBe(200)
  })

  test('without one the password is enough, however long ago they signed in', async () => {
    const me = await verified()
    await provedAnHourAgo(me.id)
    const change = { current: PASSWORD, password: 'seis-tablas-10' }
    expect((await me.me.post('/api/auth/password/change/', change)).status).toBe(200)
  })
})
