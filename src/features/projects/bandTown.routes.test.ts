import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { givePlan } from '#features/plans/plans.fixture.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t?.close())

test('bands of one owner in one town are at one point, picked on the map or in no list; elsewhere at that town’s', async () => {
  const person = await t.person('MUSICIAN')
  await givePlan(t.db, person.id)
  const own = `/api/projects/${person.project_id}/`
  const at = { city: 'Aldea El Chol Viejo', country: 'GT', lat: 15.01, lng: -90.49 }
  expect((await person.patch(own, at)).status).toBe(200)
  const band = async (name: string, city: string | null) =>
    (await person.post('/api/projects/', { name, project_type: 'GROUP', city, country: null })).body
  expect(await band('La Aldea', at.city)).toMatchObject(at)
  const elsewhere = await band('La Otra', 'Cobán')
  expect(elsewhere.city).toBe('Cobán')
  expect(elsewhere.lat).toBeCloseTo(15.47, 1)
  expect(await band('Sin Lugar', null)).toMatchObject({ city: null, lat: null, lng: null })
})
