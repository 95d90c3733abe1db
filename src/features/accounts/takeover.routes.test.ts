import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { resetByLink } from './commands.links.ts'
import { type Somebody, startProvider } from './provider.fixture.ts'
import { email, PASSWORD, signedUpTo, student, tokenIn, waitingFor } from './signUp.fixture.ts'
import { identities, sessions, totp_secrets, users } from './table.ts'

/* Whoever had an account before the owner of its e-mail did stays in by nothing that they left behind. */

let provider: Awaited<ReturnType<typeof startProvider>>
let t: TestApp
beforeAll(async () => {
  provider = await startProvider(['http://tarima.test/signin'])
  t = await testApp({ max: 8, env: provider.env })
})
afterAll(async () => {
  await t?.close()
  await provider?.stop()
})

const THEIRS = 'otras-tablas-8'
let n = 0
const somebody = (more: Partial<Somebody> = {}): Somebody => ({
  sub: `taker-${++n}`,
  email: `intruso${n}@proveedor.test`,
  email_verified: true,
  name: `Intruso ${n}`,
  ...more,
})

/** Comes by the provider. @returns whose account that opened; null where they were asked for a new one */
async function comesByProvider(who: Somebody): Promise<{ id: number; token: string } | null> {
  provider.come(who)
  const { body } = await t.anonymous.post('/api/auth/identity/start/')
  const back = await provider.visit(body.url)
  const proof = { ...Object.fromEntries(back.searchParams), flow: body.flow }
  const { body: answer } = await t.anonymous.post('/api/auth/identity/', proof)
  if (answer.ask) return null
  const { body: me } = await t.as({ token: answer.access }).get('/api/auth/profile/')
  return { id: me.id, token: answer.access }
}
const linkTo = async (address: string, kind: string) =>
  tokenIn((await t.mails(address)).find((mail) => mail.kind === kind)?.text ?? '')
async function resets(address: string, password: string) {
  await t.anonymous.post('/api/auth/password/reset/', { email: address })
  const token = await linkTo(address, 'reset_password')
  const { status } = await t.anonymous.post('/api/auth/password/reset/confirm/', { token, password })
  expect(status).toBe(200)
}
const enter = (username: string, password: string) =>
  t.anonymous.post('/api/auth/login/', { username, password })

/** Somebody who signed up through the provider, got a password by a link, and took another one's e-mail. */
async function intruder() {
  const who = somebody()
  expect(await comesByProvider(who)).toBeNull()
  provider.come(who)
  const { body } = await t.anonymous.post('/api/auth/identity/start/')
  const back = await provider.visit(body.url)
  const proof = { ...Object.fromEntries(back.searchParams), flow: body.flow }
  const { ask } = (await t.anonymous.post('/api/auth/identity/', proof)).body
  const account = { ticket: ask.ticket, account_type: 'TALENT_HUNTER', name: who.name, terms: true }
  expect((await t.anonymous.post('/api/auth/identity/account/', account)).status).toBe(200)
  await resets(who.email, THEIRS)
  // Linked anew, as whoever gives themself a password is.
  const inside = await comesByProvider(who)
  if (!inside) throw new Error('not linked anew')
  const victim = email()
  // As where the one before was never proved: what isn't proved is changed at once.
  await t.db.update(users).set({ verified_at: null }).where(eq(users.id, inside.id))
  const change = { current: THEIRS, email: victim }
  expect((await t.as(inside).post('/api/auth/email/change/', change)).status).toBe(200)
  return { who, victim, id: inside.id }
}
/** As accounts are that changed their e-mail while links were left standing. */
const linkedStill = (user_id: number, { sub }: Somebody) =>
  t.db.insert(identities).values({ user_id, issuer: provider.issuer, subject: sub }).onConflictDoNothing()
const isLinked = async (user_id: number) =>
  (await t.db.$count(identities, eq(identities.user_id, user_id))) > 0

describe('an identity of a provider', () => {
  test('opens no account whose e-mail became another one, nor after its owner took it', async () => {
    const { who, victim, id } = await intruder()
    expect(await comesByProvider(who)).toBeNull()
    await resets(victim, PASSWORD)
    const { body } = await enter(victim, PASSWORD)
    const change = { current: PASSWORD, password: 'siete-tablas-11' }
    expect((await t.as({ token: body.access }).post('/api/auth/password/change/', change)).status).toBe(200)
    expect(await comesByProvider(who)).toBeNull()
    expect(await isLinked(id)).toBe(false)
  })

  test('is put out for good by a reset; whoever owns the e-mail is linked anew when they come', async () => {
    const me = await signedUpTo(t)
    const left = somebody()
    await linkedStill(me.id, left)
    expect((await comesByProvider(left))?.id).toBe(me.id)
    await resets(me.email, 'siete-tablas-11')
    expect(await comesByProvider(left)).toBeNull()
    const owner = somebody({ email: me.email })
    expect((await comesByProvider(owner))?.id).toBe(me.id)
    expect((await comesByProvider({ ...owner, email: 'otro@proveedor.test' }))?.id).toBe(me.id)
  })

  test('is put out when the e-mail is proved by the link of a letter, and none that came afterwards is', async () => {
    const me = await signedUpTo(t)
    const left = somebody()
    await linkedStill(me.id, left)
    const token = await linkTo(me.email, 'verify_email')
    expect((await t.anonymous.post('/api/auth/verify-email/', { token })).status).toBe(200)
    expect(await comesByProvider(left)).toBeNull()
    const owner = somebody({ email: me.email })
    expect((await comesByProvider(owner))?.id).toBe(me.id)
    expect(await isLinked(me.id)).toBe(true)
  })

  test('is put out when the owner of the e-mail comes by the provider first', async () => {
    const { who, victim, id } = await intruder()
    await linkedStill(id, who)
    const owner = somebody({ email: victim })
    expect((await comesByProvider(owner))?.id).toBe(id)
    expect(await comesByProvider(who)).toBeNull()
    expect((await enter(victim, THEIRS)).status).toBe(401)
    expect((await comesByProvider(owner))?.id).toBe(id)
  })

  test('opens nothing at the moment of a reset', async () => {
    const me = await signedUpTo(t)
    const left = somebody()
    await linkedStill(me.id, left)
    await t.anonymous.post('/api/auth/password/reset/', { email: me.email })
    const token = await linkTo(me.email, 'reset_password')
    let opened: Promise<unknown> | undefined
    await transaction(t.app, t.clock.now(), async (work) => {
      await resetByLink(work, token, 'of the owner', null)
      opened = comesByProvider(left)
      // Until they are in, or wait for the owner.
      await Promise.race([opened, expect.poll(() => waitingFor(t.db), { timeout: 10_000 }).toBe(1)])
    })
    expect(await opened).toBeNull()
    expect(await t.db.$count(sessions, eq(sessions.user_id, me.id))).toBe(0)
  })

  test('stays where the e-mail is “changed” to the one that it is', async () => {
    const owner = somebody()
    const me = await signedUpTo(t, { email: owner.email })
    const inside = await comesByProvider(owner)
    await resets(owner.email, PASSWORD)
    const again = await comesByProvider(owner)
    expect([inside?.id, again?.id]).toEqual([me.id, me.id])
    const same = { current: PASSWORD, email: owner.email.toUpperCase() }
    expect((await t.as({ token: again?.token ?? '' }).post('/api/auth/email/change/', same)).status).toBe(200)
    expect(await isLinked(me.id)).toBe(true)
  })
})

describe('a sign-in that waits for its second step', () => {
  const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: t.clock.now().getTime() })

  /** Somebody who has a second factor, and a sign-in with their password that waits for it. */
  async function withTicket() {
    const body = student()
    const me = await signedUpTo(t, body)
    const at = t.clock.now().toISOString()
    await t.db.update(users).set({ verified_at: at }).where(eq(users.id, me.id))
    await t.db.insert(totp_secrets).values({ user_id: me.id, secret: SECRET, confirmed_at: at })
    const { ticket } = (await enter(me.email, me.password)).body.second_factor
    const finish = () => t.anonymous.post('/api/auth/login/second/', { ticket, totp: code() })
    return { me, finish }
  }

  test('opens nothing once the e-mail was proved by the link of a letter', async () => {
    const { me, finish } = await withTicket()
    await t.db.update(users).set({ verified_at: null }).where(eq(users.id, me.id))
    const token = await linkTo(me.email, 'verify_email')
    expect((await t.anonymous.post('/api/auth/verify-email/', { token })).status).toBe(200)
    expect((await finish()).body.code).toBe('accounts.ticket_expired')
  })

  test('opens nothing once the password was reset', async () => {
    const { me, finish } = await withTicket()
    await resets(me.email, 'siete-tablas-11')
    expect((await finish()).body.code).toBe('accounts.ticket_expired')
  })

  test('opens nothing once the password or the e-mail was changed, or the others were signed out', async () => {
    for (const [path, body] of [
      ['/api/auth/password/change/', { current: PASSWORD, password: 'siete-tablas-11' }],
      ['/api/auth/email/change/', { current: PASSWORD, email: email() }],
      ['/api/auth/sessions/revoke-others/', {}],
    ] as const) {
      const { me, finish } = await withTicket()
      if ('email' in body) await t.db.update(users).set({ verified_at: null }).where(eq(users.id, me.id))
      const done = await me.me.post(path, body)
      expect([path, done.status]).toEqual([path, 200])
      expect((await finish()).body.code).toBe('accounts.ticket_expired')
    }
  })

  test('opens a session otherwise', async () => {
    const { finish } = await withTicket()
    expect((await finish()).status).toBe(200)
  })
})
