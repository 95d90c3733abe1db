import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Bad,
  COMMON,
  invalid,
  noBody,
  nobody,
  type Row,
  testRows,
} from '#app/server/specified.fixture.ts'
import { type Answer, type TestApp, testApp } from '#app/server/testing.ts'
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

const SAYS = {
  ...COMMON,
  email: { es: 'Escribe un correo válido', en: 'Enter a valid e-mail' },
  terms: { es: 'Acepta los términos para seguir', en: 'Accept the terms to go on' },
  phone: {
    es: 'Escribe un teléfono válido, con código de país si no es local',
    en: "Enter a valid phone number, with country code if it isn't local",
  },
  common: {
    es: 'Esa contraseña es de las más usadas. Elige otra',
    en: 'That password is one of the most used. Choose another',
  },
  own: { es: 'La contraseña no puede ser tu correo', en: "The password can't be your e-mail" },
  taken: {
    es: 'Ese correo ya tiene una cuenta. Entra o recupera tu contraseña.',
    en: 'That e-mail already has an account. Sign in or reset your password.',
  },
  credentials: {
    es: 'El correo o la contraseña no son correctos.',
    en: "The e-mail or the password isn't right.",
  },
  used: {
    es: 'Este enlace ya se usó o venció. Pide uno nuevo.',
    en: 'This link was used already or has expired. Ask for a new one.',
  },
  verified: { es: 'Tu correo ya está verificado.', en: 'Your e-mail is verified already.' },
} as const

const PASSWORD = 'cinco-tablas-9'
let n = 0
const newEmail = () => `fila${++n}@correo.test`
const person = (more: object = {}) => ({
  name: 'Ana Lucía Pérez',
  email: newEmail(),
  password: PASSWORD,
  terms: true,
  ...more,
})
const musician = (more: object = {}) => person({ city: 'Antigua', main_instrument: 'marimba', ...more })
const client = (more: object = {}) =>
  person({ city: 'Antigua', phone: '+502 5555 1234', client_kind: 'PERSONAL', ...more })

/** A student with this password, verified or not. */
async function withPassword({ verified = true } = {}) {
  const body = person()
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

/** An e-mail that has an account, a password that is the e-mail, and the like: the same for all three sign-ups. */
const badPerson = (of: (more?: object) => object): Bad[] => [
  ...noBody(),
  invalid(
    'wrong values',
    () => ({ body: of({ name: 'A', email: 'nada', password: 'corta', terms: false, language: 'fr' }) }),
    {
      name: SAYS.min(2),
      email: SAYS.email,
      password: SAYS.min(10),
      terms: SAYS.terms,
      language: SAYS.option,
    },
  ),
  invalid('too much', () => ({ body: of({ name: 'x'.repeat(81), password: 'x'.repeat(129) }) }), {
    name: SAYS.max(80),
    password: SAYS.max(128),
  }),
  invalid('other types', () => ({ body: of({ name: 7, invitation: 'siete', remember: 'sí' }) }), {
    name: SAYS.invalid_value,
    invitation: SAYS.number,
    remember: SAYS.invalid_value,
  }),
  invalid('a common password', () => ({ body: of({ password: 'Password123' }) }), { password: SAYS.common }),
  invalid(
    'the e-mail as password',
    () => {
      const email = newEmail()
      return { body: of({ email, password: email.toUpperCase() }) }
    },
    { password: SAYS.own },
  ),
  invalid(
    'an e-mail with an account',
    async () => ({ body: of({ email: (await t.person('STUDENT')).email.toUpperCase() }) }),
    { email: SAYS.taken },
  ),
]
const signedUpAs =
  (accountType: string, keys: string[]) =>
  (email: string) =>
  async ({ body }: Answer) => {
    expect(Object.keys(body)).toEqual(keys)
    const profile = (await t.as({ token: body.access }).get('/auth/profile')).body
    expect(profile).toMatchObject({ email, accountType, verified: false })
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
        message: /^(Demasiados intentos\. Prueba de nuevo en|Too many tries\. Try again in) (59|60) min\.$/,
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
    path: '/auth/signup',
    async good() {
      const body = person()
      return { given: { body }, check: signedUpAs('STUDENT', ['access'])(body.email) }
    },
    bad: [
      ...badPerson(person),
      invalid('nothing', () => ({ body: {} }), {
        name: SAYS.required,
        email: SAYS.required,
        password: SAYS.required,
        terms: SAYS.terms,
      }),
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
        message: /^(Demasiados intentos\. Prueba de nuevo en|Too many tries\. Try again in) (5\d|60) s\.$/,
      },
    ],
  },
  {
    method: 'POST',
    path: '/auth/register/musician/',
    async good() {
      const body = musician()
      const owner = await t.person('MUSICIAN')
      const band = await t.project(owner.id, 'GROUP', 'Los Planos')
      const invited = await owner.post(`/api/projects/${band}/invitations/`, { email: body.email })
      return {
        given: { body: { ...body, invitation: invited.body.id } },
        async check(answer) {
          await signedUpAs('MUSICIAN', ['access', 'pending_invitations'])(body.email)(answer)
          expect(answer.body.pending_invitations).toEqual([
            {
              id: invited.body.id,
              detail: {
                band_name: 'Los Planos',
                status: 'pending',
                message: expect.any(String),
                expires_at: expect.any(String),
                is_expired: false,
              },
            },
          ])
        },
      }
    },
    bad: [
      ...badPerson(musician),
      invalid('nothing', () => ({ body: {} }), {
        name: SAYS.required,
        email: SAYS.required,
        password: SAYS.required,
        terms: SAYS.terms,
        city: SAYS.required,
        main_instrument: SAYS.required,
      }),
      invalid('an instrument nobody knows', () => ({ body: musician({ main_instrument: 'sierra' }) }), {
        main_instrument: SAYS.option,
      }),
    ],
  },
  {
    method: 'POST',
    path: '/auth/register/talent-hunter/',
    async good() {
      const body = client()
      return { given: { body }, check: signedUpAs('TALENT_HUNTER', ['access'])(body.email) }
    },
    bad: [
      ...badPerson(client),
      invalid('nothing', () => ({ body: {} }), {
        name: SAYS.required,
        email: SAYS.required,
        password: SAYS.required,
        terms: SAYS.terms,
        client_kind: SAYS.required,
        phone: SAYS.required,
        city: SAYS.required,
      }),
      invalid('a business without its names', () => ({ body: client({ client_kind: 'BUSINESS' }) }), {
        legal_name: SAYS.required,
        tax_id: SAYS.required,
      }),
      invalid('wrong values', () => ({ body: client({ phone: '12', client_kind: 'OTHER', city: 'x' }) }), {
        phone: SAYS.phone,
        client_kind: SAYS.option,
        city: SAYS.min(2),
      }),
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
    'POST /auth/signup',
    'POST /auth/verify-email',
    'GET /auth/profile/{id}/checkVerified',
    'POST /auth/verify/send/',
    'POST /auth/register/musician/',
    'POST /auth/register/talent-hunter/',
  ])
})
