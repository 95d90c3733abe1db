import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { email, signedUpTo, student, tokenIn } from './signUp.fixture.ts'

/* How many letters somebody can be made to get, and what the owner of a taken e-mail hears. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterAll(() => t?.close())

const kindsTo = async (to: string) => (await t.mails(to)).map(({ kind }) => kind)
const HOURS = 3_600_000

describe('letters that somebody can be made to get', () => {
  test('of verification stop after ten, the page says the same, and two hours later one goes out again', async () => {
    const me = await signedUpTo(t)
    for (let again = 0; again < 12; again++) {
      t.clock.move(61_000)
      expect((await me.me.post('/auth/verify/send/')).body).toEqual({ retry_after: 60 })
    }
    expect(await kindsTo(me.email)).toHaveLength(10)
    t.clock.move(2 * HOURS)
    expect((await me.me.post('/auth/verify/send/')).body).toEqual({ retry_after: 60 })
    expect(await kindsTo(me.email)).toHaveLength(11)
    t.clock.reset()
  })

  test('of a new password are at most 22 in a day, whoever asks; the answer is always the same', async () => {
    const me = await signedUpTo(t)
    const stranger = email()
    // Five an hour are let through, and refused beyond.
    for (let hour = 0; hour < 23; hour++) {
      for (let times = 0; times < 5; times++)
        for (const address of [me.email, stranger])
          expect((await t.anonymous.post('/api/auth/password/reset/', { email: address })).body).toEqual({})
      t.clock.move(HOURS + 1000)
    }
    t.clock.reset()
    const resets = (await kindsTo(me.email)).filter((kind) => kind === 'reset_password')
    expect(resets.length).toBeGreaterThan(10)
    expect(resets.length).toBeLessThanOrEqual(22)
    expect(await kindsTo(stranger)).toEqual([])
  })

  test('are never so many that whoever asks for a new password has no link that works', async () => {
    const me = await signedUpTo(t)
    const ask = async (remoteAddress: string) =>
      (
        await t.inject({
          method: 'POST',
          url: '/api/auth/password/reset/',
          payload: { email: me.email },
          remoteAddress,
        })
      ).status
    const newest = async () =>
      tokenIn((await t.mails(me.email)).find(({ kind }) => kind === 'reset_password')?.text ?? '')
    // A wrong password is refused only where the link is right.
    const works = async () =>
      (
        await t.anonymous.post('/api/auth/password/reset/confirm/', {
          token: await newest(),
          password: me.email,
        })
      ).status === 422
    for (let quarter = 0; quarter < 60; quarter++) {
      await ask('203.0.113.9')
      t.clock.move(HOURS / 4)
      if (quarter % 4 === 3) expect([await ask('198.51.100.7'), await works()]).toEqual([200, true])
    }
    // Nor where the one that works was used up a moment ago.
    const used = await newest()
    const chosen = { token: used, password: 'seis-tablas-10' }
    expect((await t.anonymous.post('/api/auth/password/reset/confirm/', chosen)).status).toBe(200)
    expect([await ask('198.51.100.7'), await works()]).toEqual([200, true])
    t.clock.reset()
  })

  test('keep nobody from asking for a new password, however often a stranger asks from elsewhere', async () => {
    const me = await signedUpTo(t)
    const ask = (remoteAddress: string) =>
      t.inject({
        method: 'POST',
        url: '/api/auth/password/reset/',
        payload: { email: me.email },
        remoteAddress,
      })
    for (let times = 0; times < 5; times++) expect((await ask('203.0.113.10')).status).toBe(200)
    expect((await ask('203.0.113.10')).status).toBe(429)
    expect((await ask('198.51.100.8')).status).toBe(200)
  })

  test('of invitations are ten at once, from however many bands; each band reads that it has invited', async () => {
    const invited = email()
    for (let band = 0; band < 12; band++) {
      const owner = await t.person('MUSICIAN')
      const project = await t.project(owner.id, 'GROUP', `Banda ${band}`)
      const answer = await owner.post(`/api/projects/${project}/invitations/`, { email: invited })
      expect([answer.status, answer.body.email]).toEqual([201, invited])
    }
    expect(await kindsTo(invited)).toHaveLength(10)
  })
})

describe('signing up with an e-mail that has an account', () => {
  test('is told to its owner, in their language, with how to get in; twice at most in half a day', async () => {
    const owner = await signedUpTo(t, { language: 'en' })
    for (let again = 0; again < 4; again++) {
      const answer = await t.anonymous.post('/auth/signup', student({ email: owner.email.toUpperCase() }))
      expect([answer.status, answer.body.fields]).toEqual([
        422,
        { email: 'Ese correo ya tiene una cuenta. Entra o recupera tu contraseña.' },
      ])
    }
    const told = (await t.mails(owner.email)).filter(({ kind }) => kind === 'sign_up_tried')
    expect(told).toHaveLength(2)
    expect(told[0]).toMatchObject({ subject: 'Somebody tried to open an account with your e-mail' })
    expect(told[0]?.text).toContain('http://tarima.test/signin')
    expect(told[0]?.text).toContain('I forgot my password')
    t.clock.move(12 * HOURS)
    await t.anonymous.post('/auth/signup', student({ email: owner.email }))
    expect((await kindsTo(owner.email)).filter((kind) => kind === 'sign_up_tried')).toHaveLength(3)
    t.clock.reset()
  })
})
