import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
import { deletionsIn, PASSWORD } from './deletion.fixture.ts'
import { authenticator } from './passkey.fixture.ts'
import { warnings } from './queues.ts'
import { email, student, tokenIn } from './signUp.fixture.ts'
import { passkeys, recovery_codes } from './table.ts'

/* "This wasn't me": the letter that tells of a new factor takes it back. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterEach(() => t?.clock.reset())
afterAll(() => t?.close())
const { someone } = deletionsIn(() => t)

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.clock.now().getTime() })
const enter = (username: string, password = PASSWORD) =>
  t.anonymous.post('/api/auth/login/', { username, password })
const letterOf = async (to: string, kind: string) =>
  (await t.mails(to)).find((mail) => mail.kind === kind)?.text ?? ''
const undo = (token: string) => t.anonymous.post('/api/auth/factors/not-me/', { token })
const choose = (token: string, password: string) =>
  t.anonymous.post('/api/auth/password/reset/confirm/', { token, password })

/** Somebody who knows the password signs in and adds codes of their own app. */
async function thiefOf(owner: Person) {
  const thief = t.as({ token: (await enter(owner.email)).body.access })
  const { secret } = (await thief.post('/api/auth/factors/totp/')).body
  expect((await thief.post('/api/auth/factors/totp/confirm/', { totp: codeOf(secret) })).status).toBe(200)
  return { thief, secret: secret as string }
}
/** Somebody who knows the password has the account use their own e-mail. */
async function emailTaken(owner: Person) {
  const thief = t.as({ token: (await enter(owner.email)).body.access })
  const theirs = email()
  await thief.post('/api/auth/email/change/', { current: PASSWORD, email: theirs })
  const token = tokenIn(await letterOf(theirs, 'new_email'))
  expect((await t.anonymous.post('/api/auth/email/change/confirm/', { token })).status).toBe(200)
  return { thief, theirs }
}
const keyOf = (user_id: number, created_at: Date) =>
  t.db.insert(passkeys).values({
    user_id,
    credential_id: `key-${user_id}-${created_at.getTime()}`,
    public_key: 'none',
    counter: 0,
    transports: [],
    created_at: created_at.toISOString(),
  })

describe('the link of a letter that tells of a new factor', () => {
  test('gives the account back to its owner, whatever who added it did afterwards', async () => {
    const owner = await someone('STUDENT')
    const { thief } = await thiefOf(owner)
    const theirs = email()
    await thief.post('/api/auth/email/change/', { current: PASSWORD, email: theirs })
    const link = tokenIn(await letterOf(theirs, 'new_email'))
    expect((await t.anonymous.post('/api/auth/email/change/confirm/', { token: link })).status).toBe(200)
    const changed = { current: PASSWORD, password: 'es-del-otro-10' }
    expect((await thief.post('/api/auth/password/change/', changed)).status).toBe(200)

    const text = await letterOf(owner.email, 'totp_added')
    expect(text).toContain('http://tarima.test/not-me?token=')
    expect(text).toContain('Sirve una vez, durante 14 días.')
    const undone = await undo(tokenIn(text))
    expect([undone.status, Object.keys(undone.body)]).toEqual([200, ['reset']])
    expect((await thief.get('/api/auth/sessions/')).status).toBe(401)
    for (const to of [owner.email, theirs])
      expect((await enter(to, changed.password)).status, 'before another password is chosen').toBe(401)
    expect((await choose(undone.body.reset, 'seis-tablas-10')).status).toBe(200)
    const back = await enter(owner.email, 'seis-tablas-10')
    expect(Object.keys(back.body)).toEqual(['access'])
    const me = t.as({ token: back.body.access })
    expect((await me.get('/api/auth/credentials/')).body.email).toBe(owner.email)
    expect((await me.get('/api/auth/factors/')).body).toEqual({
      passkeys: [],
      totp_since: null,
      recovery_left: 0,
    })
    expect(await letterOf(owner.email, 'totp_removed')).not.toBe('')
  })

  test('takes what was added since, and leaves what was there before', async () => {
    const owner = await someone('STUDENT')
    const before = new Date(t.clock.now().getTime() - 2 * DAY)
    await keyOf(owner.id, before)
    await t.db
      .insert(recovery_codes)
      .values({ user_id: owner.id, code_hash: 'one', created_at: before.toISOString() })
    const { secret } = (await owner.post('/api/auth/factors/totp/')).body
    await owner.post('/api/auth/factors/totp/confirm/', { totp: codeOf(secret) })
    // One that came moments before, and one that came days after.
    await keyOf(owner.id, new Date(t.clock.now().getTime() - HOUR / 2))
    await keyOf(owner.id, new Date(t.clock.now().getTime() + 3 * DAY))
    t.clock.move(4 * DAY)
    expect((await undo(tokenIn(await letterOf(owner.email, 'totp_added')))).status).toBe(200)
    const left = await t.db.select().from(passkeys).where(eq(passkeys.user_id, owner.id))
    expect(left.map(({ created_at }) => created_at)).toEqual([before.toISOString()])
    expect(await t.db.$count(recovery_codes, eq(recovery_codes.user_id, owner.id))).toBe(1)
    expect(await letterOf(owner.email, 'passkey_removed')).not.toBe('')
  })

  test('brings an e-mail back that was changed before a factor was added; nobody else has it meanwhile', async () => {
    const owner = await someone('STUDENT')
    const { thief, theirs } = await emailTaken(owner)
    const other = await someone('STUDENT')
    // From that moment on, and when the letter is there.
    const refused = async () => {
      for (const asked of [
        await t.anonymous.post('/api/auth/signup', student({ email: owner.email })),
        await other.post('/api/auth/email/change/', { current: PASSWORD, email: owner.email }),
      ])
        expect([asked.status, Object.keys(asked.body.fields)]).toEqual([422, ['email']])
    }
    await refused()
    const { secret } = (await thief.post('/api/auth/factors/totp/')).body
    expect((await thief.post('/api/auth/factors/totp/confirm/', { totp: codeOf(secret) })).status).toBe(200)
    expect(await letterOf(owner.email, 'totp_added')).toBe('')
    const text = await letterOf(owner.email, 'email_changed')
    expect(text).toContain('devuelve este correo a tu cuenta')
    await refused()
    const undone = await undo(tokenIn(text))
    expect((await choose(undone.body.reset, 'seis-tablas-10')).status).toBe(200)
    expect(Object.keys((await enter(owner.email, 'seis-tablas-10')).body)).toEqual(['access'])
    // What stood in the other mailbox all the time.
    expect((await undo(tokenIn(await letterOf(theirs, 'totp_added')))).status).toBe(409)
  })

  test('isn’t in a letter that comes late, when what it tells of was taken back', async () => {
    const owner = await someone('STUDENT')
    const to = email()
    const late = { user_id: owner.id, news: 'totp_added' as const, at: t.clock.now().toISOString(), to }
    await thiefOf(owner)
    expect((await undo(tokenIn(await letterOf(owner.email, 'totp_added')))).status).toBe(200)
    // Their own new one doesn't make it true again.
    await keyOf(owner.id, t.clock.now())
    await transaction(t.app, t.clock.now(), async (work) => {
      await enqueue(work, warnings, late)
      await enqueue(work, warnings, { ...late, news: 'email_changed' })
    })
    expect(await t.mails(to)).toEqual([])
  })

  test('comes with the first passkey too', async () => {
    const owner = await someone('STUDENT')
    const thief = t.as({ token: (await enter(owner.email)).body.access })
    const options = (await thief.post('/api/auth/factors/passkeys/')).body
    const passkey = authenticator(new URL(t.app.config.public_url).origin).make(options)
    expect((await thief.post('/api/auth/factors/passkeys/confirm/', { passkey })).status).toBe(200)
    expect(Object.keys((await enter(owner.email)).body)).toEqual(['second_factor'])
    const undone = await undo(tokenIn(await letterOf(owner.email, 'passkey_added')))
    expect((await choose(undone.body.reset, 'seis-tablas-10')).status).toBe(200)
    expect(Object.keys((await enter(owner.email, 'seis-tablas-10')).body)).toEqual(['access'])
    expect(await t.db.$count(recovery_codes, eq(recovery_codes.user_id, owner.id))).toBe(0)
  })

  test('comes however many other letters somebody was made to get', async () => {
    const owner = await someone('STUDENT')
    const thief = t.as({ token: (await enter(owner.email)).body.access })
    let password = PASSWORD
    for (let n = 0; n < 11; n++) {
      const body = { current: password, password: `otras-tablas-${n}x` }
      expect((await thief.post('/api/auth/password/change/', body)).status).toBe(200)
      password = body.password
    }
    const { secret } = (await thief.post('/api/auth/factors/totp/')).body
    await thief.post('/api/auth/factors/totp/confirm/', { totp: codeOf(secret) })
    expect((await undo(tokenIn(await letterOf(owner.email, 'totp_added')))).status).toBe(200)
  })

  test('works once, for 14 days', async () => {
    const owner = await someone('STUDENT')
    await thiefOf(owner)
    const token = tokenIn(await letterOf(owner.email, 'totp_added'))
    t.clock.move(14 * DAY - HOUR)
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await undo(token)).body).toEqual({
      code: 'accounts.link_used',
      message: 'Este enlace ya se usó o venció. Pide uno nuevo.',
    })
    const other = await someone('STUDENT')
    await thiefOf(other)
    const late = tokenIn(await letterOf(other.email, 'totp_added'))
    t.clock.move(14 * DAY + HOUR)
    expect((await undo(late)).status).toBe(409)
    expect((await undo('x'.repeat(43))).status).toBe(409)
    expect((await undo('corto')).status).toBe(422)
  })

  test('is of no use for anything else, and no other link is of use here', async () => {
    const owner = await someone('STUDENT')
    await thiefOf(owner)
    const token = tokenIn(await letterOf(owner.email, 'totp_added'))
    expect((await choose(token, 'seis-tablas-10')).status).toBe(409)
    expect((await t.anonymous.post('/api/auth/verify-email/', { token })).status).toBe(409)
    await t.anonymous.post('/api/auth/password/reset/', { email: owner.email })
    const reset = tokenIn(await letterOf(owner.email, 'reset_password'))
    expect((await undo(reset)).status).toBe(409)
    expect((await choose(reset, 'seis-tablas-10')).status).toBe(200)
    // A new password alone leaves the factor, so the link works still.
    expect((await undo(token)).status).toBe(200)
  })
})
