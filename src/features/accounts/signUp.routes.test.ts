import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bad, invalid, noBody, type Row, testRows } from '#app/server/specified.fixture.ts'
import { type Answer, type TestApp, testApp } from '#app/server/testing.ts'
import { HOUR } from '#core/contract/time.ts'
import { networkOf } from '#core/server/input.ts'
import { limit } from '#core/server/limits.ts'
import { client, learner, musician, newEmail, person, SAYS } from './auth.fixture.ts'

/* The three ways to sign up (rule C-1), with the answers to good and bad bodies, word for word in both languages. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterAll(() => t?.close())
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
    path: '/auth/signup',
    async good() {
      const body = learner()
      return { given: { body }, check: signedUpAs('STUDENT', ['access'])(body.email) }
    },
    bad: [
      ...badPerson(learner),
      invalid('nothing', () => ({ body: {} }), {
        name: SAYS.required,
        email: SAYS.required,
        password: SAYS.required,
        terms: SAYS.terms,
        birth_date: SAYS.required,
      }),
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
      const body = person()
      return { given: { body }, check: signedUpAs('TALENT_HUNTER', ['access'])(body.email) }
    },
    bad: [
      ...badPerson(person),
      invalid('nothing', () => ({ body: {} }), {
        name: SAYS.required,
        email: SAYS.required,
        password: SAYS.required,
        terms: SAYS.terms,
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
    'POST /auth/signup',
    'POST /auth/register/musician/',
    'POST /auth/register/talent-hunter/',
  ])
})

test('thirty an hour from one address, and no more', async () => {
  const { config } = t.app
  // Elsewhere tests and whoever develops would meet it.
  t.app.config = { ...config, env: 'production' }
  const [mine, others] = ['203.0.113.77', '203.0.113.78']
  const signUp = (from: string) =>
    t.anonymous.post('/auth/signup', learner(), { headers: { 'x-forwarded-for': from } })
  try {
    // Nobody's password is hashed for the others of them.
    for (let n = 0; n < 29; n++)
      await limit(t.db, `signup:address:${networkOf(mine)}`, 30, HOUR, t.clock.now())
    expect((await signUp(mine)).status).toBe(200)
    const refused = await signUp(mine)
    expect([refused.status, refused.body.code]).toEqual([429, 'common.too_many'])
    expect((await signUp(others)).status).toBe(200)
    t.clock.move(HOUR + 1)
    expect((await signUp(mine)).status).toBe(200)
  } finally {
    t.app.config = config
    t.clock.reset()
  }
})
