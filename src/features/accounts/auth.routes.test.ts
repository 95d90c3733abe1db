import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalid, noBody, nobody, type Row, testRows } from '#app/server/specified.fixture.ts'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { learner, newEmail, PASSWORD, SAYS } from './auth.fixture.ts'
import { sessions, users } from './table.ts'

/*
 * Every /auth call whose path is fixed (rule C-1), in every form of its path, with the answers to good and bad bodies,
 * word for word in both languages.
 */
let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterAll(() => t?.close())
/** A student with this password, verified or not. */
async function withPassword({ verified = true } = {}) {
  const body = learner()
  const { access } = (await t.anonymous.post('/auth/signup', body)).body
  await t.mails()
  const verified_at = verified ? t.clock.now().toISOString() : null
  const [user] = await t.db.update(users).set({ verified_at }).where(eq(users.email, body.email)).returning()
  return { email: body.email, id: user?.id ?? 0, caller: t.as({ token: access }), access: access as string }
}
/** The token of a letter that somebody new got. */
async function letter(kind: 'verify_email' | 'reset_password') {
  const who = await withPassword({ verified: false })
  if (kind === 'reset_password') await t.anonymous.post('/auth/password/reset/', { email: who.email })
  const mail = (await t.mails(who.email)).find((one) => one.kind === kind)
  return { ...who, token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' }
}
const ROWS: Row[] = [
  {
    method: 'POST',
    path: '/auth/login/',
    async good() {
      const { email, id } = await withPassword()
      return {
        given: { body: { username: ` ${email.toUpperCase()} `, password: PASSWORD, remember: true } },
        async check({ body }) {
          expect(Object.keys(body)).toEqual(['access'])
          expect((await t.as({ token: body.access }).get('/auth/profile')).body.id).toBe(id)
        },
      }
    },
    bad: [
      ...noBody(),
      invalid('nothing', () => ({ body: {} }), { username: SAYS.required, password: SAYS.required }),
      invalid('empty boxes', () => ({ body: { username: '  ', password: '' } }), {
        username: SAYS.required,
        password: SAYS.required,
      }),
      invalid('other types', () => ({ body: { username: 7, password: true, remember: 'no' } }), {
        username: SAYS.invalid_value,
        password: SAYS.invalid_value,
        remember: SAYS.invalid_value,
      }),
      {
        what: 'a wrong password',
        given: async () => ({ body: { username: (await withPassword()).email, password: 'otra-cosa-99' } }),
        status: 401,
        code: 'accounts.wrong_credentials',
        message: SAYS.credentials,
      },
      {
        what: 'an unknown e-mail',
        given: () => ({ body: { username: newEmail(), password: 'otra-cosa-99' } }),
        status: 401,
        code: 'accounts.wrong_credentials',
        message: SAYS.credentials,
      },
    ],
  },
  {
    method: 'POST',
    path: '/auth/password/reset/',
    async good() {
      const { email } = await withPassword()
      return {
        given: { body: { email } },
        async check({ body }) {
          expect(body).toEqual({})
          expect((await t.mails(email)).map(({ kind }) => kind)).toContain('reset_password')
        },
      }
    },
    bad: [
      ...noBody(),
      invalid('nothing', () => ({ body: {} }), { email: SAYS.required }),
      invalid('no e-mail', () => ({ body: { email: 'ana@' } }), { email: SAYS.email }),
      {
        what: 'the sixth within an hour',
        async given() {
          const email = newEmail()
          for (let i = 0; i < 5; i++) await t.anonymous.post('/auth/password/reset/', { email })
          return { body: { email } }
        },
        status: 429,
        code: 'common.too_many',
        message:
          /^(Demasiados intentos\. Prueba de nuevo en|Too many attempts\. Try again in) (59|60) min\.$/,
      },
    ],
  },
  {
    method: 'POST',
    path: '/auth/password/reset/confirm/',
    async good() {
      const { email, token, caller } = await letter('reset_password')
      return {
        given: { body: { token, password: 'seis-tablas-10' } },
        async check({ body }) {
          expect(body).toEqual({})
          const login = { username: email, password: 'seis-tablas-10' }
          expect((await t.anonymous.post('/auth/login/', login)).status).toBe(200)
          expect((await caller.get('/auth/profile')).status).toBe(401)
        },
      }
    },
    bad: [
      ...noBody(),
      invalid('nothing', () => ({ body: {} }), { token: SAYS.required, password: SAYS.required }),
      invalid('a short password', () => ({ body: { token: 'x'.repeat(43), password: 'corta' } }), {
        password: SAYS.min(10),
      }),
      invalid('half a token', () => ({ body: { token: 'x', password: PASSWORD } }), { token: SAYS.min(20) }),
      {
        what: 'a token of nobody',
        given: () => ({ body: { token: 'x'.repeat(43), password: PASSWORD } }),
        status: 409,
        code: 'accounts.link_used',
        message: SAYS.used,
      },
      {
        what: 'the token of a verification letter',
        given: async () => ({
          body: { token: (await letter('verify_email')).token, password: PASSWORD },
        }),
        status: 409,
        code: 'accounts.link_used',
        message: SAYS.used,
      },
    ],
  },
  {
    method: 'GET',
    path: '/auth/profile',
    async good() {
      const me = await t.person('MUSICIAN', { verified: false })
      return {
        given: { by: me },
        check({ body }) {
          expect(body).toMatchObject({
            id: me.id,
            name: me.name,
            email: me.email,
            accountType: 'MUSICIAN',
            verified: false,
            music_project: [
              { id: me.project_id, owner: { id: me.id }, project_type: { name: 'INDIVIDUAL' } },
            ],
          })
          expect(body.permissions).toContain('read:members')
        },
      }
    },
    bad: [
      nobody(),
      nobody(() => ({ by: t.as({ token: 'x'.repeat(43) }) })),
      nobody(async () => {
        const me = await t.person('STUDENT')
        await t.db.delete(sessions).where(eq(sessions.user_id, me.id))
        return { by: me }
      }),
    ],
  },
  {
    method: 'PATCH',
    path: '/api/auth/profile/',
    async good() {
      const me = await t.person('TALENT_HUNTER')
      return {
        given: { by: me, body: { name: '  Luz Marina ', phone: null, email: 'otra@correo.test' } },
        check({ body }) {
          // Only what may be changed is.
          expect(body).toMatchObject({ id: me.id, name: 'Luz Marina', phone: null, email: me.email })
        },
      }
    },
    bad: [
      nobody(() => ({ body: { name: 'Luz' } })),
      ...noBody(async () => ({ by: await t.person('STUDENT') })),
      invalid(
        'wrong values',
        async () => ({
          by: await t.person('TALENT_HUNTER'),
          body: { name: '', phone: 'llámame', city: 'x', language: 'fr', client_kind: 'OTHER', tax_id: '1' },
        }),
        {
          name: SAYS.required,
          phone: SAYS.phone,
          city: SAYS.min(2),
          language: SAYS.option,
          client_kind: SAYS.option,
          tax_id: SAYS.min(3),
        },
      ),
    ],
  },
  {
    method: 'POST',
    path: '/auth/verify-email',
    async good() {
      const { token, id } = await letter('verify_email')
      return {
        given: { body: { token } },
        async check({ body }) {
          expect(Object.keys(body)).toEqual(['access'])
          const profile = await t.as({ token: body.access }).get('/auth/profile')
          expect(profile.body).toMatchObject({ id, verified: true })
        },
      }
    },
    bad: [
      ...noBody(),
      invalid('nothing', () => ({ body: {} }), { token: SAYS.required }),
      invalid('half a token', () => ({ body: { token: 'x' } }), { token: SAYS.min(20) }),
      {
        what: 'a token of nobody',
        given: () => ({ body: { token: 'x'.repeat(43) } }),
        status: 409,
        code: 'accounts.link_used',
        message: SAYS.used,
      },
      {
        what: 'a token that was used',
        async given() {
          const { token } = await letter('verify_email')
          await t.anonymous.post('/auth/verify-email', { token })
          return { body: { token } }
        },
        status: 409,
        code: 'accounts.link_used',
        message: SAYS.used,
      },
    ],
  },
  {
    method: 'GET',
    path: '/auth/profile/{id}/checkVerified',
    async good() {
      const me = await t.person('STUDENT', { verified: false })
      return {
        given: { by: me, id: me.id },
        async check({ body }) {
          expect(body).toEqual({ verified: false })
          await t.db
            .update(users)
            .set({ verified_at: t.clock.now().toISOString() })
            .where(eq(users.id, me.id))
          expect((await me.get(`/auth/profile/${me.id}/checkVerified`)).body).toEqual({ verified: true })
        },
      }
    },
    bad: [
      nobody(async () => ({ id: (await t.person('STUDENT')).id })),
      ...(
        [
          ["another's", async () => (await t.person('STUDENT')).id],
          ['nobody’s', async () => 999_999_999],
          ['no id', async () => 'nadie'],
          ['an id beyond numbers', async () => '9'.repeat(30)],
        ] as const
      ).map(([what, id]) => ({
        what,
        given: async () => ({ by: await t.person('STUDENT'), id: await id() }),
        status: 404,
        code: 'common.not_found',
        message: SAYS.not_found,
      })),
    ],
  },
  {
    method: 'POST',
    path: '/auth/verify/send/',
    async good() {
      const me = await t.person('STUDENT', { verified: false })
      return {
        given: { by: me },
        async check({ body }) {
          expect(body).toEqual({ retry_after: 60 })
          expect(await t.mails(me.email)).toHaveLength(1)
        },
      }
    },
    bad: [
      nobody(),
      {
        what: 'somebody verified',
        given: async () => ({ by: await t.person('STUDENT') }),
        status: 409,
        code: 'accounts.already_verified',
        message: SAYS.verified,
      },
      {
        what: 'again within a minute',
        async given() {
          const me = await t.person('STUDENT', { verified: false })
          await me.post('/auth/verify/send/')
          return { by: me }
        },
        status: 429,
        code: 'common.too_many',
        message: /^(Demasiados intentos\. Prueba de nuevo en|Too many attempts\. Try again in) (5\d|60) s\.$/,
      },
    ],
  },
]

testRows(() => t, ROWS)

test('the rows are the specification’s', () => {
  expect(ROWS.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /auth/login/',
    'POST /auth/password/reset/',
    'POST /auth/password/reset/confirm/',
    'GET /auth/profile',
    'PATCH /api/auth/profile/',
    'POST /auth/verify-email',
    'GET /auth/profile/{id}/checkVerified',
    'POST /auth/verify/send/',
  ])
})
