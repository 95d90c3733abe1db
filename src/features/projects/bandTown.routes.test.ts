import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { givePlan } from '#features/plans/plans.fixture.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t?.close())

test('a band in a town that is in no list is at its owner’s point there; in one of the list at the town’s', async () => {
  const person = await t.person('MUSICIAN')
  await givePlan(t.db, person.id)
  const own = `/api/projects/${person.project_id}/`
  const at = { city: 'Aldea El Chol Viejo', country: 'GT', lat: 15.01, lng: -90.49 }
  expect((await person.patch(own, at)).status).toBe(200)
  const band = async (name: string, city: string | null, country: string | null = null) =>
    (await person.post('/api/projects/', { name, project_type: 'GROUP', city, country })).body
  expect(await band('La Aldea', at.city)).toMatchObject(at)
  const elsewhere = await band('La Otra', 'Cobán')
  expect(elsewhere.city).toBe('Cobán')
  expect(elsewhere.lat).toBeCloseTo(15.47, 1)
  expect(await band('La Lejana', at.city, 'MX')).toMatchObject({ city: at.city, country: 'MX', lat: null })
  // Their own door isn't the band's, whose members see where it is.
  const door = { city: 'Cobán', country: 'GT', lat: 15.4701, lng: -90.3799 }
  expect((await person.patch(own, door)).status).toBe(200)
  expect((await band('La Vecina', 'Cobán')).lat).toBe(elsewhere.lat)
  expect(elsewhere.lat).not.toBe(door.lat)
  expect(await band('Sin Lugar', null)).toMatchObject({ city: null, lat: null, lng: null })
})
