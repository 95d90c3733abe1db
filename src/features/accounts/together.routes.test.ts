import { and, eq, isNotNull } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type TestApp, testApp } from '#app/server/testing.ts'
import { hashPassword } from '#core/server/secrets.ts'
import { transaction } from '#core/server/work.ts'
import { resetByLink } from './commands.links.ts'
import { email, PASSWORD, signedUpTo, tokenIn, waitingFor } from './signUp.fixture.ts'
import { sessions, totp_secrets, users } from './table.ts'

/* What the owner of an account does at the same moment as somebody who knows the password that was: the owner's holds. */

let t: TestApp
let another: string
beforeAll(async () => {
  t = await testApp({ max: 12 })
  another = await hashPassword(NEW, { ip: 'tests' })
})
afterAll(() => t?.close())

const NEW = 'siete-tablas-11'
const THIEF = 'ocho-tablas-12'

const waiting = () => waitingFor(t.db)

async function verified() {
  const who = await signedUpTo(t)
  await t.db.update(users).set({ verified_at: t.clock.now().toISOString() }).where(eq(users.id, who.id))
  return who
}
type Who = Awaited<ReturnType<typeof verified>>

const enterWith = (username: string, password: string) =>
  t.anonymous.post('/api/auth/login/', { username, password })
async function resetLinkOf(me: Who): Promise<string> {
  await t.anonymous.post('/api/auth/password/reset/', { email: me.email })
  const mail = (await t.mails(me.email)).find(({ kind }) => kind === 'reset_password')
  return tokenIn(mail?.text ?? '')
}

/**
 * The owner's reset is written and not committed yet when somebody comes who has checked the password that was.
 * @returns what they are answered
 */
async function whileReset(me: Who, comes: () => Promise<Answer>): Promise<Answer> {
  const token = await resetLinkOf(me)
  let answer: Promise<Answer> | undefined
  await transaction(t.app, t.clock.now(), async (work) => {
    await resetByLink(work, token, another, null)
    answer = comes()
    // Until they are done, or wait for the owner.
    await Promise.race([answer, expect.poll(waiting, { timeout: 10_000 }).toBe(1)])
  })
  if (!answer) throw new Error('nobody came')
  return answer
}
/** The owner's password holds, and nobody is inside. */
async function isOwners(me: Who) {
  expect(await t.db.$count(sessions, eq(sessions.user_id, me.id))).toBe(0)
  const [user] = await t.db.select().from(users).where(eq(users.id, me.id))
  expect([user?.email, user?.password_hash]).toEqual([me.email, another])
  expect((await enterWith(me.email, NEW)).status).toBe(200)
}

describe('at the moment of a reset', () => {
  test('a log-in with the password that was opens nothing, and is answered like a wrong one', async () => {
    const me = await verified()
    const answer = await whileReset(me, () => enterWith(me.email, PASSWORD))
    expect([answer.status, answer.body.code]).toEqual([401, 'accounts.wrong_credentials'])
    await isOwners(me)
  })

  test('a change of password from a session that it ends is refused', async () => {
    const me = await verified()
    const answer = await whileReset(me, () =>
      me.me.post('/api/auth/password/change/', { current: PASSWORD, password: THIEF }),
    )
    expect(answer.status).toBe(401)
    await isOwners(me)
  })

  test('a change of e-mail from a session that it ends is refused', async () => {
    const me = await verified()
    const answer = await whileReset(me, () =>
      me.me.post('/api/auth/email/change/', { current: PASSWORD, email: email() }),
    )
    expect(answer.status).toBe(401)
    await isOwners(me)
  })

  test('no factor is added from a session that it ends', async () => {
    const me = await verified()
    const { secret } = (await me.me.post('/api/auth/factors/totp/')).body
    const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: t.clock.now().getTime(),
    })
    const answer = await whileReset(me, () => me.me.post('/api/auth/factors/totp/confirm/', { totp }))
    expect(answer.status).toBe(401)
    await isOwners(me)
    const on = isNotNull(totp_secrets.confirmed_at)
    expect(await t.db.$count(totp_secrets, and(eq(totp_secrets.user_id, me.id), on))).toBe(0)
  })

  test('the account is not deleted from a session that it ends', async () => {
    const me = await verified()
    const answer = await whileReset(me, () => me.me.post('/api/auth/deletion/', { password: PASSWORD }))
    expect(answer.status).toBe(401)
    const [user] = await t.db.select().from(users).where(eq(users.id, me.id))
    expect(user?.delete_at).toBeNull()
    await isOwners(me)
  })
})

describe('two at once', () => {
  test('a password that was hashed anew while it was checked lets its owner in all the same', async () => {
    const me = await verified()
    const anew = await hashPassword(PASSWORD, { ip: 'tests' })
    let answer: Promise<Answer> | undefined
    await t.db.transaction(async (db) => {
      await db.update(users).set({ password_hash: anew }).where(eq(users.id, me.id))
      answer = enterWith(me.email, PASSWORD)
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    })
    expect((await answer)?.status).toBe(200)
  })

  test('changes of the password from one session: one is taken, the others hear that it is another one', async () => {
    const me = await verified()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        me.me.post('/api/auth/password/change/', { current: PASSWORD, password: `nueve-tablas-${n}` }),
      ),
    )
    const taken = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect(taken).toHaveLength(1)
    const fields = answers.filter(({ status }) => status === 422).map(({ body }) => body.fields)
    expect(fields).toEqual(Array.from({ length: 7 }, () => ({ current: 'Esa no es tu contraseña' })))
    expect((await enterWith(me.email, `nueve-tablas-${taken[0]}`)).status).toBe(200)
  })

  test('a reset, log-ins and changes with the password that was: whoever is inside knows the one that is', async () => {
    for (let round = 0; round < 5; round++) {
      const me = await verified()
      const token = await resetLinkOf(me)
      const [reset, change, ...entered] = await Promise.all([
        t.anonymous.post('/api/auth/password/reset/confirm/', { token, password: NEW }),
        me.me.post('/api/auth/password/change/', { current: PASSWORD, password: THIEF }),
        ...Array.from({ length: 6 }, () => enterWith(me.email, PASSWORD)),
      ])
      // One of them was first; whoever came with the password that was, before it, is out.
      expect([reset.status, change.status]).toEqual(
        reset.status === 200 ? [200, expect.toBeOneOf([401, 422])] : [409, 200],
      )
      for (const { status, body } of entered)
        if (status === 200)
          expect((await t.as({ token: body.access }).get('/api/auth/sessions/')).status).toBe(401)
      expect((await enterWith(me.email, reset.status === 200 ? NEW : THIEF)).status).toBe(200)
    }
  })
})
