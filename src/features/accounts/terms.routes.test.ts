import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { TERMS_VERSION } from './contract.terms.ts'
import { users } from './table.ts'

const ACCEPT = '/api/auth/terms/'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const acceptedBy = async (id: number) => {
  const [user] = await t.db
    .select({ version: users.terms_version, at: users.terms_accepted_at })
    .from(users)
    .where(eq(users.id, id))
  return user
}

describe('the terms', () => {
  it('are stored with their version when somebody signs up', async () => {
    await t.anonymous.post('/api/auth/signup/', {
      name: 'Ana Paz',
      email: 'ana.terminos@tarima.test',
      password: 'ClaveSegura2026',
      terms: true,
    })
    const [user] = await t.db
      .select({ version: users.terms_version })
      .from(users)
      .where(eq(users.email, 'ana.terminos@tarima.test'))
    expect(user?.version).toBe(TERMS_VERSION)
  })
  it('are accepted anew by whoever accepted others, and the profile says which', async () => {
    const beto = await t.person('STUDENT')
    await t.db.update(users).set({ terms_version: 0 }).where(eq(users.id, beto.id))
    expect((await beto.get('/api/auth/profile/')).body.terms_version).toBe(0)
    const before = await acceptedBy(beto.id)
    t.clock.move(60_000)
    expect((await beto.post(ACCEPT, { version: TERMS_VERSION })).status).toBe(200)
    const after = await acceptedBy(beto.id)
    expect(after?.version).toBe(TERMS_VERSION)
    expect(Date.parse(after?.at ?? '')).toBeGreaterThan(Date.parse(before?.at ?? ''))
    // Accepted again, when they were accepted stays.
    t.clock.move(60_000)
    await beto.post(ACCEPT, { version: TERMS_VERSION })
    expect(await acceptedBy(beto.id)).toEqual(after)
  })
  it('aren’t accepted in a version that doesn’t hold, nor by strangers', async () => {
    const carla = await t.person('MUSICIAN')
    const old = await carla.post(ACCEPT, { version: TERMS_VERSION + 1 })
    expect([old.status, old.body.code]).toEqual([409, 'accounts.terms_changed'])
    expect((await carla.post(ACCEPT, {})).status).toBe(422)
    expect((await t.anonymous.post(ACCEPT, { version: TERMS_VERSION })).status).toBe(401)
  })
})
