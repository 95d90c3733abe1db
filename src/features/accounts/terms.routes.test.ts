import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { HOUR } from '#core/contract/time.ts'
import { lessonOf, teacher } from '#features/lessons/scene.fixture.ts'
import { lessons } from '#features/lessons/table.ts'
import { notifications } from '#features/notifications/table.ts'
import { TERMS_VERSION } from './contract.terms.ts'
import { mayBeRecorded } from './queries.minors.ts'
import { minors } from './table.minors.ts'
import { users } from './table.ts'

const ACCEPT = '/api/auth/terms/'
const BORN = '2013-05-20'

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
      birth_date: '1990-05-05',
    })
    const [user] = await t.db
      .select({ version: users.terms_version })
      .from(users)
      .where(eq(users.email, 'ana.terminos@tarima.test'))
    expect(user?.version).toBe(TERMS_VERSION)
  })
  it('are accepted anew by whoever accepted others, and the profile says which', async () => {
    const beto = await t.person('MUSICIAN')
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
  it('ask who learns, and was here before that was asked, when they were born: once', async () => {
    const old = async (terms_version: number) => {
      const one = await t.person('STUDENT')
      await t.db.update(users).set({ terms_version }).where(eq(users.id, one.id))
      return one
    }
    const version = TERMS_VERSION
    const adult = await old(3)
    for (const [body, field] of [
      [{ version }, 'birth_date'],
      [{ version, birth_date: '2013-02-30' }, 'birth_date'],
      [{ version, birth_date: '2999-01-01' }, 'birth_date'],
      [{ version, birth_date: BORN }, 'guardian_email'],
      [{ version, birth_date: BORN, guardian_email: adult.email }, 'guardian_email'],
    ] as const) {
      const said = await adult.post(ACCEPT, body)
      expect([said.status, Object.keys(said.body.fields)], JSON.stringify(body)).toEqual([422, [field]])
    }
    expect((await acceptedBy(adult.id))?.version).toBe(3)
    expect(await mayBeRecorded(t.db, adult.id, t.clock.now())).toBe(false)
    expect((await adult.post(ACCEPT, { version, birth_date: '1990-05-05' })).status).toBe(200)
    expect(await mayBeRecorded(t.db, adult.id, t.clock.now())).toBe(true)
    expect(await t.db.$count(minors, eq(minors.user_id, adult.id))).toBe(0)
    expect((await adult.post(ACCEPT, { version })).status).toBe(200)

    const child = await old(0)
    const rosa = await teacher(t)
    // In five hours: cancelling would cost it.
    const ends = new Date(t.clock.now().getTime() + 6 * HOUR)
    const lesson_id = await lessonOf(t, child, rosa, ends, 'scheduled')
    expect(await mayBeRecorded(t.db, child.id, t.clock.now())).toBe(false)
    const guardian_email = 'adulto.terminos@tarima.test'
    expect((await child.post(ACCEPT, { version, birth_date: BORN, guardian_email })).status).toBe(200)
    const closed = await child.get('/api/lessons/desk/')
    expect([closed.status, closed.body.code]).toEqual([403, 'access.guardian_awaited'])
    expect((await t.mails(guardian_email)).map(({ kind }) => kind)).toEqual(['guardian_asked'])
    const [lesson] = await t.db.select().from(lessons).where(eq(lessons.id, lesson_id))
    expect(lesson).toMatchObject({ state: 'cancelled_by_student', is_charged: false })
    const told = await t.db.select().from(notifications).where(eq(notifications.user_id, rosa.id))
    expect(told.map(({ type }) => type)).toContain('LESSON_CHANGED')
    expect(await mayBeRecorded(t.db, child.id, t.clock.now())).toBe(false)
    // Of everybody else neither is kept, whatever they send.
    const musician = await t.person('MUSICIAN')
    await t.db.update(users).set({ terms_version: 0 }).where(eq(users.id, musician.id))
    expect((await musician.post(ACCEPT, { version, birth_date: BORN })).status).toBe(200)
    expect(await t.db.$count(minors, eq(minors.user_id, musician.id))).toBe(0)
  })
  it('aren’t accepted in a version that doesn’t hold, nor by strangers', async () => {
    const carla = await t.person('MUSICIAN')
    const old = await carla.post(ACCEPT, { version: TERMS_VERSION + 1 })
    expect([old.status, old.body.code]).toEqual([409, 'accounts.terms_changed'])
    expect((await carla.post(ACCEPT, {})).status).toBe(422)
    expect((await t.anonymous.post(ACCEPT, { version: TERMS_VERSION })).status).toBe(401)
  })
})
