import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { client, email, signedUpTo, student, tokenIn } from './signUp.fixture.ts'
import { mail_tokens, sessions, users } from './table.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 10 })
})
afterAll(() => t?.close())

const signedUp = (more: object = {}) => signedUpTo(t, more)

describe('POST /auth/signup', () => {
  test('makes a student who is signed in but not verified, and mails a link', async () => {
    const body = student({ email: 'Mayus.Culas@Correo.test', language: 'en', ref: 'LUZ-42' })
    const answer = await t.anonymous.post('/auth/signup', body)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body)).toEqual(['access'])
    const [user] = await t.db.select().from(users).where(eq(users.email, 'mayus.culas@correo.test'))
    expect(user).toMatchObject({
      name: 'Ana Lucía Pérez',
      account_type: 'STUDENT',
      language: 'en',
      verified_at: null,
      referred_by: 'LUZ-42',
    })
    expect(user?.password_hash).toMatch(/^\$argon2id\$/)
    const [mail] = await t.mails('Mayus.Culas@Correo.test')
    expect(mail).toMatchObject({ kind: 'verify_email', subject: 'Verify your e-mail for Tarima' })
    expect(mail?.text).toContain('http://tarima.test/verify-email?token=')
    expect(mail?.html).toContain('lang="en"')
  })

  test('keeps no token in readable form: not of the session, not of the mail', async () => {
    const me = await signedUp()
    const [mail] = await t.mails(me.email)
    const rows = JSON.stringify([
      await t.db.select().from(sessions).where(eq(sessions.user_id, me.id)),
      await t.db.select().from(mail_tokens).where(eq(mail_tokens.user_id, me.id)),
    ])
    expect(rows).not.toContain(me.access)
    expect(rows).not.toContain(tokenIn(mail?.text ?? ''))
    const jobs = await t.db.execute(
      `select data::text from pgboss.job where data::text like '%${tokenIn(mail?.text ?? '')}%'`,
    )
    expect(jobs.rows).toEqual([])
  })

  test('says under each field what is wrong with it', async () => {
    const answer = await t.anonymous.post('/auth/signup', {
      name: 'A',
      email: 'nada',
      password: 'corta',
      terms: false,
      birth_date: '1990-05-05',
    })
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual({
      message: 'Revisa los campos marcados.',
      code: 'common.invalid',
      fields: {
        name: 'Debe tener al menos 2 caracteres',
        email: 'Escribe un correo válido',
        password: 'Debe tener al menos 10 caracteres',
        terms: 'Acepta los términos para seguir',
      },
    })
    expect((await t.anonymous.post('/auth/signup', {})).body.fields).toMatchObject({
      name: 'Este campo es requerido',
      email: 'Este campo es requerido',
      password: 'Este campo es requerido',
      birth_date: 'Este campo es requerido',
    })
    expect((await t.anonymous.post('/auth/signup', student({ name: 'x'.repeat(81) }))).body.fields).toEqual({
      name: 'Debe tener como máximo 80 caracteres',
    })
  })

  test('refuses the commonest passwords in any case, the e-mail itself, and words that anybody knows', async () => {
    for (const password of ['Password123', 'qwertyuiop', '1QAZ2wsx3edc', 'password1234', 'Administrador'])
      expect((await t.anonymous.post('/auth/signup', student({ password }))).body.fields).toEqual({
        password: 'Esa contraseña es de las más usadas. Elige otra',
      })
    const mine = 'nombre.largo@correo.test'
    for (const password of [mine, mine.toUpperCase(), 'nombre.largo'])
      expect(
        (await t.anonymous.post('/auth/signup', student({ email: mine, password }))).body.fields,
      ).toEqual({
        password: 'La contraseña no puede ser tu correo',
      })
    for (const password of ['Tarima-2026', 'ANA lucia 77', 'Pérez.Lucía.1', 'tarimatarima'])
      expect((await t.anonymous.post('/auth/signup', student({ password }))).body.fields).toEqual({
        password: 'No uses tu nombre, tu correo ni «Tarima» como contraseña',
      })
    expect(
      (await t.anonymous.post('/auth/signup', student({ password: 'ñ'.repeat(128) }))).body.fields,
    ).toEqual({
      password: 'Es muy fácil de adivinar: no repitas ni sigas un orden',
    })
    const long = 'ñandúes y güiras, '.repeat(8)
    for (const [length, status] of [
      [128, 200],
      [129, 422],
    ] as const)
      expect(
        (await t.anonymous.post('/auth/signup', student({ password: long.slice(0, length) }))).status,
      ).toBe(status)
  })

  test('an e-mail has one account, whatever its case; a refused sign-up mails no link, but tells the owner', async () => {
    const first = await signedUp()
    await t.mails()
    const again = await t.anonymous.post('/auth/signup', student({ email: first.email.toUpperCase() }))
    expect(again.status).toBe(422)
    expect(again.body.fields).toEqual({
      email: 'Ese correo ya tiene una cuenta. Entra o recupera tu contraseña.',
    })
    expect((await t.mails(first.email)).map(({ kind }) => kind).sort()).toEqual([
      'sign_up_tried',
      'verify_email',
    ])
    expect(await t.mails(first.email.toUpperCase())).toHaveLength(0)
  })

  test('twenty sign-ups at once with one e-mail make one account', async () => {
    const body = student()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.anonymous.post('/auth/signup', body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(422)])
  })

  test('answers in the language that is asked for', async () => {
    const answer = await t.anonymous.post(
      '/auth/signup',
      {},
      { headers: { 'accept-language': 'en-US,en;q=0.9' } },
    )
    expect(answer.body.fields.name).toBe('This field is required')
  })
})

describe('POST /auth/register/talent-hunter/', () => {
  test('name, e-mail, password and terms are enough; what agreements need is known later', async () => {
    const body = student()
    const answer = await t.anonymous.post('/auth/register/talent-hunter/', body)
    expect(answer.status).toBe(200)
    const [user] = await t.db.select().from(users).where(eq(users.email, body.email))
    expect(user).toMatchObject({
      account_type: 'TALENT_HUNTER',
      client_kind: null,
      phone: null,
      city: null,
      legal_name: null,
      tax_id: null,
    })
    const { completed_steps } = (await t.as({ token: answer.body.access }).get('/auth/profile')).body
    expect(completed_steps.isProfileInfoCompleted).toBe(false)
    for (const missing of ['name', 'email', 'password', 'terms'])
      expect(
        Object.keys(
          (await t.anonymous.post('/auth/register/talent-hunter/', student({ [missing]: undefined }))).body
            .fields,
        ),
      ).toEqual([missing])
  })

  test('a person who says more than that', async () => {
    const body = client()
    expect((await t.anonymous.post('/auth/register/talent-hunter/', body)).status).toBe(200)
    const [user] = await t.db.select().from(users).where(eq(users.email, body.email))
    expect(user).toMatchObject({
      account_type: 'TALENT_HUNTER',
      client_kind: 'PERSONAL',
      phone: '+502 5555 1234',
      city: 'Antigua',
      legal_name: null,
    })
  })

  test('a business has a legal name and a tax id', async () => {
    const without = await t.anonymous.post(
      '/auth/register/talent-hunter/',
      client({ client_kind: 'BUSINESS' }),
    )
    expect(without.status).toBe(422)
    expect(without.body.fields).toEqual({
      legal_name: 'Este campo es requerido',
      tax_id: 'Este campo es requerido',
    })
    const body = client({
      client_kind: 'BUSINESS',
      legal_name: 'Eventos del Lago, S. A.',
      tax_id: '1234567-8',
    })
    expect((await t.anonymous.post('/auth/register/talent-hunter/', body)).status).toBe(200)
    const [user] = await t.db.select().from(users).where(eq(users.email, body.email))
    expect(user).toMatchObject({ client_kind: 'BUSINESS', legal_name: 'Eventos del Lago, S. A.' })
  })

  test('says what is wrong', async () => {
    const answer = await t.anonymous.post(
      '/auth/register/talent-hunter/',
      client({ phone: 'llámame', client_kind: 'OTHER' }),
    )
    expect(answer.body.fields).toEqual({
      phone: 'Escribe un teléfono válido, con código de país si no es local',
      client_kind: 'Elige una de las opciones',
    })
  })
})

describe('POST /auth/login/', () => {
  test('all path forms sign in; the e-mail in any case', async () => {
    const me = await signedUp()
    for (const path of ['/auth/login/', '/auth/login', '/api/auth/login/', '/api/auth/login']) {
      const answer = await t.anonymous.post(path, { username: me.email.toUpperCase(), password: me.password })
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.body)).toEqual(['access'])
      expect(answer.body.access.length).toBeGreaterThanOrEqual(43)
    }
  })

  test('wrong password and unknown e-mail get the same answer', async () => {
    const me = await signedUp()
    const wrong = await t.anonymous.post('/auth/login/', { username: me.email, password: 'otra-cosa-99' })
    const unknown = await t.anonymous.post('/auth/login/', { username: email(), password: 'otra-cosa-99' })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({
      message: 'El correo o la contraseña no son correctos.',
      code: 'accounts.wrong_credentials',
    })
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  test('an account without a password has none that fits', async () => {
    const person = await t.person('STUDENT')
    expect((await t.anonymous.post('/auth/login/', { username: person.email, password: '' })).status).toBe(
      422,
    )
    expect(
      (await t.anonymous.post('/auth/login/', { username: person.email, password: 'null' })).status,
    ).toBe(401)
  })

  test('bad bodies', async () => {
    expect((await t.anonymous.post('/auth/login/', { username: 'a' })).body.fields).toEqual({
      password: 'Este campo es requerido',
    })
    const broken = await t.inject({
      method: 'POST',
      url: '/auth/login/',
      headers: { 'content-type': 'application/json' },
      payload: '{"username":',
    })
    expect([broken.status, broken.body.code]).toEqual([400, 'common.malformed'])
    expect((await t.anonymous.call('GET', '/auth/login/')).status).toBe(404)
  })

  test('the eleventh wrong try from one place waits, even with the right password; other places do not', async () => {
    const me = await signedUp()
    const from = (ip: string, password: string) =>
      t.anonymous.post(
        '/auth/login/',
        { username: me.email, password },
        { headers: { 'x-forwarded-for': ip } },
      )
    for (let i = 0; i < 10; i++) expect((await from('203.0.113.7', 'no-es-esta-1')).status).toBe(401)
    const limited = await from('203.0.113.7', me.password)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(600)
    expect(limited.body.code).toBe('common.too_many')
    expect((await from('203.0.113.8', me.password)).status).toBe(200)
  })

  test('right passwords never fill the limit', async () => {
    const me = await signedUp()
    for (let i = 0; i < 12; i++)
      expect(
        (await t.anonymous.post('/auth/login/', { username: me.email, password: me.password })).status,
      ).toBe(200)
  })
})

describe("a client's own data", () => {
  test('is read and completed by the client alone', async () => {
    const hunter = await t.person('TALENT_HUNTER')
    expect((await hunter.get('/api/auth/client/')).body).toEqual({
      client_kind: null,
      phone: null,
      city: null,
      legal_name: null,
      tax_id: null,
    })
    const data = {
      client_kind: 'BUSINESS',
      phone: '2222-3333',
      city: 'San Salvador',
      legal_name: 'Fiesta, S. A.',
      tax_id: '06-14',
    }
    expect((await hunter.patch('/api/auth/client/', data)).body).toEqual(data)
    // With that their profile is complete, which is told once.
    const told = async () =>
      (await hunter.get('/notifications/?notification_type=PROFILE_COMPLETED')).body.results.length
    expect(await told()).toBe(1)
    expect(
      (await hunter.patch('/api/auth/client/', { ...data, client_kind: 'PERSONAL' })).body,
    ).toMatchObject({
      client_kind: 'PERSONAL',
      legal_name: null,
      tax_id: null,
    })
    expect(await told()).toBe(1)
    expect((await hunter.patch('/api/auth/client/', { client_kind: 'PERSONAL' })).body.fields).toEqual({
      phone: 'Este campo es requerido',
      city: 'Este campo es requerido',
    })
    expect((await (await t.person('STUDENT')).get('/api/auth/client/')).status).toBe(403)
    expect((await t.anonymous.get('/api/auth/client/')).status).toBe(401)
  })
})

test('what has run out is forgotten', async () => {
  const me = await signedUp()
  await t.mails()
  t.clock.move(40 * 24 * 3_600_000)
  await t.app.jobs.runSweeps()
  expect(await t.db.select().from(sessions).where(eq(sessions.user_id, me.id))).toHaveLength(0)
  expect(await t.db.select().from(mail_tokens).where(eq(mail_tokens.user_id, me.id))).toHaveLength(0)
  t.clock.reset()
})
