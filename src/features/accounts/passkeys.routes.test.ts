import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { MINUTE } from '#core/contract/time.ts'
import { MAX_PASSKEYS } from './contract.passkeys.ts'
import { deletionsIn, PASSWORD } from './deletion.fixture.ts'
import { authenticator } from './passkey.fixture.ts'
import { passkey_challenges, passkeys, sessions } from './table.ts'

/* Passkeys: made, signing in and proving oneself with them, removed. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterAll(() => t?.close())
const { someone, goes } = deletionsIn(() => t)

const here = () => new URL(t.app.config.public_url).origin
const begin = async (who: Person) => (await who.post('/api/auth/factors/passkeys/')).body
const confirm = (who: Person, passkey: unknown) =>
  who.post('/api/auth/factors/passkeys/confirm/', { passkey })

/** Somebody with one passkey. */
async function withPasskey(options?: { doesCount: boolean }) {
  const who = await someone('STUDENT')
  const key = authenticator(here(), options)
  const added = await confirm(who, key.make(await begin(who)))
  expect(added.status).toBe(200)
  return { who, key, codes: added.body.recovery_codes as string[] }
}
const enter = (who: Person) =>
  t.anonymous.post('/api/auth/login/', { username: who.email, password: PASSWORD, remember: true })
const ticketOf = async (who: Person) => (await enter(who)).body.second_factor.ticket as string
const optionsAt = async (ticket: string) =>
  (await t.anonymous.post('/api/auth/login/second/passkey/', { ticket })).body
const second = (body: object) => t.anonymous.post('/api/auth/login/second/', body)
const kindsTo = async (to: string) => (await t.mails(to)).map(({ kind }) => kind)
const factorsOf = async (who: Person) => (await who.get('/api/auth/factors/')).body
const keyCount = (who: Person) => t.db.$count(passkeys, eq(passkeys.user_id, who.id))
/** So long ago that proof is asked for. */
const proveLongAgo = (who: Person) =>
  t.db
    .update(sessions)
    .set({ proved_at: new Date(t.clock.now().getTime() - 20 * MINUTE).toISOString() })
    .where(eq(sessions.user_id, who.id))

describe('a passkey', () => {
  test('is made for this account and host; then there are recovery codes, other sessions end, and it is told', async () => {
    const ana = await someone('STUDENT')
    const elsewhere = t.as({ token: await t.session(ana.id) })
    const options = await begin(ana)
    expect(options).toMatchObject({
      rp: { id: new URL(here()).hostname, name: 'Tarima' },
      user: { name: ana.email },
      attestation: 'none',
      excludeCredentials: [],
    })
    // The same each time, so that a device gets no second one; and no number of ours.
    expect((await begin(ana)).user.id).toBe(options.user.id)
    expect(options.user.id).toMatch(/^[\w-]{43}$/)
    const added = await confirm(ana, authenticator(here()).make(options))
    expect([added.status, added.body.recovery_codes.length]).toEqual([200, 10])
    expect(await factorsOf(ana)).toEqual({
      passkeys: [
        {
          id: expect.any(Number),
          user_agent: expect.anything(),
          created_at: expect.any(String),
          used_at: null,
        },
      ],
      totp_since: null,
      recovery_left: 10,
    })
    expect((await elsewhere.get('/api/auth/factors/')).status).toBe(401)
    expect(await kindsTo(ana.email)).toContain('passkey_added')
    // A browser is told of those that are there, so that one device gets no second one.
    expect((await begin(ana)).excludeCredentials).toEqual([
      { id: expect.any(String), type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
  })

  test('that was made for another host, question or account is refused', async () => {
    const [ana, eva] = [await someone('STUDENT'), await someone('STUDENT')]
    const wrong = async (who: Person, passkey: unknown) => {
      const { status, body } = await confirm(who, passkey)
      expect([status, body.code]).toEqual([422, 'accounts.passkey_wrong'])
    }
    await wrong(ana, authenticator('https://tarima.example').make(await begin(ana)))
    const options = await begin(ana)
    await wrong(ana, authenticator(here()).make({ ...options, challenge: 'made_up' }))
    await wrong(eva, authenticator(here()).make(options))
    const once = authenticator(here()).make(options)
    expect((await confirm(ana, once)).status).toBe(200)
    await wrong(ana, once)
    const late = await begin(ana)
    t.clock.move(6 * MINUTE)
    await wrong(ana, authenticator(here()).make(late))
    expect(await keyCount(ana)).toBe(1)
  })

  test('belongs to one account', async () => {
    const { key } = await withPasskey()
    const eva = await someone('STUDENT')
    const again = await confirm(eva, key.make(await begin(eva)))
    expect([again.status, again.body.code]).toEqual([409, 'accounts.passkey_known'])
  })

  test('is one of ten at most, also when two are added at once', async () => {
    const { who } = await withPasskey()
    for (let n = 1; n < MAX_PASSKEYS - 1; n++)
      expect((await confirm(who, authenticator(here()).make(await begin(who)))).status).toBe(200)
    const [one, other] = [await begin(who), await begin(who)]
    const both = await Promise.all(
      [one, other].map((options) => confirm(who, authenticator(here()).make(options))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const full = await who.post('/api/auth/factors/passkeys/')
    expect([full.status, full.body.code]).toEqual([409, 'accounts.passkeys_full'])
  })

  test('wants a fresh proof to be made or removed', async () => {
    const { who } = await withPasskey()
    const [{ id }] = (await factorsOf(who)).passkeys
    await proveLongAgo(who)
    for (const refused of [
      await who.post('/api/auth/factors/passkeys/'),
      await confirm(who, authenticator(here()).make({ challenge: 'x' } as never)),
      await who.delete(`/api/auth/factors/passkeys/${id}/`),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'access.proof_needed'])
  })

  test('is removed by its owner alone; with the last factor the recovery codes go', async () => {
    const { who } = await withPasskey()
    const eva = await someone('STUDENT')
    const [{ id }] = (await factorsOf(who)).passkeys
    expect((await eva.delete(`/api/auth/factors/passkeys/${id}/`)).status).toBe(404)
    expect((await who.delete(`/api/auth/factors/passkeys/${id}/`)).status).toBe(200)
    expect(await factorsOf(who)).toEqual({ passkeys: [], totp_since: null, recovery_left: 0 })
    expect((await enter(who)).body).toEqual({ access: expect.any(String) })
    expect(await kindsTo(who.email)).toContain('passkey_removed')
  })
})

describe('signing in with a passkey', () => {
  test('is asked for after the password, and lets in whoever signs with one of theirs', async () => {
    const { who, key } = await withPasskey()
    const { second_factor } = (await enter(who)).body
    expect(second_factor).toEqual({ ticket: expect.any(String), ways: ['passkey', 'recovery'] })
    const { ticket } = second_factor
    const options = await optionsAt(ticket)
    expect(options).toMatchObject({ rpId: new URL(here()).hostname, userVerification: 'preferred' })
    expect(options.allowCredentials).toHaveLength(1)
    const done = await second({ ticket, passkey: key.sign(options) })
    expect(done.body).toEqual({ access: expect.any(String) })
    expect((await factorsOf(t.as({ token: done.body.access }) as Person)).passkeys[0].used_at).not.toBeNull()
  })

  test('takes no signature of another key, host or question, and none twice', async () => {
    const { who, key } = await withPasskey()
    const eva = await withPasskey()
    const wrong = async (ticket: string, passkey: unknown) => {
      const { status, body } = await second({ ticket, passkey })
      expect([status, body.code]).toEqual([422, 'accounts.passkey_wrong'])
    }
    const ticket = await ticketOf(who)
    await wrong(ticket, eva.key.sign(await optionsAt(ticket)))
    await wrong(ticket, key.sign({ challenge: 'made_up' } as never))
    // What Eva's browser was asked to sign opens nothing here.
    await wrong(ticket, key.sign(await optionsAt(await ticketOf(eva.who))))
    const signed = key.sign(await optionsAt(ticket))
    expect((await second({ ticket, passkey: signed })).status).toBe(200)
    await wrong(await ticketOf(who), signed)
  })

  test('refuses a key that counts back: it was copied', async () => {
    const { who, key } = await withPasskey()
    const ticket = await ticketOf(who)
    expect((await second({ ticket, passkey: key.sign(await optionsAt(ticket)) })).status).toBe(200)
    key.counter = 0
    const again = await ticketOf(who)
    expect((await second({ ticket: again, passkey: key.sign(await optionsAt(again)) })).status).toBe(422)
  })

  test('takes one that is shared between devices and never counts', async () => {
    const { who, key } = await withPasskey({ doesCount: false })
    for (let n = 0; n < 2; n++) {
      const ticket = await ticketOf(who)
      expect((await second({ ticket, passkey: key.sign(await optionsAt(ticket)) })).status).toBe(200)
    }
  })

  test('goes on with a recovery code where the device is lost', async () => {
    const { who, codes } = await withPasskey()
    expect((await second({ ticket: await ticketOf(who), recovery: codes[0] })).status).toBe(200)
  })

  test('tells nobody without a ticket which keys there are', async () => {
    const { who } = await withPasskey()
    const made_up = await t.anonymous.post('/api/auth/login/second/passkey/', { ticket: 'x'.repeat(43) })
    expect([made_up.status, made_up.body.code]).toEqual([409, 'accounts.ticket_expired'])
    const ticket = await ticketOf(who)
    t.clock.move(6 * MINUTE)
    expect((await t.anonymous.post('/api/auth/login/second/passkey/', { ticket })).status).toBe(409)
  })
})

describe('proving oneself with a passkey', () => {
  test('opens what asks for it; the password alone does not any more', async () => {
    const { who, key } = await withPasskey()
    await proveLongAgo(who)
    expect((await who.get('/api/auth/proof/')).body.ways).toEqual(['passkey', 'recovery'])
    expect((await who.post('/api/auth/proof/', { password: PASSWORD })).status).toBe(422)
    const options = (await who.post('/api/auth/proof/passkey/')).body
    expect((await who.post('/api/auth/proof/', { passkey: key.sign(options) })).status).toBe(200)
    expect((await who.post('/api/auth/factors/passkeys/')).status).toBe(200)
  })

  test('is not asked of whoever has none', async () => {
    const none = await (await someone('STUDENT')).post('/api/auth/proof/passkey/')
    expect([none.status, none.body.code]).toEqual([409, 'accounts.no_passkey'])
  })
})

test('questions that nobody answers are forgotten, and asked thirty times in a quarter of an hour at most', async () => {
  const who = await someone('STUDENT')
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) statuses.push((await who.post('/api/auth/factors/passkeys/')).status)
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([30, 429])
  t.clock.move(6 * MINUTE)
  await t.app.jobs.runSweeps()
  expect(await t.db.$count(passkey_challenges, eq(passkey_challenges.user_id, who.id))).toBe(0)
})

test('a deleted account keeps none of it', async () => {
  const { who } = await withPasskey()
  await goes(who)
  expect(await keyCount(who)).toBe(0)
})
