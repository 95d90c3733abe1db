import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { MINUTE } from '#core/contract/time.ts'
import { deletionsIn, PASSWORD } from './deletion.fixture.ts'
import { tokenIn } from './signUp.fixture.ts'
import { recovery_codes, sessions, sign_in_tickets, totp_secrets, users } from './table.ts'

/* Second factors: codes of an app, the recovery codes, and signing in with them. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterAll(() => t?.close())
const { someone, goes } = deletionsIn(() => t)

const STEP = 30_000
/** What an app shows for a secret, so many steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: t.clock.now().getTime() + steps * STEP,
  })
const other = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))

/** Somebody whose app makes codes; the clock stands where none was used. */
async function withTotp(language: 'es' | 'en' = 'es') {
  const who = await someone('STUDENT', { language })
  const { secret } = (await who.post('/api/auth/factors/totp/')).body
  const on = await who.post('/api/auth/factors/totp/confirm/', { totp: codeOf(secret) })
  expect(on.status).toBe(200)
  t.clock.move(2 * STEP)
  return { who, secret: secret as string, codes: on.body.recovery_codes as string[] }
}
const enter = (who: Person) =>
  t.anonymous.post('/api/auth/login/', { username: who.email, password: PASSWORD, remember: true })
const ticketOf = async (who: Person) => (await enter(who)).body.second_factor.ticket as string
const second = (body: object) => t.anonymous.post('/api/auth/login/second/', body)
const kindsTo = async (to: string) => (await t.mails(to)).map(({ kind }) => kind)

describe('codes of an app', () => {
  test('count once one was right; then there are recovery codes, other sessions end, and it is told', async () => {
    const ana = await someone('STUDENT')
    const elsewhere = t.as({ token: await t.session(ana.id) })
    expect((await ana.get('/api/auth/factors/')).body).toEqual({
      passkeys: [],
      totp_since: null,
      recovery_left: 0,
    })
    const { secret, uri } = (await ana.post('/api/auth/factors/totp/')).body
    expect(uri).toContain(`secret=${secret}`)
    expect(decodeURIComponent(uri)).toContain(`Tarima:${ana.email}`)
    expect((await enter(ana)).body).toEqual({ access: expect.any(String) })
    const wrong = await ana.post('/api/auth/factors/totp/confirm/', { totp: other(codeOf(secret)) })
    expect([wrong.status, wrong.body.fields]).toEqual([
      422,
      { totp: 'Ese código no sirve, o ya se usó. Espera al siguiente' },
    ])
    const code = codeOf(secret)
    const on = await ana.post('/api/auth/factors/totp/confirm/', {
      totp: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect(on.status).toBe(200)
    expect(new Set(on.body.recovery_codes).size).toBe(10)
    expect((await ana.get('/api/auth/factors/')).body).toEqual({
      passkeys: [],
      totp_since: expect.any(String),
      recovery_left: 10,
    })
    expect((await elsewhere.get('/api/auth/factors/')).status).toBe(401)
    expect(await kindsTo(ana.email)).toContain('totp_added')
    expect((await ana.post('/api/auth/factors/totp/')).body.code).toBe('accounts.totp_on')
    const stored = JSON.stringify(await t.db.select().from(recovery_codes))
    expect(stored).not.toContain(on.body.recovery_codes[0].replaceAll('-', ''))
  })

  test('are turned off with a fresh proof, which is a code; the recovery codes go with them', async () => {
    const { who, secret } = await withTotp()
    const proved_at = new Date(t.clock.now().getTime() - 60 * MINUTE).toISOString()
    await t.db.update(sessions).set({ proved_at }).where(eq(sessions.user_id, who.id))
    expect((await who.delete('/api/auth/factors/totp/')).body.code).toBe('access.proof_needed')
    expect((await who.get('/api/auth/proof/')).body.ways).toEqual(['totp', 'recovery'])
    // The password alone proves nothing any more.
    expect((await who.post('/api/auth/proof/', { password: PASSWORD })).status).toBe(422)
    expect((await who.post('/api/auth/proof/', { totp: codeOf(secret) })).status).toBe(200)
    expect((await who.delete('/api/auth/factors/totp/')).status).toBe(200)
    expect((await who.get('/api/auth/factors/')).body).toEqual({
      passkeys: [],
      totp_since: null,
      recovery_left: 0,
    })
    expect((await enter(who)).body).toEqual({ access: expect.any(String) })
    expect(await kindsTo(who.email)).toContain('totp_removed')
    expect((await who.delete('/api/auth/factors/totp/')).body.code).toBe('accounts.totp_off')
  })

  test('are what the account is deleted with: the password alone is not enough', async () => {
    const { who, secret } = await withTotp()
    const proved_at = new Date(t.clock.now().getTime() - 20 * MINUTE).toISOString()
    await t.db.update(sessions).set({ proved_at }).where(eq(sessions.user_id, who.id))
    const refused = await who.post('/api/auth/deletion/', { password: PASSWORD })
    expect([refused.status, refused.body.code]).toEqual([403, 'access.proof_needed'])
    expect((await who.post('/api/auth/proof/', { totp: codeOf(secret) })).status).toBe(200)
    expect((await who.post('/api/auth/deletion/', { password: PASSWORD })).status).toBe(200)
  })
})

describe('signing in with a second factor', () => {
  test('answers a ticket first, and then the session as ever', async () => {
    const { who, secret } = await withTotp()
    const first = await enter(who)
    expect(first.body).toEqual({
      second_factor: { ticket: expect.any(String), ways: ['totp', 'recovery'] },
    })
    // Nobody is known by it yet.
    expect(first.headers['set-cookie']).toBeUndefined()
    const { ticket } = first.body.second_factor
    expect(JSON.stringify(await t.db.select().from(sign_in_tickets))).not.toContain(ticket)
    expect((await t.as({ token: ticket }).get('/api/auth/profile/')).status).toBe(401)
    expect((await second({ ticket })).body.fields).toEqual({ totp: 'Este campo es requerido' })
    const done = await second({ ticket, totp: codeOf(secret) })
    expect([done.status, done.body]).toEqual([200, { access: expect.any(String) }])
    expect((await t.as({ token: done.body.access }).get('/api/auth/profile/')).status).toBe(200)
    expect((await second({ ticket, totp: codeOf(secret, 1) })).body.code).toBe('accounts.ticket_expired')
  })

  test('takes the codes of the step before and after, each once, and none older than one that was used', async () => {
    const { who, secret } = await withTotp()
    const now = codeOf(secret)
    const late = codeOf(secret, -1)
    expect((await second({ ticket: await ticketOf(who), totp: codeOf(secret, -2) })).status).toBe(422)
    const uses = await Promise.all(
      (await Promise.all([1, 2, 3].map(() => ticketOf(who)))).map((ticket) => second({ ticket, totp: now })),
    )
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect((await second({ ticket: await ticketOf(who), totp: late })).status).toBe(422)
    expect((await second({ ticket: await ticketOf(who), totp: codeOf(secret, 1) })).status).toBe(200)
  })

  test('a ticket has five tries and five minutes, and strangers to an account ten wrong codes and then one an hour', async () => {
    const { who, secret } = await withTotp()
    const guess = async (ticket: string) => (await second({ ticket, totp: other(codeOf(secret)) })).status
    const ticket = await ticketOf(who)
    for (let n = 0; n < 5; n++) expect(await guess(ticket)).toBe(422)
    expect(await guess(ticket)).toBe(409)
    const next = await ticketOf(who)
    for (let n = 0; n < 5; n++) expect(await guess(next)).toBe(422)
    expect((await second({ ticket: await ticketOf(who), totp: codeOf(secret) })).status).toBe(429)
    t.clock.move(15 * MINUTE)
    expect((await second({ ticket: await ticketOf(who), totp: codeOf(secret) })).status).toBe(429)
    t.clock.move(45 * MINUTE)
    // What was right isn't counted.
    for (const step of [-1, 0, 1])
      expect((await second({ ticket: await ticketOf(who), totp: codeOf(secret, step) })).status).toBe(200)
    expect(await guess(await ticketOf(who))).toBe(422)
    expect(await guess(await ticketOf(who))).toBe(429)
    const slow = await ticketOf(who)
    t.clock.move(5 * MINUTE)
    expect((await second({ ticket: slow, totp: codeOf(secret) })).body.code).toBe('accounts.ticket_expired')
    await t.app.jobs.runSweeps()
    expect(await t.db.$count(sign_in_tickets)).toBe(0)
  })

  test('whoever knows the password keeps nobody else out by wrong codes', async () => {
    const { who, secret, codes } = await withTotp()
    const first = await second({ ticket: await ticketOf(who), totp: codeOf(secret) })
    const known = { cookie: String(first.headers['set-cookie']).split(';')[0] ?? '' }
    const inside = t.as({ token: first.body.access })
    t.clock.move(2 * STEP)
    const wrong = () => other(codeOf(secret))
    for (let n = 0; n < 10; n++)
      expect((await second({ ticket: await ticketOf(who), totp: wrong() })).status).toBe(422)
    const refused = await second({ ticket: await ticketOf(who), totp: codeOf(secret, -1) })
    expect([refused.status, refused.body.code]).toEqual([429, 'accounts.many_codes'])

    // In a session, in a browser that is known, and with a recovery code anywhere they go on.
    expect((await inside.post('/api/auth/proof/', { totp: codeOf(secret, -1) })).status).toBe(200)
    const atHome = async (totp: string) =>
      t.anonymous.post('/api/auth/login/second/', { ticket: await ticketOf(who), totp }, { headers: known })
    expect((await atHome(codeOf(secret))).status).toBe(200)
    expect((await second({ ticket: await ticketOf(who), recovery: codes[0] })).status).toBe(200)

    // Each of them is counted for itself.
    for (let n = 0; n < 10; n++)
      expect((await inside.post('/api/auth/proof/', { totp: wrong() })).status).toBe(422)
    expect((await inside.post('/api/auth/proof/', { totp: codeOf(secret, 1) })).status).toBe(429)
    for (let n = 0; n < 10; n++) expect((await atHome(wrong())).status).toBe(422)
    expect((await atHome(codeOf(secret, 1))).status).toBe(429)
  })

  test('the link of a verification letter asks for it too', async () => {
    const { who } = await withTotp()
    const email = `otra-${who.id}@correo.test`
    await t.db.update(users).set({ verified_at: null }).where(eq(users.id, who.id))
    const change = await who.post('/api/auth/email/change/', { current: PASSWORD, email })
    expect([change.status, change.body]).toEqual([200, { email, email_waits: null }])
    const [mail] = (await t.mails(email)).filter(({ kind }) => kind === 'verify_email')
    const token = tokenIn(mail?.text ?? '')
    const { body } = await t.anonymous.post('/api/auth/verify-email/', { token })
    expect(Object.keys(body)).toEqual(['second_factor'])
  })

  test('a reset of the password leaves it', async () => {
    const { who, secret } = await withTotp()
    await t.anonymous.post('/api/auth/password/reset/', { email: who.email })
    const [mail] = (await t.mails(who.email)).filter(({ kind }) => kind === 'reset_password')
    const token = tokenIn(mail?.text ?? '')
    await t.anonymous.post('/api/auth/password/reset/confirm/', { token, password: PASSWORD })
    const { body } = await enter(who)
    expect(Object.keys(body)).toEqual(['second_factor'])
    const { ticket } = body.second_factor
    expect((await second({ ticket, totp: codeOf(secret) })).status).toBe(200)
  })
})

describe('recovery codes', () => {
  test('stand in for the app, each once however it is typed, and it is told', async () => {
    const { who, codes } = await withTotp()
    const [code = '', next = ''] = codes
    const uses = await Promise.all(
      (await Promise.all([1, 2, 3].map(() => ticketOf(who)))).map((ticket) =>
        second({ ticket, recovery: ` ${code.toUpperCase().replaceAll('-', ' ')}` }),
      ),
    )
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(await kindsTo(who.email)).toContain('recovery_used')
    expect((await who.get('/api/auth/factors/')).body.recovery_left).toBe(9)
    const made = (await who.post('/api/auth/factors/recovery/')).body.recovery_codes
    expect(made).toHaveLength(10)
    const old = await second({ ticket: await ticketOf(who), recovery: next })
    expect(old.body.fields).toEqual({ recovery: 'Ese código no es tuyo, o ya se usó' })
    expect((await second({ ticket: await ticketOf(who), recovery: made[0] })).status).toBe(200)
  })

  test('are of no use to others, nor to whoever has no second factor', async () => {
    const { codes } = await withTotp()
    const { who: other } = await withTotp()
    expect((await second({ ticket: await ticketOf(other), recovery: codes[0] })).status).toBe(422)
    const without = await someone('STUDENT')
    expect((await without.post('/api/auth/factors/recovery/')).body.code).toBe('accounts.totp_off')
  })
})

test('a deleted account keeps none of it', async () => {
  const { who } = await withTotp()
  await enter(who)
  await goes(who)
  for (const table of [totp_secrets, recovery_codes, sign_in_tickets])
    expect(await t.db.$count(table, eq(table.user_id, who.id))).toBe(0)
})
