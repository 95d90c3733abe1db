import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDocument } from '#app/server/api/document.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { FRESH_MINUTES } from '#core/contract/proof.ts'
import { MINUTE } from '#core/contract/time.ts'
import { deletionsIn, PASSWORD } from './deletion.fixture.ts'
import { proof_codes, sessions } from './table.ts'

/* Proving again that it is them, before what a session that was left open must not do. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterAll(() => t?.close())
const { someone } = deletionsIn(() => t)

const path = '/api/auth/proof/'
/** Asks for a copy of their data: it is there for whoever has just proved that it is them. */
const asksForCopy = async (who: Pick<Person, 'post'>) => (await who.post('/api/auth/export/')).status

/** Signed in an hour ago. */
async function signedInLongAgo(who: { id: number }) {
  const proved_at = new Date(t.clock.now().getTime() - 60 * MINUTE).toISOString()
  await t.db.update(sessions).set({ proved_at }).where(eq(sessions.user_id, who.id))
}
/** The code that was mailed last. */
async function mailedCode(to: string): Promise<string> {
  const [mail] = (await t.mails(to)).filter(({ kind }) => kind === 'proof_code')
  return (
    /\b(\d{4}) (\d{4})\b/
      .exec(mail?.text ?? '')
      ?.slice(1)
      .join('') ?? ''
  )
}
const other = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))

describe('by password', () => {
  test('opens what asks for it for a quarter of an hour, in that session alone', async () => {
    const ana = await someone('STUDENT')
    const elsewhere = t.as({ token: await t.session(ana.id) })
    await signedInLongAgo(ana)
    expect(await asksForCopy(ana)).toBe(403)
    expect((await ana.get(path)).body).toEqual({ ways: ['password'], email: ana.email })
    const wrong = await ana.post(path, { password: 'otra-cosa-99' })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'Esa no es tu contraseña' }])
    const none = await ana.post(path, {})
    expect([none.status, none.body.fields]).toEqual([422, { password: 'Este campo es requerido' }])
    expect(await asksForCopy(ana)).toBe(403)
    const proved = await ana.post(path, { password: PASSWORD })
    expect(proved.status).toBe(200)
    const life = Date.parse(proved.body.until) - t.clock.now().getTime()
    expect(Math.abs(life - FRESH_MINUTES * MINUTE)).toBeLessThan(5_000)
    expect(await asksForCopy(ana)).toBe(202)
    expect(await asksForCopy(elsewhere)).toBe(403)
  })

  test('signing in is a proof', async () => {
    const ana = await someone('STUDENT')
    const { body } = await t.anonymous.post('/api/auth/login/', { username: ana.email, password: PASSWORD })
    expect(await asksForCopy(t.as({ token: body.access }))).toBe(202)
  })

  test('is no place to guess it, nor by a code', async () => {
    const ana = await someone('STUDENT')
    for (let n = 0; n < 10; n++) expect((await ana.post(path, { password: `no-${n}` })).status).toBe(422)
    expect((await ana.post(path, { password: PASSWORD })).status).toBe(429)
    expect((await ana.post(`${path}code/`)).body.code).toBe('accounts.other_proof')
  })

  test('is told nobody whose session has ended', async () => {
    const ana = await someone('STUDENT')
    await t.db.delete(sessions).where(eq(sessions.user_id, ana.id))
    expect((await ana.post(path, { password: PASSWORD })).status).toBe(401)
  })
})

describe('by a mailed code, for whoever has no password', () => {
  test('works once, in the session that asked for it', async () => {
    const beto = await t.person('STUDENT')
    const elsewhere = t.as({ token: await t.session(beto.id) })
    await signedInLongAgo(beto)
    expect((await beto.get(path)).body).toEqual({ ways: ['code'], email: beto.email })
    expect((await beto.post(path, { password: 'algo' })).body.fields).toEqual({
      code: 'Este campo es requerido',
    })
    expect((await beto.post(`${path}code/`)).body).toEqual({ retry_after: 60 })
    expect((await beto.post(`${path}code/`)).status).toBe(429)
    const code = await mailedCode(beto.email)
    expect(code).toMatch(/^\d{8}$/)
    const stored = JSON.stringify(await t.db.select().from(proof_codes))
    expect(stored).toContain('"code_hash":"$argon2')
    expect(stored).not.toContain(code)
    expect((await elsewhere.post(path, { code })).body.code).toBe('accounts.code_expired')
    expect((await beto.post(path, { code: '12' })).body.fields).toEqual({
      code: 'Escribe los 8 dígitos del código',
    })
    expect((await beto.post(path, { code: other(code) })).body.fields).toEqual({
      code: 'Ese no es el código',
    })
    expect(await asksForCopy(beto)).toBe(403)
    const uses = await Promise.all(Array.from({ length: 3 }, () => beto.post(path, { code: ` ${code} ` })))
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await asksForCopy(beto)).toBe(202)
  })

  test('has five tries', async () => {
    const beto = await t.person('STUDENT')
    await beto.post(`${path}code/`)
    const code = await mailedCode(beto.email)
    for (let n = 0; n < 5; n++) expect((await beto.post(path, { code: other(code) })).status).toBe(422)
    expect((await beto.post(path, { code })).body.code).toBe('accounts.code_expired')
  })

  test('ends after ten minutes, when the clock deletes it, and with the next one', async () => {
    const beto = await t.person('STUDENT')
    await beto.post(`${path}code/`)
    const first = await mailedCode(beto.email)
    t.clock.move(61_000)
    await beto.post(`${path}code/`)
    const second = await mailedCode(beto.email)
    expect(second).not.toBe(first)
    expect((await beto.post(path, { code: first })).status).toBe(422)
    t.clock.move(10 * MINUTE)
    expect((await beto.post(path, { code: second })).body.code).toBe('accounts.code_expired')
    await t.app.jobs.runSweeps()
    expect(await t.db.$count(proof_codes)).toBe(0)
  })

  test('deletion asks for it too: the e-mail that is typed is no secret', async () => {
    const beto = await t.person('STUDENT')
    await signedInLongAgo(beto)
    const refused = await beto.post('/api/auth/deletion/', { email: beto.email })
    expect([refused.status, refused.body.code]).toEqual([403, 'access.proof_needed'])
    await beto.post(`${path}code/`)
    await beto.post(path, { code: await mailedCode(beto.email) })
    expect((await beto.post('/api/auth/deletion/', { email: beto.email })).status).toBe(200)
  })
})

test('the password that comes with the call is proof enough for deletion', async () => {
  const ana = await someone('STUDENT')
  await signedInLongAgo(ana)
  expect((await ana.post('/api/auth/deletion/', { password: PASSWORD })).status).toBe(200)
})

test('the call’s description says it', async () => {
  const { document } = await apiDocument({ url: t.app.config.public_url })
  expect(document.paths['/api/auth/export/']?.post).toMatchObject({
    description: expect.stringContaining('access.proof_needed'),
  })
})
