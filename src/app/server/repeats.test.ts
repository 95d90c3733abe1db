import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOW, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { HOUR } from '#core/contract/time.ts'
import { idempotency_keys } from '#core/server/table.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAccount } from '#features/accounts/commands.deletion.ts'
import { users } from '#features/accounts/table.ts'
import { givePlan } from '#features/plans/plans.fixture.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

let t: TestApp
let hunter: Person
let rosa: Person
beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
})
afterAll(() => t.close())

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const rows = async () => JSON.stringify(await t.db.select().from(idempotency_keys))

it('a repeated call does nothing again and is answered from what is there now', async () => {
  const body = { name: 'La Ceiba', project_type: 'GROUP' }
  const first = await rosa.post('/api/projects/', body, keyed('make-a-band'))
  expect(first.status).toBe(201)
  await rosa.patch(`/api/projects/${first.body.id}/`, { bio: 'Ahora con marimba.' })
  const again = await rosa.post('/api/projects/', body, keyed('make-a-band'))
  expect(again.status).toBe(201)
  expect(again.body).toEqual({ ...first.body, bio: 'Ahora con marimba.' })
  expect((await rosa.get('/api/projects/')).body.results).toHaveLength(2)
  expect((await rosa.post('/api/projects/', { ...body, name: 'Otra' }, keyed('make-a-band'))).status).toBe(
    422,
  )
})

it('a call is the same in every form of its path, and another for another id', async () => {
  const forms = [
    '/api/auth/profile/',
    '/api/auth/profile',
    '/auth/profile/',
    '/auth/profile',
    '/auth/profile?',
  ]
  for (const form of forms) {
    const { status, body } = await rosa.patch(form, { city: 'Cobán' }, keyed('my-town'))
    expect([status, body.city], form).toEqual([200, form === forms[0] ? 'Cobán' : 'Antigua'])
    // Were it done again, it would undo this.
    await rosa.patch('/api/auth/profile/', { city: 'Antigua' })
  }
  await givePlan(t.db, rosa.id)
  const band = (await rosa.post('/api/projects/', { name: 'Los Primos', project_type: 'GROUP' })).body.id
  const other = (await rosa.post('/api/projects/', { name: 'Las Primas', project_type: 'GROUP' })).body.id
  const bio = { bio: 'Sones y merengues.' }
  expect((await rosa.patch(`/api/projects/${band}/`, bio, keyed('bio'))).status).toBe(200)
  expect((await rosa.patch(`/api/projects/${band}`, bio, keyed('bio'))).status).toBe(200)
  const reused = await rosa.patch(`/api/projects/${other}/`, bio, keyed('bio'))
  expect([reused.status, reused.body.code]).toEqual([422, 'common.key_reused'])
})

it('so is one that a list holds, and one that is a part of something', async () => {
  const instrument = {
    type: 'musical instrument',
    name: 'guitar',
    family: null,
    brand: 'Lucida',
    model: '5555-1234',
    owner_id: null,
    since_year: null,
    level: null,
    is_primary: true,
    condition: 'good',
    photo: null,
  }
  const made = await rosa.post('/api/instruments/', instrument, keyed('guitar'))
  expect((await rosa.post('/api/instruments/', instrument, keyed('guitar'))).body).toEqual(made.body)
  const { order_id } = await scouting(t, hunter, [{ project_ids: [rosa.project_id ?? 0] }])
  const note = { note: 'Algo más tranquilo' }
  const change = await hunter.post(`/api/orders/${order_id}/change/`, note, keyed('change'))
  expect(change.status).toBe(200)
  const repeated = await hunter.post(`/api/orders/${order_id}/change/`, note, keyed('change'))
  expect(repeated.body.timeline).toEqual(change.body.timeline)
})

it('what is stored holds no names, words or addresses', async () => {
  await rosa.patch('/api/auth/profile/', { phone: '+502 5555 1234' }, keyed('my-phone'))
  expect(
    (await rosa.patch('/api/auth/profile/', { phone: '+502 5555 1234' }, keyed('my-phone'))).body.phone,
  ).toBe('+502 5555 1234')
  expect(await rows()).not.toMatch(/Ceiba|Rosa|Ana|Lucida|5555|@|my-phone|tranquilo/)
})

it('is known for a day, and forgotten with the account', async () => {
  t.clock.move(23 * HOUR)
  await t.app.jobs.runSweeps()
  expect(await t.db.$count(idempotency_keys)).toBeGreaterThan(0)
  t.clock.move(HOUR)
  await t.app.jobs.runSweeps()
  expect(await t.db.$count(idempotency_keys)).toBe(0)
  await rosa.patch('/api/auth/profile/', { language: 'en' }, keyed('language'))
  await t.db.update(users).set({ delete_at: t.clock.now().toISOString() }).where(eq(users.id, rosa.id))
  await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, rosa.id))
  expect(await t.db.$count(idempotency_keys, eq(idempotency_keys.user_id, rosa.id))).toBe(0)
})
