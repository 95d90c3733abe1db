import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { lessonOf, teacher } from '#features/lessons/scene.fixture.ts'
import { lessons } from '#features/lessons/table.ts'
import { createMailToken } from './commands.tokens.ts'
import { mayBeRecorded } from './queries.minors.ts'
import { PASSWORD, signedUpTo, student, tokenIn } from './signUp.fixture.ts'
import { minors } from './table.minors.ts'
import { mail_tokens, users } from './table.ts'

/* A minor's account: closed until the adult they named says yes, and closed again when that is taken back. */

const NOW = '2026-11-28T15:00:00.000Z'
let t: TestApp
let n = 0
const BORN = '2013-05-20'

beforeAll(async () => {
  t = await testApp({ now: NOW })
})
afterAll(() => t?.close())

const guardian = () => `adulto${++n}@correo.test`
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
/** The newest letter of a kind to somebody. */
async function letterTo(to: string, kind: string) {
  return (await t.mails(to)).find((one) => one.kind === kind)
}
const row = async (user_id: number) =>
  (await t.db.select().from(minors).where(eq(minors.user_id, user_id)))[0]
const account = async (id: number) => (await t.db.select().from(users).where(eq(users.id, id)))[0]
const part = (token: string) => t.anonymous.get(`/api/guardian/?${new URLSearchParams({ token })}`)
const answer = (token: string, more: object) => t.anonymous.post('/api/guardian/', { token, ...more })
const YES = { step: 'confirm', guardian_name: 'Marta Pérez', declares: true }

/** Where the links lie that adults of somebody have got. */
const linksOf = async (user_id: number) => {
  const of = and(eq(mail_tokens.user_id, user_id), eq(mail_tokens.kind, 'guardian'))
  return (await t.db.select().from(mail_tokens).where(of)).map((one) => one.email)
}

/** Somebody under age, verified, with the token of their adult's letter. */
async function minor(more: object = {}) {
  const guardian_email = guardian()
  const one = await signedUpTo(t, { birth_date: BORN, guardian_email, ...more })
  await t.db.update(users).set({ verified_at: NOW }).where(eq(users.id, one.id))
  const letter = await letterTo(guardian_email, 'guardian_asked')
  return { ...one, guardian_email, letter, token: tokenIn(letter?.text ?? '') }
}

describe('signing up to learn', () => {
  test('keeps nothing of who is of age', async () => {
    for (const more of [
      { birth_date: '1990-01-01' },
      { birth_date: '2008-11-28', guardian_email: guardian() },
    ]) {
      const one = await signedUpTo(t, more)
      expect(await row(one.id)).toBeUndefined()
      expect(await linksOf(one.id)).toEqual([])
      expect((await one.me.get('/auth/profile')).body.awaits_guardian).toBe(false)
      expect((await one.me.get('/api/auth/guardian/')).body).toEqual({ guardian: null })
    }
  })
  test.each([
    ['no birth date', { birth_date: undefined }, 'birth_date'],
    ['no adult', { birth_date: BORN }, 'guardian_email'],
    [
      'themself as adult',
      { birth_date: BORN, guardian_email: 'yo@correo.test', email: 'YO@correo.test' },
      'guardian_email',
    ],
    ['a day to come', { birth_date: '2026-12-01', guardian_email: 'a@correo.test' }, 'birth_date'],
    ['no day', { birth_date: '2013-02-30', guardian_email: 'a@correo.test' }, 'birth_date'],
    ['no e-mail', { birth_date: BORN, guardian_email: 'nadie' }, 'guardian_email'],
  ])('refuses %s', async (_what, more, field) => {
    const body = student(more)
    const said = await t.anonymous.post('/auth/signup', body)
    expect(said.status).toBe(422)
    expect(Object.keys(said.body.fields)).toEqual([field])
    expect(await t.db.select().from(users).where(eq(users.email, body.email))).toEqual([])
  })
  test('asks the adult by a letter, in the words of the minor’s language', async () => {
    const one = await minor({ name: 'Sofía Ramos', language: 'en' })
    expect(one.letter?.subject).toBe('Sofía Ramos needs your permission on Tarima')
    expect(one.token).toHaveLength(43)
    expect(one.letter?.text).not.toContain(one.email)
  })
})

describe('until the adult says yes', () => {
  test('every call but those about one’s own sign-in is refused', async () => {
    const { me, id, guardian_email } = await minor()
    for (const path of ['/api/lessons/desk/', '/api/threads/', '/notifications/', '/api/lessons/practice/'])
      expect(refusal(await me.get(path)), path).toEqual([403, 'access.guardian_awaited'])
    expect(refusal(await me.post('/api/threads/', { lesson_id: 1 }))).toEqual([
      403,
      'access.guardian_awaited',
    ])
    expect((await me.get('/auth/profile')).body).toMatchObject({ verified: true, awaits_guardian: true })
    expect((await me.get('/api/auth/guardian/')).body).toEqual({
      guardian: {
        ...{
          guardian_email,
          state: 'awaited',
          asked_at: expect.stringMatching(/^2026-11-28T15:/),
          adult_on: '2031-05-20',
        },
        closes_on: '2026-12-28',
      },
    })
    expect((await me.post('/auth/logout/')).status).toBe(200)
    expect((await row(id))?.confirmed_at).toBeNull()
  })
  test('they may write again, or to another adult, whose link is then the only one', async () => {
    const { me, token, email, id } = await minor()
    const ask = (guardian_email: string) => me.post('/api/auth/guardian/', { guardian_email })
    const other = guardian()
    expect((await t.anonymous.post('/api/auth/guardian/', { guardian_email: other })).status).toBe(401)
    expect((await ask(other)).status).toBe(429)
    t.clock.set(new Date(Date.parse(NOW) + 2 * MINUTE))
    expect((await ask('nadie')).status).toBe(422)
    expect((await ask(email.replace('@', '+2@'))).body.fields).toHaveProperty('guardian_email')
    expect((await ask(other)).body).toMatchObject({ guardian: { guardian_email: other }, retry_after: 60 })
    expect(refusal(await part(token))).toEqual([409, 'accounts.guardian_link'])
    expect(await linksOf(id)).toEqual([])
    const letter = await letterTo(other, 'guardian_asked')
    expect((await part(tokenIn(letter?.text ?? ''))).status).toBe(200)
    t.clock.set(new Date(NOW))
  })
  test('who needs no adult, or whose adult has answered, asks for none', async () => {
    const adult = await signedUpTo(t, {})
    expect(refusal(await adult.me.post('/api/auth/guardian/', { guardian_email: guardian() }))).toEqual([
      409,
      'accounts.guardian_answered',
    ])
    const one = await minor()
    await answer(one.token, YES)
    expect(refusal(await one.me.post('/api/auth/guardian/', { guardian_email: guardian() }))).toEqual([
      409,
      'accounts.guardian_answered',
    ])
  })
  test('an account that nobody opens in thirty days is to be deleted', async () => {
    const one = await minor()
    await t.app.jobs.runSweeps(new Date(Date.parse(NOW) + 29 * DAY))
    expect((await account(one.id))?.delete_at).toBeNull()
    const late = new Date(Date.parse(NOW) + 30 * DAY + HOUR)
    await t.app.jobs.runSweeps(late)
    expect((await account(one.id))?.delete_at).toBe(new Date(late.getTime() + 14 * DAY).toISOString())
    expect((await letterTo(one.email, 'guardian_missing'))?.text).toContain('puedes escribirle otra vez')
    // Within the grace the adult may still open it.
    t.clock.set(new Date(late.getTime() + DAY))
    expect((await answer(one.token, YES)).body).toMatchObject({ state: 'confirmed' })
    expect((await account(one.id))?.delete_at).toBeNull()
    t.clock.set(new Date(NOW))
  })
})

describe('the adult', () => {
  test('reads who asks, and opens the account without having one', async () => {
    const one = await minor({ name: 'Sofía Ramos' })
    expect((await part(one.token)).body).toEqual({
      ...{ name: 'Sofía Ramos', birth_date: BORN, guardian_email: one.guardian_email },
      ...{ guardian_name: null, state: 'awaited', confirmed_at: null, recording: false },
    })
    expect((await answer(one.token, { step: 'confirm' })).body.fields).toHaveProperty('guardian_name')
    const wordless = await answer(one.token, { ...YES, declares: false })
    expect([wordless.status, Object.keys(wordless.body.fields)]).toEqual([422, ['declares']])
    expect((await answer(one.token, YES)).body).toMatchObject({
      state: 'confirmed',
      guardian_name: 'Marta Pérez',
    })
    expect(await row(one.id)).toMatchObject({ guardian_name: 'Marta Pérez', guardian_ip: '127.0.0.1' })
    expect((await one.me.get('/api/lessons/desk/')).status).toBe(200)
    expect(refusal(await answer(one.token, YES))).toEqual([409, 'accounts.guardian_said'])
    expect((await letterTo(one.email, 'guardian_confirmed'))?.subject).toBe(
      'Tu cuenta de Tarima está abierta',
    )
  })
  test('holds a link that is theirs alone', async () => {
    const one = await minor()
    for (const wrong of ['x'.repeat(43), `${one.token}x`]) {
      expect(refusal(await part(wrong))).toEqual([409, 'accounts.guardian_link'])
      expect(refusal(await answer(wrong, YES))).toEqual([409, 'accounts.guardian_link'])
    }
    expect((await part('x')).status).toBe(400)
    expect((await answer('x', YES)).status).toBe(422)
    // A link that proves an e-mail says nothing for an adult.
    const verify = await createMailToken(
      t.db,
      { user_id: one.id, kind: 'verify', email: one.email },
      t.clock.now(),
    )
    expect(refusal(await answer(verify, YES))).toEqual([409, 'accounts.guardian_link'])
    // And an adult's link doesn't sign in as the minor.
    expect((await t.anonymous.post('/auth/verify-email', { token: one.token })).status).toBe(409)
    await t.db
      .update(mail_tokens)
      .set({ expires_at: NOW })
      .where(and(eq(mail_tokens.user_id, one.id), eq(mail_tokens.kind, 'guardian')))
    expect(refusal(await answer(one.token, YES))).toEqual([409, 'accounts.guardian_link'])
  })
  test('gets a receipt with a link of its own, and another for the asking, at the same address alone', async () => {
    const one = await minor({ name: 'Sofía Ramos' })
    await answer(one.token, YES)
    const receipt = await letterTo(one.guardian_email, 'guardian_link')
    expect(receipt?.text).toContain('Diste permiso para la cuenta de Sofía Ramos')
    const token = tokenIn(receipt?.text ?? '')
    expect(token).not.toBe(one.token)
    expect((await part(token)).body).toMatchObject({ state: 'confirmed' })

    const ask = (email: string) => t.anonymous.post('/api/guardian/link/', { email })
    const count = async () => (await t.mails(one.guardian_email)).length
    const before = await count()
    const known = await ask(one.guardian_email.toUpperCase())
    const unknown = await ask('nadie.nunca@correo.test')
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(known.status).toBe(200)
    expect(await count()).toBe(before + 1)
    expect(await t.mails('nadie.nunca@correo.test')).toEqual([])
    // Of who learns themself nobody's link is sent.
    await ask(one.email)
    expect(await letterTo(one.email, 'guardian_link')).toBeUndefined()
    expect((await ask('nadie')).status).toBe(422)
    for (let i = 0; i < 4; i++) expect((await ask(one.guardian_email)).status).toBe(200)
    expect((await ask(one.guardian_email)).status).toBe(429)
    // Strangers who type it make nobody's mailbox full.
    expect(await count()).toBe(before + 2)
  })
  test('keeps the last link as long as the account is a minor’s and open', async () => {
    const one = await minor()
    await answer(one.token, YES)
    const last = tokenIn((await letterTo(one.guardian_email, 'guardian_link'))?.text ?? '')
    for (const days of [340, 700]) {
      t.clock.set(new Date(Date.parse(NOW) + days * DAY))
      await t.app.jobs.runSweeps(t.clock.now())
    }
    t.clock.set(new Date(Date.parse(NOW) + 730 * DAY))
    expect((await part(last)).status).toBe(200)
    expect(refusal(await part(one.token))).toEqual([409, 'accounts.guardian_link'])
    t.clock.set(new Date(NOW))
  })
  test('keeps their link when the minor changes the password', async () => {
    const one = await minor()
    await answer(one.token, YES)
    const change = { current: PASSWORD, password: 'seis-tablas-10' }
    expect((await one.me.post('/api/auth/password/change/', change)).status).toBe(200)
    await t.app.jobs.runSweeps(new Date(Date.parse(NOW) + 8 * DAY))
    expect((await part(one.token)).status).toBe(200)
  })
  test('takes a yes back: sessions and lessons end, the deletion is planned; and says yes again', async () => {
    const one = await minor()
    await answer(one.token, YES)
    const rosa = await teacher(t)
    const ends = new Date(Date.parse(NOW) + 3 * DAY)
    const lesson_id = await lessonOf(t, { id: one.id } as never, rosa, ends, 'scheduled')
    const soon = new Date(Date.parse(NOW) + 6 * HOUR)
    const late_id = await lessonOf(t, { id: one.id } as never, rosa, soon, 'scheduled')
    expect((await answer(one.token, { step: 'refuse' })).body).toMatchObject({
      state: 'refused',
      confirmed_at: null,
    })
    expect((await one.me.get('/auth/profile')).status).toBe(401)
    const [lesson] = await t.db.select().from(lessons).where(eq(lessons.id, lesson_id))
    expect(lesson?.state).toBe('cancelled_by_student')
    // However late: it isn't they who cancel.
    const [late] = await t.db.select().from(lessons).where(eq(lessons.id, late_id))
    expect(late).toMatchObject({ state: 'cancelled_by_student', is_charged: false })
    expect((await account(one.id))?.delete_at).toMatch(/^2026-12-12T15:/)
    expect(refusal(await answer(one.token, { step: 'refuse' }))).toEqual([409, 'accounts.guardian_said'])
    const again = await t.anonymous.post('/auth/login/', { username: one.email, password: one.password })
    const back = t.as({ token: again.body.access })
    expect(refusal(await back.get('/api/lessons/desk/'))).toEqual([403, 'access.guardian_awaited'])
    expect((await back.get('/api/auth/guardian/')).body.guardian).toMatchObject({ state: 'refused' })
    await answer(one.token, YES)
    expect((await account(one.id))?.delete_at).toBeNull()
    expect((await back.get('/api/lessons/desk/')).status).toBe(200)
  })
})

test('an adult’s yes takes back no deletion that the minor asked for themself', async () => {
  const one = await minor()
  await answer(one.token, YES)
  const asked = await one.me.post('/api/auth/deletion/', { password: PASSWORD })
  expect(asked.status, asked.text).toBe(200)
  t.clock.move(HOUR)
  await answer(one.token, { step: 'refuse' })
  expect((await account(one.id))?.delete_at).toBe(asked.body.delete_at)
  await answer(one.token, YES)
  expect((await account(one.id))?.delete_at).toBe(asked.body.delete_at)
  t.clock.set(new Date(NOW))
})

describe('that lessons may be recorded', () => {
  const says = (token: string, step: string) => answer(token, { step })
  test('is asked apart from the account: no unless they say yes, and taken back with it', async () => {
    const one = await minor()
    expect(await mayBeRecorded(t.db, one.id, t.clock.now())).toBe(false)
    expect(refusal(await says(one.token, 'allow_recording'))).toEqual([409, 'accounts.guardian_said'])
    expect((await answer(one.token, YES)).body).toMatchObject({ state: 'confirmed', recording: false })
    expect(await mayBeRecorded(t.db, one.id, t.clock.now())).toBe(false)
    expect(refusal(await says(one.token, 'forbid_recording'))).toEqual([409, 'accounts.guardian_said'])
    expect((await says(one.token, 'allow_recording')).body).toMatchObject({
      ...{ state: 'confirmed', recording: true },
    })
    expect(refusal(await says(one.token, 'allow_recording'))).toEqual([409, 'accounts.guardian_said'])
    expect(await mayBeRecorded(t.db, one.id, t.clock.now())).toBe(true)
    expect((await says(one.token, 'forbid_recording')).body).toMatchObject({ recording: false })
    await says(one.token, 'allow_recording')
    expect((await says(one.token, 'refuse')).body).toMatchObject({ state: 'refused', recording: false })
    // Another yes to the account is none to recording.
    expect((await answer(one.token, YES)).body).toMatchObject({ state: 'confirmed', recording: false })
    expect(await mayBeRecorded(t.db, one.id, t.clock.now())).toBe(false)
  })
  test('is nobody’s to allow of who is of age', async () => {
    const adult = await signedUpTo(t, {})
    expect(await mayBeRecorded(t.db, adult.id, t.clock.now())).toBe(true)
    const one = await minor({ birth_date: '2008-12-01' })
    // Their birthday begins at midnight in Guatemala.
    expect(await mayBeRecorded(t.db, one.id, new Date('2026-12-01T06:00:00.000Z'))).toBe(true)
    expect(await mayBeRecorded(t.db, one.id, new Date('2026-12-01T05:59:00.000Z'))).toBe(false)
  })
})

describe('the clock', () => {
  test('at 18 nothing of it is kept, and the adult is told', async () => {
    const one = await minor({ birth_date: '2008-12-01' })
    await answer(one.token, YES)
    await t.app.jobs.runSweeps(new Date('2026-12-01T05:59:00.000Z'))
    expect(await row(one.id)).toBeDefined()
    await t.app.jobs.runSweeps(new Date('2026-12-01T06:00:00.000Z'))
    expect(await row(one.id)).toBeUndefined()
    expect(await letterTo(one.guardian_email, 'guardian_over')).toBeDefined()
    expect(refusal(await part(one.token))).toEqual([409, 'accounts.guardian_link'])
  })
})
