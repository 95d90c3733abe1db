import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { networkOf } from '#core/server/input.ts'
import { limit } from '#core/server/limits.ts'
import { email, PASSWORD, signedUpTo, student, tokenIn } from './signUp.fixture.ts'
import { email_changes, identities, users } from './table.ts'

/* Another e-mail for an account whose own is verified: it waits until its link was used. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterEach(() => t?.clock.reset())
afterAll(() => t?.close())

const path = '/api/auth/email/change/'
const HOURS = 3_600_000

async function verified() {
  const who = await signedUpTo(t)
  await t.db.update(users).set({ verified_at: t.clock.now().toISOString() }).where(eq(users.id, who.id))
  return who
}
type Someone = Awaited<ReturnType<typeof verified>>
const asks = async (who: Someone, to: string) => {
  const asked = await who.me.post(path, { current: PASSWORD, email: to })
  expect([asked.status, asked.body]).toEqual([200, { email: who.email, email_waits: to }])
}
const linkTo = async (to: string) =>
  tokenIn((await t.mails(to)).find(({ kind }) => kind === 'new_email')?.text ?? '')
const use = (token: string) => t.anonymous.post(`${path}confirm/`, { token })
const enter = async (username: string) =>
  (await t.anonymous.post('/api/auth/login/', { username, password: PASSWORD })).status
const waits = async (who: Someone) => (await who.me.get('/api/auth/credentials/')).body.email_waits
const kindsTo = async (to: string) => (await t.mails(to)).map(({ kind }) => kind)

describe('another e-mail of a verified account', () => {
  test('waits: the account goes on with the one it has, which is told', async () => {
    const me = await verified()
    const elsewhere = t.as({ token: await t.session(me.id) })
    const next = email()
    await asks(me, next)
    expect((await me.me.get('/api/auth/credentials/')).body).toEqual({
      email: me.email,
      has_password: true,
      email_waits: next,
    })
    expect((await me.me.get('/api/notifications/')).status).toBe(200)
    expect((await elsewhere.get('/api/auth/sessions/')).status).toBe(200)
    expect([await enter(me.email), await enter(next)]).toEqual([200, 401])
    expect(await kindsTo(next)).toEqual(['new_email'])
    expect(await kindsTo(me.email)).toContain('email_asked')
    expect((await t.mails(next))[0]?.text).not.toContain(me.email)
  })

  test('is theirs once its link was used, once; other sessions end and the one before is told', async () => {
    const me = await verified()
    const elsewhere = t.as({ token: await t.session(me.id) })
    const next = email()
    await t.db
      .insert(identities)
      .values({ user_id: me.id, issuer: 'https://proveedor.test', subject: `${me.id}` })
    await asks(me, next)
    const token = await linkTo(next)
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(token)))
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([{ email: next }])
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await me.me.get('/api/auth/credentials/')).body).toMatchObject({ email: next, email_waits: null })
    expect((await me.me.get('/api/notifications/')).status).toBe(200)
    expect((await elsewhere.get('/api/auth/sessions/')).status).toBe(401)
    expect([await enter(me.email), await enter(next.toUpperCase())]).toEqual([401, 200])
    // Who came by a provider with the one before may be somebody else.
    expect(await t.db.$count(identities, eq(identities.user_id, me.id))).toBe(0)
    expect(await kindsTo(me.email)).toContain('email_changed')
    expect((await use(token)).body.code).toBe('accounts.link_used')
  })

  test('keeps nobody from signing up with it, and is refused once somebody did', async () => {
    const me = await verified()
    const theirs = email()
    await asks(me, theirs)
    const token = await linkTo(theirs)
    expect((await t.anonymous.post('/auth/signup', student({ email: theirs }))).status).toBe(200)
    const late = await use(token)
    expect([late.status, late.body]).toEqual([
      409,
      {
        code: 'accounts.email_taken_since',
        message: 'Mientras tanto alguien creó una cuenta con ese correo. Tu cuenta sigue con el de antes.',
      },
    ])
    expect((await me.me.get('/api/auth/credentials/')).body.email).toBe(me.email)
  })

  test('is replaced by a second one, and taken back', async () => {
    const me = await verified()
    const [first, second] = [email(), email()]
    await asks(me, first)
    const link = await linkTo(first)
    await asks(me, second)
    expect(await waits(me)).toBe(second)
    expect((await use(link)).body.code).toBe('accounts.link_used')
    const other = await linkTo(second)
    expect((await me.me.delete(path)).status).toBe(200)
    expect(await waits(me)).toBe(null)
    expect((await use(other)).status).toBe(409)
    expect((await me.me.delete(path)).body.code).toBe('accounts.no_email_waits')
  })

  test('is what two accounts may ask for, and one of them gets', async () => {
    const [ana, eva] = [await verified(), await verified()]
    const shared = email()
    await asks(ana, shared)
    const ofAna = await linkTo(shared)
    await asks(eva, shared)
    const links = (await t.mails(shared)).map(({ text }) => tokenIn(text))
    expect(links).toContain(ofAna)
    const statuses = await Promise.all(links.map(async (token) => (await use(token)).status))
    expect(statuses.sort()).toEqual([200, 409])
    expect(await t.db.$count(users, eq(users.email, shared))).toBe(1)
  })

  test('waits for a day, then the clock forgets it', async () => {
    const me = await verified()
    const next = email()
    await asks(me, next)
    const token = await linkTo(next)
    t.clock.move(24 * HOURS + 1000)
    expect((await use(token)).status).toBe(409)
    await t.app.jobs.runSweeps()
    expect(await t.db.$count(email_changes, eq(email_changes.user_id, me.id))).toBe(0)
    expect((await use('x'.repeat(43))).status).toBe(409)
    expect((await use('corto')).status).toBe(422)
  })

  test.each(['a reset', 'a change of the password'])('waits no more after %s', async (what) => {
    const me = await verified()
    const next = email()
    await asks(me, next)
    const link = await linkTo(next)
    if (what === 'a reset') {
      await t.anonymous.post('/api/auth/password/reset/', { email: me.email })
      const mail = (await t.mails(me.email)).find(({ kind }) => kind === 'reset_password')
      const body = { token: tokenIn(mail?.text ?? ''), password: 'seis-tablas-10' }
      expect((await t.anonymous.post('/api/auth/password/reset/confirm/', body)).status).toBe(200)
    } else {
      const body = { current: PASSWORD, password: 'seis-tablas-10' }
      expect((await me.me.post('/api/auth/password/change/', body)).status).toBe(200)
      expect(await waits(me)).toBe(null)
    }
    expect((await use(link)).status).toBe(409)
  })
})

describe('an e-mail that another session asked for', () => {
  test.each(['another factor', 'signing out the others'])('waits no more after %s', async (what) => {
    const me = await verified()
    const thief = { ...me, me: t.as({ token: await t.session(me.id) }) }
    await asks(thief, email())
    if (what === 'another factor') {
      const { secret } = (await me.me.post('/api/auth/factors/totp/')).body
      const at = { timestamp: t.clock.now().getTime() }
      const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate(at)
      expect((await me.me.post('/api/auth/factors/totp/confirm/', { totp })).status).toBe(200)
    } else expect((await me.me.post('/api/auth/sessions/revoke-others/')).status).toBe(200)
    expect(await waits(me)).toBe(null)
  })

  test('their own goes on waiting', async () => {
    const me = await verified()
    const next = email()
    await asks(me, next)
    expect((await me.me.post('/api/auth/sessions/revoke-others/')).status).toBe(200)
    expect(await waits(me)).toBe(next)
  })
})

describe('an e-mail that has an account', () => {
  test('is refused to whoever wants to change theirs to it, and its owner is told', async () => {
    const [me, owner] = [await verified(), await verified()]
    const changing = await signedUpTo(t)
    for (const who of [me, changing])
      expect((await who.me.post(path, { current: PASSWORD, email: owner.email })).body.fields).toEqual({
        email: 'Ese correo ya tiene una cuenta. Entra o recupera tu contraseña.',
      })
    const [mail] = (await t.mails(owner.email)).filter(({ kind }) => kind === 'email_wanted')
    expect(mail?.subject).toBe('Quisieron usar tu correo en otra cuenta')
    // As many as of sign-ups, together: two at once and then one in half a day.
    await me.me.post(path, { current: PASSWORD, email: owner.email })
    expect((await kindsTo(owner.email)).filter((kind) => kind === 'email_wanted')).toHaveLength(2)
  })
})

test('how often an e-mail may be asked for is counted by address, together with sign-ups', async () => {
  const { config } = t.app
  const me = await verified()
  const from = '203.0.113.79'
  const ask = (to: string) =>
    me.me.post(path, { current: PASSWORD, email: to }, { headers: { 'x-forwarded-for': from } })
  t.app.config = { ...config, env: 'production' }
  try {
    for (let n = 0; n < 29; n++)
      await limit(t.db, `signup:address:${networkOf(from)}`, 30, HOURS, t.clock.now())
    expect((await ask(email())).status).toBe(200)
    expect((await ask(email())).status).toBe(429)
  } finally {
    t.app.config = config
  }
})
