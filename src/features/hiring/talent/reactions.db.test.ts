import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERVICE } from '#app/server/scenes/cast.ts'
import { musicianOf, NOW, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { listServices } from '#features/services/contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW })
})
afterAll(() => t?.close())

it('keeps a service as it was asked for, and edits it in place while nobody has asked', async () => {
  const musician = await t.person('MUSICIAN')
  const hunter = await t.person('TALENT_HUNTER')
  const { api, project_id } = await musicianOf(t, musician.project_id ?? 0)
  const [service] = (await api(listServices)).results
  const id = service?.id ?? 0
  const edit = (price: number) => musician.call('PUT', `/api/services/${id}/`, { ...SERVICE, price })

  const free = await edit(21_000)
  expect([free.status, free.body.id, free.body.version]).toEqual([200, id, 1])

  await scouting(t, hunter, [{ project_ids: [project_id] }])
  const asked = await edit(30_000)
  expect([asked.status, asked.body.version, asked.body.price]).toEqual([200, 2, 30_000])
  expect(asked.body.id).not.toBe(id)
  const before = await musician.get(`/api/services/${id}/`)
  expect([before.body.price, before.body.status]).toEqual([21_000, 'archived'])
})
