import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { type Somebody, startProvider } from './provider.fixture.ts'
import { identities, sessions, totp_secrets, users } from './table.ts'

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

let n = 0
const somebody = (more: Partial<Somebody> = {}): Somebody => ({
  sub: `subject-${++n}`,
  email: `alguien${n}@proveedor.test`,
  email_verified: true,
  name: `Alguien ${n}`,
  ...more,
})

/** Leaves for the provider and comes back, without handing the code in yet. */
async function travel(who: Somebody, options: { refuses?: boolean; remember?: boolean } = {}) {
  provider.come(who, options)
  const { body } = await t.anonymous.post('/api/auth/identity/start/', { remember: options.remember })
  const back = await provider.visit(body.url)
  return {
    flow: body.flow as string,
    back,
    proof: { ...Object.fromEntries(back.searchParams), flow: body.flow },
  }
}
const finish = (proof: object) => t.anonymous.post('/api/auth/identity/', proof)

describe('with a code', () => {
  test('somebody new chooses an account type and is verified from the start', async () => {
    const who = somebody()
    const { proof, back } = await travel(who, { remember: true })
    expect(back.origin + back.pathname).toBe('http://tarima.test/signin')
    const asked = await finish(proof)
    expect(asked.status, asked.text).toBe(200)
    expect(asked.body).toEqual({
      access: null,
      ask: { ticket: expect.any(String), email: who.email, name: who.name },
    })
    const account = {
      ticket: asked.body.ask.ticket,
      account_type: 'TALENT_HUNTER',
      name: who.name,
      terms: true,
    }
    const bad = await t.anonymous.post('/api/auth/identity/account/', { ...account, terms: false })
    expect(bad.body.fields).toEqual({ terms: 'Acepta los términos para seguir' })
    const made = await t.anonymous.post('/api/auth/identity/account/', account)
    expect(made.status).toBe(200)
    const profile = await t.as({ token: made.body.access }).get('/auth/profile')
    expect(profile.body).toMatchObject({ email: who.email, accountType: 'TALENT_HUNTER', verified: true })
    const [session] = await t.db.select().from(sessions).where(eq(sessions.user_id, profile.body.id))
    expect(session?.remember).toBe(true)
    const again = await t.anonymous.post('/api/auth/identity/account/', account)
    expect(again.body.code).toBe('accounts.identity_expired')
    expect(await t.mails(who.email)).toHaveLength(0)
  })

  test('somebody who has a second factor is asked for it all the same', async () => {
    const me = await t.person('STUDENT')
    await t.db.insert(totp_secrets).values({
      user_id: me.id,
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      confirmed_at: t.clock.now().toISOString(),
    })
    const { proof } = await travel(somebody({ email: me.email }))
    expect((await finish(proof)).body).toEqual({
      access: null,
      ask: null,
      second_factor: { ticket: expect.any(String), ways: ['totp'] },
    })
  })

  test('somebody known comes straight in, even after changing the e-mail there', async () => {
    const who = somebody()
    const { proof } = await travel(who)
    const { ask } = (await finish(proof)).body
    const account = { ticket: ask.ticket, account_type: 'MUSICIAN', name: who.name, terms: true }
    expect((await t.anonymous.post('/api/auth/identity/account/', account)).status).toBe(200)
    const again = await travel({ ...who, email: 'otro@proveedor.test', email_verified: false })
    const entered = await finish(again.proof)
    expect(entered.body.ask).toBeNull()
    const profile = await t.as({ token: entered.body.access }).get('/auth/profile')
    expect(profile.body).toMatchObject({ email: who.email, accountType: 'MUSICIAN' })
    expect(profile.body.music_project).toHaveLength(1)
  })

  test('a verified account of that e-mail is linked and keeps its password', async () => {
    const person = await t.person('STUDENT', { email: 'juntos@proveedor.test' })
    await t.db.update(users).set({ password_hash: 'kept' }).where(eq(users.id, person.id))
    const { proof } = await travel(somebody({ email: 'Juntos@Proveedor.test' }))
    const entered = await finish(proof)
    expect((await t.as({ token: entered.body.access }).get('/auth/profile')).body.id).toBe(person.id)
    const [user] = await t.db.select().from(users).where(eq(users.id, person.id))
    expect(user?.password_hash).toBe('kept')
    expect(await t.db.select().from(identities).where(eq(identities.user_id, person.id))).toHaveLength(1)
  })

  test('whoever signed up with an e-mail that is not theirs is put out when its owner comes', async () => {
    const squatter = await t.person('STUDENT', { email: 'ajeno@proveedor.test', verified: false })
    await t.db.update(users).set({ password_hash: 'of the squatter' }).where(eq(users.id, squatter.id))
    const { proof } = await travel(somebody({ email: 'ajeno@proveedor.test' }))
    const entered = await finish(proof)
    const profile = await t.as({ token: entered.body.access }).get('/auth/profile')
    expect(profile.body).toMatchObject({ id: squatter.id, verified: true })
    expect((await squatter.get('/auth/profile')).status).toBe(401)
    const [user] = await t.db.select().from(users).where(eq(users.id, squatter.id))
    expect(user?.password_hash).toBeNull()
  })

  test('an e-mail that the provider does not vouch for opens nothing and links nothing', async () => {
    const person = await t.person('STUDENT', { email: 'dudoso@proveedor.test' })
    for (const email of ['dudoso@proveedor.test', 'nuevo-dudoso@proveedor.test']) {
      const { proof } = await travel(somebody({ email, email_verified: false }))
      const answer = await finish(proof)
      expect([answer.status, answer.body.code]).toEqual([409, 'accounts.identity_email'])
    }
    expect(await t.db.select().from(identities).where(eq(identities.user_id, person.id))).toHaveLength(0)
  })

  test('refused consent comes back as an error, without a code', async () => {
    const { back, flow } = await travel(somebody(), { refuses: true })
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('code')).toBeNull()
    expect((await finish({ flow, state: back.searchParams.get('state') })).status).toBe(422)
  })

  test('a code works once, in the browser that left, with its state', async () => {
    const first = await travel(somebody())
    const second = await travel(somebody())
    const swapped = await finish({ ...first.proof, flow: second.flow })
    expect([swapped.status, swapped.body.code]).toEqual([409, 'accounts.identity_expired'])
    const wrong = await finish({ ...first.proof, state: 'x'.repeat(43) })
    expect(wrong.status).toBe(409)
    expect((await finish(first.proof)).status).toBe(200)
    expect((await finish(first.proof)).body.code).toBe('accounts.identity_expired')
    // the same code in another flow of ours: the provider and PKCE refuse it
    const third = await travel(somebody())
    const stolen = await finish({ ...third.proof, code: new URL(first.back).searchParams.get('code') })
    expect([stolen.status, stolen.body.code]).toEqual([403, 'accounts.identity_failed'])
    expect(stolen.text).not.toContain('invalid_grant')
  })

  test('a wrong nonce is refused', async () => {
    const { proof, flow } = await travel(somebody())
    const { identity_flows } = await import('./table.ts')
    const { tokenHash } = await import('#core/server/secrets.ts')
    await t.db
      .update(identity_flows)
      .set({ nonce: 'another' })
      .where(eq(identity_flows.flow_hash, tokenHash(flow)))
    expect((await finish(proof)).body.code).toBe('accounts.identity_failed')
  })

  test('ten minutes are enough for the way there and back', async () => {
    const { proof } = await travel(somebody())
    t.clock.move(10 * 60_000 + 1000)
    expect((await finish(proof)).body.code).toBe('accounts.identity_expired')
    t.clock.reset()
  })

  test('of twenty uses of one code at once exactly one gets through', async () => {
    const { proof } = await travel(somebody())
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe("with the provider's ID token", () => {
  /** A page about to show the provider's button, in a browser of its own. */
  async function page() {
    const { body, headers } = await t.anonymous.post('/api/auth/identity/nonce/')
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    return {
      nonce: body.nonce as string,
      handIn: (credential: string) =>
        t.anonymous.post('/api/auth/identity/', { credential }, { headers: { cookie } }),
    }
  }

  test('it signs in, once', async () => {
    const { nonce, handIn } = await page()
    const credential = await provider.credential(somebody(), nonce)
    const answer = await handIn(credential)
    expect(answer.status).toBe(200)
    expect(answer.body.ask.email).toMatch(/@proveedor\.test$/)
    expect((await handIn(credential)).body.code).toBe('accounts.identity_expired')
    expect((await handIn(await provider.credential(somebody(), nonce))).body.code).toBe(
      'accounts.identity_expired',
    )
  })

  test('of twenty uses of one at once exactly one gets through', async () => {
    const { nonce, handIn } = await page()
    const credential = await provider.credential(somebody(), nonce)
    const answers = await Promise.all(Array.from({ length: 20 }, () => handIn(credential)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('forged, expired, old and misdirected ones are refused', async () => {
    const { nonce, handIn } = await page()
    const now = Math.floor(Date.now() / 1000)
    const bad = [
      await provider.forged(somebody(), nonce),
      await provider.credential(somebody(), nonce, { exp: now - 60 }),
      await provider.credential(somebody(), nonce, { iat: now - 3600, exp: now + 300 }),
      await provider.credential(somebody(), nonce, { aud: 'somebody-else' }),
      await provider.credential(somebody(), nonce, { iss: 'https://accounts.elsewhere.test' }),
      await provider.credential(somebody(), nonce, { azp: 'somebody-else' }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ ...somebody(), nonce, iss: provider.issuer, aud: 'tarima', iat: now, exp: now + 60 })).toString('base64url')}.`,
      'not-a-token-at-all-but-long-enough',
    ]
    for (const credential of bad) {
      const answer = await handIn(credential)
      expect([answer.status, answer.body.code]).toEqual([403, 'accounts.identity_failed'])
    }
    // None of them used the nonce up.
    expect((await handIn(await provider.credential(somebody(), nonce))).status).toBe(200)
  })

  test('one that this browser did not ask for is refused: without a nonce, with one of another browser, or too late', async () => {
    const [mine, theirs] = [await page(), await page()]
    const stolen = await provider.credential(somebody(), theirs.nonce)
    const refused = [
      await mine.handIn(stolen),
      await finish({ credential: stolen }),
      await mine.handIn(await provider.credential(somebody(), 'x'.repeat(43))),
      await mine.handIn(await provider.credential(somebody(), mine.nonce, { nonce: undefined })),
    ]
    t.clock.move(10 * 60_000 + 1000)
    refused.push(await mine.handIn(await provider.credential(somebody(), mine.nonce)))
    t.clock.reset()
    for (const { status, body } of refused)
      expect([status, body.code]).toEqual([409, 'accounts.identity_expired'])
    expect((await theirs.handIn(stolen)).status).toBe(200)
  })

  test('a nonce is no ticket', async () => {
    const { nonce } = await page()
    const account = { ticket: nonce, account_type: 'STUDENT', name: 'Ana', terms: true }
    // Who learns says when they were born; then the ticket is looked at.
    const ageless = await t.anonymous.post('/api/auth/identity/account/', account)
    expect([ageless.status, Object.keys(ageless.body.fields)]).toEqual([422, ['birth_date']])
    const born = { ...account, birth_date: '1990-05-05' }
    expect((await t.anonymous.post('/api/auth/identity/account/', born)).status).toBe(409)
  })

  test('an unverified e-mail is refused here too', async () => {
    const { nonce, handIn } = await page()
    const credential = await provider.credential(somebody({ email_verified: false }), nonce)
    expect((await handIn(credential)).body.code).toBe('accounts.identity_email')
  })

  test('without any proof the call says what is missing', async () => {
    expect((await finish({})).status).toBe(422)
  })
})

test('pages learn whether a provider is configured; without one its calls are not there', async () => {
  expect((await t.anonymous.get('/api/auth/options/')).body).toEqual({ identity: true, mailbox: '/dev/mail' })
  const plain = await testApp()
  expect((await plain.anonymous.get('/api/auth/options/')).body.identity).toBe(false)
  const answer = await plain.anonymous.post('/api/auth/identity/start/')
  expect([answer.status, answer.body.code]).toEqual([404, 'accounts.identity_off'])
  expect((await plain.anonymous.post('/api/auth/identity/nonce/')).status).toBe(404)
  expect((await plain.anonymous.post('/api/auth/identity/', { credential: 'x'.repeat(40) })).status).toBe(404)
  await plain.close()
})

test('a provider that is away is a refusal, and passwords still work', async () => {
  const away = await testApp({ env: { ...provider.env, OIDC_ISSUER: 'http://127.0.0.1:1' } })
  const start = await away.anonymous.post('/api/auth/identity/start/')
  expect([start.status, start.body]).toEqual([
    403,
    {
      code: 'accounts.identity_failed',
      message: 'El servicio con el que entras no confirmó quién eres. Prueba de nuevo.',
    },
  ])
  expect((await away.anonymous.post('/api/auth/identity/', { credential: 'x'.repeat(40) })).status).toBe(403)
  const wrong = { username: 'ana@correo.test', password: 'no-es-esta-1' }
  expect((await away.anonymous.post('/auth/login/', wrong)).status).toBe(401)
  await away.close()
})
