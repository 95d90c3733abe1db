import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { permissionsOf } from '#features/access/rules.ts'
import { mail_tokens, sessions, users } from './table.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 10 })
})
afterAll(() => t?.close())

let n = 0
const PASSWORD = 'cinco-tablas-9'
const email = () => `alguien${++n}@correo.test`
const student = (more: object = {}) => ({
  name: 'Ana Lucía Pérez',
  email: email(),
  password: PASSWORD,
  terms: true,
  ...more,
})
const client = (more: object = {}) => ({
  ...student(),
  client_kind: 'PERSONAL',
  phone: '+502 5555 1234',
  city: 'Antigua',
  ...more,
})
const bearer = (token: string) => t.as({ token })
const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

/** Signs somebody up and answers what they have. */
async function signedUp(more: object = {}) {
  const body = student(more)
  const answer = await t.anonymous.post('/auth/signup', body)
  expect(answer.status, answer.text).toBe(200)
  const [user] = await t.db.select().from(users).where(eq(users.email, body.email))
  if (!user) throw new Error('no user')
  return { ...body, id: user.id, access: answer.body.access as string, me: bearer(answer.body.access) }
}

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
    expect(mail).toMatchObject({ kind: 'verify_email', subject: 'Verify your e-mail at Tarima' })
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
    })
    expect((await t.anonymous.post('/auth/signup', student({ name: 'x'.repeat(81) }))).body.fields).toEqual({
      name: 'Debe tener como máximo 80 caracteres',
    })
  })

  test('refuses the commonest passwords in any case, and the e-mail itself', async () => {
    for (const password of ['Password123', 'qwertyuiop', '1QAZ2wsx3edc'])
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
    expect((await t.anonymous.post('/auth/signup', student({ password: 'ñ'.repeat(128) }))).status).toBe(200)
    expect((await t.anonymous.post('/auth/signup', student({ password: 'ñ'.repeat(129) }))).status).toBe(422)
  })

  test('an e-mail has one account, whatever its case; a refused sign-up mails nothing', async () => {
    const first = await signedUp()
    await t.mails()
    const again = await t.anonymous.post('/auth/signup', student({ email: first.email.toUpperCase() }))
    expect(again.status).toBe(422)
    expect(again.body.fields).toEqual({
      email: 'Ese correo ya tiene una cuenta. Entra o recupera tu contraseña.',
    })
    expect(await t.mails(first.email)).toHaveLength(1)
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
  test('a person', async () => {
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

describe('the session', () => {
  test('without "remember me" it ends after 12 quiet hours, with it after 30 quiet days; use prolongs both', async () => {
    const me = await signedUp()
    const enter = async (remember: boolean) =>
      bearer(
        (await t.anonymous.post('/auth/login/', { username: me.email, password: me.password, remember })).body
          .access,
      )
    const path = `/auth/profile/${me.id}/checkVerified`
    const hour = 3_600_000
    const short = await enter(false)
    const long = await enter(true)
    t.clock.move(11 * hour)
    expect((await short.get(path)).status).toBe(200)
    t.clock.move(11 * hour)
    expect((await short.get(path)).status).toBe(200)
    t.clock.move(12 * hour + 1000)
    const gone = await short.get(path)
    expect([gone.status, gone.body]).toEqual([401, { message: 'Unauthorized', code: 'access.unauthorized' }])
    t.clock.move(28 * 24 * hour)
    expect((await long.get(path)).status).toBe(200)
    t.clock.move(29 * 24 * hour)
    expect((await long.get(path)).status).toBe(200)
    t.clock.move(30 * 24 * hour + 1000)
    expect((await long.get(path)).status).toBe(401)
    t.clock.reset()
  })

  test('is touched at most once a minute', async () => {
    const me = await signedUp()
    const lastUse = async () =>
      (await t.db.select().from(sessions).where(eq(sessions.user_id, me.id)))[0]?.last_used_at
    const first = await lastUse()
    await me.me.get(`/auth/profile/${me.id}/checkVerified`)
    expect(await lastUse()).toBe(first)
    t.clock.move(61_000)
    await me.me.get(`/auth/profile/${me.id}/checkVerified`)
    expect(await lastUse()).not.toBe(first)
    t.clock.reset()
  })

  test('logout ends it on the server', async () => {
    const me = await signedUp()
    expect((await t.anonymous.post('/auth/logout/')).status).toBe(401)
    expect((await me.me.post('/auth/logout/')).status).toBe(200)
    expect((await me.me.get(`/auth/profile/${me.id}/checkVerified`)).status).toBe(401)
  })

  test('permissions follow the account and the active project', async () => {
    const musician = await t.person('MUSICIAN')
    const { authenticate } = await import('#features/projects/commands.viewer.ts')
    const now = () => t.clock.now()
    expect(await authenticate(t.db, musician.token, now())).toMatchObject({
      id: musician.id,
      project_id: musician.project_id,
      project_type: 'INDIVIDUAL',
      owner: true,
      permissions: permissionsOf({ account_type: 'MUSICIAN', project_type: 'INDIVIDUAL', owner: true }),
    })
    const band = await t.project((await t.person('MUSICIAN')).id, 'GROUP', 'Los Planos')
    await t.db.update(sessions).set({ music_project_id: band }).where(eq(sessions.user_id, musician.id))
    // not a member of that band: the session falls back to the personal project
    expect((await authenticate(t.db, musician.token, now()))?.project_id).toBe(musician.project_id)
    const own = await t.project(musician.id, 'GROUP', 'Marea Sur')
    await t.db.update(sessions).set({ music_project_id: own }).where(eq(sessions.user_id, musician.id))
    const viewer = await authenticate(t.db, musician.token, now())
    expect(viewer).toMatchObject({ project_id: own, project_type: 'GROUP', owner: true })
    expect(viewer?.permissions).toContain('read:members')
    expect(viewer?.permissions).not.toContain('read:edit-profile')
    const hunter = await t.person('TALENT_HUNTER')
    expect(await authenticate(t.db, hunter.token, now())).toMatchObject({ project_id: null, owner: false })
    expect(await authenticate(t.db, 'x'.repeat(43), now())).toBeNull()
  })

  test('they are listed, and others are revoked, one or all; never somebody else’s', async () => {
    const me = await t.person('STUDENT')
    const other = await t.person('STUDENT')
    const second = await t.session(me.id)
    await t.session(me.id)
    const list = await me.get('/api/auth/sessions/')
    expect(list.body.results).toHaveLength(3)
    const current = list.body.results.filter((row: { current: boolean }) => row.current)
    expect(current).toHaveLength(1)
    expect(JSON.stringify(list.body)).not.toContain('token')
    const secondId = (await t.as({ token: second }).get('/api/auth/sessions/')).body.results.find(
      (row: { current: boolean }) => row.current,
    ).id
    expect((await other.delete(`/api/auth/sessions/${secondId}/`)).status).toBe(404)
    expect((await me.delete(`/api/auth/sessions/${current[0].id}/`)).status).toBe(409)
    expect((await me.delete(`/api/auth/sessions/${secondId}/`)).status).toBe(200)
    expect((await t.as({ token: second }).get('/api/auth/sessions/')).status).toBe(401)
    expect((await me.post('/api/auth/sessions/revoke-others/')).body).toEqual({ revoked: 1 })
    expect((await me.get('/api/auth/sessions/')).body.results).toHaveLength(1)
    expect((await t.anonymous.get('/api/auth/sessions/')).status).toBe(401)
    const unverified = await t.person('STUDENT', { verified: false })
    expect((await unverified.get('/api/auth/sessions/')).body.code).toBe('access.unverified')
  })
})

describe('e-mail verification', () => {
  test('the mailed link verifies, signs in, and works once', async () => {
    const me = await signedUp()
    const check = `/auth/profile/${me.id}/checkVerified`
    expect((await me.me.get(check)).body).toEqual({ verified: false })
    const [mail] = await t.mails(me.email)
    const token = tokenIn(mail?.text ?? '')
    const answer = await t.anonymous.post('/auth/verify-email', { token })
    expect(answer.status).toBe(200)
    expect((await bearer(answer.body.access).get(`${check}/`)).body).toEqual({ verified: true })
    const again = await t.anonymous.post('/api/auth/verify-email/', { token })
    expect([again.status, again.body]).toEqual([
      409,
      { message: 'Este enlace ya se usó o venció. Pide uno nuevo.', code: 'accounts.link_used' },
    ])
  })

  test('a link lives 24 hours', async () => {
    const me = await signedUp()
    const [mail] = await t.mails(me.email)
    t.clock.move(24 * 3_600_000 + 1000)
    const answer = await t.anonymous.post('/auth/verify-email', { token: tokenIn(mail?.text ?? '') })
    expect(answer.status).toBe(409)
    t.clock.reset()
  })

  test('unknown and malformed tokens', async () => {
    expect((await t.anonymous.post('/auth/verify-email', { token: 'x'.repeat(43) })).status).toBe(409)
    expect((await t.anonymous.post('/auth/verify-email', { token: 'corto' })).status).toBe(422)
    expect((await t.anonymous.post('/auth/verify-email')).body.fields).toEqual({
      token: 'Este campo es requerido',
    })
  })

  test('a reset link is no verification link', async () => {
    const me = await signedUp()
    await t.anonymous.post('/auth/password/reset/', { email: me.email })
    const mail = (await t.mails(me.email)).find(({ kind }) => kind === 'reset_password')
    const token = tokenIn(mail?.text ?? '')
    expect((await t.anonymous.post('/auth/verify-email', { token })).status).toBe(409)
  })

  test('is sent again after a minute, not before', async () => {
    const me = await signedUp()
    const early = await me.me.post('/auth/verify/send/')
    expect(early.status).toBe(429)
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60)
    t.clock.move(61_000)
    expect((await me.me.post('/auth/verify/send')).body).toEqual({ retry_after: 60 })
    expect((await me.me.post('/api/auth/verify/send/')).status).toBe(429)
    const mails = await t.mails(me.email)
    expect(mails).toHaveLength(2)
    // both links open until one is used
    expect(
      (await t.anonymous.post('/auth/verify-email', { token: tokenIn(mails[1]?.text ?? '') })).status,
    ).toBe(200)
    expect(
      (await t.anonymous.post('/auth/verify-email', { token: tokenIn(mails[0]?.text ?? '') })).status,
    ).toBe(409)
    t.clock.move(61_000)
    expect((await me.me.post('/auth/verify/send/')).body.code).toBe('accounts.already_verified')
    expect((await t.anonymous.post('/auth/verify/send/')).status).toBe(401)
    t.clock.reset()
  })

  test('one sees one’s own state only', async () => {
    const me = await t.person('STUDENT')
    const other = await t.person('STUDENT')
    expect((await other.get(`/auth/profile/${me.id}/checkVerified`)).status).toBe(404)
    expect((await t.anonymous.get(`/auth/profile/${me.id}/checkVerified`)).status).toBe(401)
    expect((await me.get('/auth/profile/nadie/checkVerified')).status).toBe(404)
  })

  test('of 200 uses of one link at once exactly one gets through', async () => {
    const me = await signedUp()
    const [mail] = await t.mails(me.email)
    const token = tokenIn(mail?.text ?? '')
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => t.anonymous.post('/auth/verify-email', { token })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(199)
  })
})

describe('password reset', () => {
  const ask = async (address: string) => {
    await t.anonymous.post('/auth/password/reset/', { email: address })
    const mail = (await t.mails(address)).find(({ kind }) => kind === 'reset_password')
    return tokenIn(mail?.text ?? '')
  }

  test('known and unknown e-mails get the same answer; only the known one gets a mail', async () => {
    const me = await signedUp()
    const stranger = email()
    for (const path of ['/auth/password/reset/', '/api/auth/password/reset']) {
      const known = await t.anonymous.post(path, { email: me.email })
      const unknown = await t.anonymous.post(path, { email: stranger })
      expect([known.status, known.body]).toEqual([200, {}])
      expect([unknown.status, unknown.body]).toEqual([200, {}])
    }
    expect((await t.mails(me.email)).filter(({ kind }) => kind === 'reset_password')).toHaveLength(2)
    expect(await t.mails(stranger)).toHaveLength(0)
    expect((await t.anonymous.post('/auth/password/reset/', { email: 'x' })).status).toBe(422)
  })

  test('sets the password, ends every session, proves the e-mail; the link works once', async () => {
    const me = await signedUp()
    const token = await ask(me.email)
    const password = 'seis-tablas-10'
    expect((await t.anonymous.post('/auth/password/reset/confirm/', { token, password })).status).toBe(200)
    expect((await me.me.get(`/auth/profile/${me.id}/checkVerified`)).status).toBe(401)
    expect(
      (await t.anonymous.post('/auth/login/', { username: me.email, password: me.password })).status,
    ).toBe(401)
    const entered = await t.anonymous.post('/auth/login/', { username: me.email, password })
    expect(entered.status).toBe(200)
    expect(
      (await bearer(entered.body.access).get(`/auth/profile/${me.id}/checkVerified`)).body.verified,
    ).toBe(true)
    const again = await t.anonymous.post('/auth/password/reset/confirm', { token, password })
    expect(again.body.code).toBe('accounts.link_used')
  })

  test('a link lives one hour', async () => {
    const me = await signedUp()
    const token = await ask(me.email)
    t.clock.move(3_600_000 + 1000)
    const late = await t.anonymous.post('/auth/password/reset/confirm/', {
      token,
      password: 'seis-tablas-10',
    })
    expect(late.status).toBe(409)
    t.clock.reset()
  })

  test('the password rules hold here too, and a refused password leaves the link open', async () => {
    const me = await signedUp()
    const token = await ask(me.email)
    const path = '/auth/password/reset/confirm/'
    expect((await t.anonymous.post(path, { token, password: 'corta' })).body.fields).toEqual({
      password: 'Debe tener al menos 10 caracteres',
    })
    expect((await t.anonymous.post(path, { token, password: me.email })).body.fields).toEqual({
      password: 'La contraseña no puede ser tu correo',
    })
    expect((await t.anonymous.post(path, { token, password: 'siete-tablas-11' })).status).toBe(200)
  })

  test('five mails an hour for one e-mail, known or not', async () => {
    for (const address of [(await signedUp()).email, email()]) {
      for (let i = 0; i < 5; i++)
        expect((await t.anonymous.post('/auth/password/reset/', { email: address })).status).toBe(200)
      const limited = await t.anonymous.post('/auth/password/reset/', { email: address.toUpperCase() })
      expect(limited.status).toBe(429)
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  test('of 200 uses of one link at once exactly one sets its password', { timeout: 60_000 }, async () => {
    const me = await signedUp()
    const token = await ask(me.email)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        t.anonymous.post('/auth/password/reset/confirm/', { token, password: `de-muchas-${i}-esta` }),
      ),
    )
    const winners = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []))
    expect(winners).toHaveLength(1)
    const password = `de-muchas-${winners[0]}-esta`
    expect((await t.anonymous.post('/auth/login/', { username: me.email, password })).status).toBe(200)
  })
})

describe("a client's own data", () => {
  test('is read and completed by the client alone', async () => {
    const hunter = await t.person('TALENT_HUNTER')
    expect((await hunter.get('/api/auth/client/')).body).toEqual({
      client_kind: 'PERSONAL',
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
    expect(
      (await hunter.patch('/api/auth/client/', { ...data, client_kind: 'PERSONAL' })).body,
    ).toMatchObject({
      client_kind: 'PERSONAL',
      legal_name: null,
      tax_id: null,
    })
    expect((await hunter.patch('/api/auth/client/', { client_kind: 'PERSONAL' })).status).toBe(422)
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
