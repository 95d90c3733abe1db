import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { takePlace } from '#core/server/limits.ts'
import { rate_windows } from '#core/server/table.ts'
import { hashAnew, STRANGERS, strangersOf } from './commands.signIn.ts'
import { email, signedUpTo, tokenIn } from './signUp.fixture.ts'
import { users } from './table.ts'

/* Guessing a password is slowed down, and can't be turned against whose account it is. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 10 })
})
afterAll(() => t?.close())

let strangers = 0
const otherAddress = () => `198.18.${Math.floor(++strangers / 250)}.${(strangers % 250) + 1}`
const enter = (username: string, password: string, ip: string, device?: string) =>
  t.anonymous.post(
    '/api/auth/login/',
    { username, password },
    { headers: { 'x-forwarded-for': ip, ...(device ? { cookie: device } : {}) } },
  )
const deviceOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''
/** Tries on one account, each from an address of its own. @returns their codes */
const guesses = async (username: string, count: number) => {
  const answers = await Promise.all(
    Array.from({ length: count }, () => enter(username, 'no-es-esta-1', otherAddress())),
  )
  return answers.map(({ body }) => body.code as string)
}
/** Strangers took all that they may for hours: no test waits for 60 passwords to be hashed. */
const strangersTookAll = (username: string) =>
  takePlace(t.db, strangersOf(username), { burst: 9, every: 3 * HOUR }, t.clock.now())

describe('a password that was hashed at another cost', () => {
  const storedOf = async (username: string) => {
    const [user] = await t.db.select().from(users).where(eq(users.email, username))
    return { id: user?.id ?? 0, password_hash: user?.password_hash ?? '' }
  }
  /** As passwords were hashed when machines were slower. */
  const hashedCheaply = async (username: string, password: string) => {
    const password_hash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await t.db.update(users).set({ password_hash }).where(eq(users.email, username))
    return storedOf(username)
  }

  test('is hashed at the present one when its owner has logged in, and lets them in as before', async () => {
    const me = await signedUpTo(t)
    const atSignUp = (await storedOf(me.email)).password_hash
    const [, kind, version, cost] = atSignUp.split('$')
    await hashedCheaply(me.email, me.password)
    expect((await enter(me.email, 'no-es-esta-1', '203.0.113.60')).status).toBe(401)
    expect((await storedOf(me.email)).password_hash).toContain('m=19456')
    expect((await enter(me.email, me.password, '203.0.113.60')).status).toBe(200)
    await expect
      .poll(async () => (await storedOf(me.email)).password_hash.split('$').slice(1, 4), { timeout: 60_000 })
      .toEqual([kind, version, cost])
    const renewed = await storedOf(me.email)
    expect(renewed.password_hash).not.toBe(atSignUp)
    expect((await enter(me.email, me.password, '203.0.113.60')).status).toBe(200)
    expect(await storedOf(me.email)).toEqual(renewed)
  })

  test('stays what it became when it was changed meanwhile', async () => {
    const me = await signedUpTo(t)
    const before = await hashedCheaply(me.email, me.password)
    const changed = await hashedCheaply(me.email, 'otra-clave-muy-larga')
    await hashAnew(t.app, before, me.password)
    expect(await storedOf(me.email)).toEqual(changed)
  })

  test('lets its owner in when it can not be hashed again', async () => {
    const me = await signedUpTo(t)
    const before = await hashedCheaply(me.email, me.password)
    const broken = {
      ...t.app,
      db: {
        update: () => {
          throw new Error('no database')
        },
      } as never,
    }
    await hashAnew(broken, before, me.password)
    expect(await storedOf(me.email)).toEqual(before)
  })
})

describe('many who log in at once', () => {
  test('keep nobody waiting who has been here before', { timeout: 180_000 }, async () => {
    const me = await signedUpTo(t)
    const device = deviceOf(await enter(me.email, me.password, '203.0.113.40'))
    let answered = 0
    const others = Array.from({ length: 60 }, async () => {
      await enter(email(), 'no-es-esta-1', otherAddress())
      answered++
    })
    const mine = await enter(me.email, me.password, '203.0.113.40', device)
    expect([mine.status, answered < 30]).toEqual([200, true])
    await Promise.all(others)
    expect(answered).toBe(60)
  })
})

describe('strangers guess at one account', () => {
  test('500 at once: its owner gets in with a browser they have used before, from anywhere', {
    timeout: 180_000,
  }, async () => {
    const me = await signedUpTo(t)
    const device = deviceOf(await enter(me.email, me.password, '203.0.113.20'))
    await strangersTookAll(me.email)
    const [codes, meanwhile] = await Promise.all([
      guesses(me.email, 500),
      enter(me.email, me.password, '203.0.113.20', device),
    ])
    expect(meanwhile.status).toBe(200)
    expect(new Set(codes)).toEqual(new Set(['accounts.many_tries']))
    expect((await enter(me.email, me.password, '203.0.113.21', device)).status).toBe(200)
  })

  test('with a browser that was never used the owner waits, or makes it known by a letter', async () => {
    const me = await signedUpTo(t)
    await strangersTookAll(me.email)
    const waits = await enter(me.email, me.password, '203.0.113.30')
    expect([waits.status, waits.body.code]).toEqual([429, 'accounts.many_tries'])
    expect(waits.body.message).toContain('entra desde un navegador donde ya entraste antes')
    expect(Number(waits.headers['retry-after'])).toBeGreaterThan(0)

    await t.anonymous.post('/api/auth/password/reset/', { email: me.email })
    const letter = (await t.mails(me.email)).find(({ kind }) => kind === 'reset_password')
    const used = await t.anonymous.post('/api/auth/password/reset/confirm/', {
      token: tokenIn(letter?.text ?? ''),
      password: 'seis-tablas-10',
    })
    expect(used.status).toBe(200)
    expect((await enter(me.email, 'seis-tablas-10', '203.0.113.30', deviceOf(used))).status).toBe(200)
  })

  test('they get 240 tries an hour and no more, however many addresses they have', async () => {
    const key = strangersOf(email())
    const from = Date.UTC(2027, 0, 1)
    let tries = 0
    for (let second = 0; second <= 3600; second += 5)
      if ((await takePlace(t.db, key, STRANGERS, new Date(from + second * 1000))) === 0) tries++
    expect(tries).toBe(240)
    expect(await takePlace(t.db, key, STRANGERS, new Date(from + HOUR))).toBe(STRANGERS.every)
  })

  test('a wrong try takes a place, a right one takes none', async () => {
    const me = await signedUpTo(t)
    await takePlace(t.db, strangersOf(me.email), STRANGERS, new Date(t.clock.now().getTime() + 10 * MINUTE))
    /** When all places are free again. */
    const freeAt = async () => {
      const key = createHash('sha256').update(strangersOf(me.email)).digest('base64url')
      const [row] = await t.db.select().from(rate_windows).where(eq(rate_windows.key, key))
      return Date.parse(row?.resets_at ?? '')
    }
    const before = await freeAt()
    expect((await enter(me.email, me.password, otherAddress())).status).toBe(200)
    expect(await freeAt()).toBe(before)
    expect((await enter(me.email, 'no-es-esta-1', otherAddress())).status).toBe(401)
    expect(await freeAt()).toBe(before + STRANGERS.every)
  })

  test('an e-mail without an account is answered the same', async () => {
    const nobody = email()
    expect(await guesses(nobody, 1)).toEqual(['accounts.wrong_credentials'])
    await strangersTookAll(nobody)
    expect(await guesses(nobody, 1)).toEqual(['accounts.many_tries'])
  })
})

describe('a browser that is known', () => {
  test('has a count of its own: ten wrong tries, then it waits alone', async () => {
    const me = await signedUpTo(t)
    const device = deviceOf(await enter(me.email, me.password, '203.0.113.50'))
    for (let wrong = 0; wrong < 10; wrong++)
      expect((await enter(me.email, 'no-es-esta-1', otherAddress(), device)).status).toBe(401)
    const full = await enter(me.email, me.password, '203.0.113.50', device)
    expect([full.status, full.body.code]).toEqual([429, 'common.too_many'])
    expect((await enter(me.email, me.password, '203.0.113.51')).status).toBe(200)
  })

  test('is known to the accounts that were opened with it, and a stranger to all others', async () => {
    const [me, other] = [await signedUpTo(t), await signedUpTo(t)]
    const device = deviceOf(await enter(me.email, me.password, '203.0.113.60'))
    await strangersTookAll(other.email)
    expect((await enter(other.email, 'no-es-esta-1', '203.0.113.60', device)).status).toBe(429)
    expect(
      (await enter(other.email, other.password, '203.0.113.60', `device=${'x'.repeat(43)}`)).status,
    ).toBe(429)
  })

  test('gets in although others fill the address that it shares with them', async () => {
    const me = await signedUpTo(t)
    const device = deviceOf(await enter(me.email, me.password, '203.0.113.70'))
    for (let wrong = 0; wrong < 10; wrong++)
      expect((await enter(me.email, 'no-es-esta-1', '203.0.113.70')).status).toBe(401)
    expect((await enter(me.email, me.password, '203.0.113.70')).status).toBe(429)
    expect((await enter(me.email, me.password, '203.0.113.70', device)).status).toBe(200)
  })
})
