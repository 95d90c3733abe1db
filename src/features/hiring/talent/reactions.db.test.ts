import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { services } from '#features/services/table.ts'
import { orders, requests, slots } from '../table.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: '2026-11-20T15:00:00Z' })
})
afterAll(() => t?.close())

const SERVICE = {
  title: 'Boleros en la plaza',
  category: 'MUSIC_SETTING' as const,
  description: 'Boleros y jazz suave para la hora del coctel.',
  genres: ['jazz'],
  event_types: [],
  format: 'solo' as const,
  duration_minutes: 90,
  price_mode: 'fixed' as const,
  price: 20_000,
  currency: 'USD',
  travel_radius_km: 50,
  travel_fee_per_km: 0,
  includes_sound: true,
  setup_minutes: 30,
  lead_time_days: 2,
  languages: ['es'],
  media: [],
  extras: [],
  instrument: null,
  level: null,
  modality: null,
  lesson_minutes: null,
  trial_price: null,
}

it('keeps a service as it was asked for, and edits it in place while nobody has asked', async () => {
  const musician = await t.person('MUSICIAN')
  const hunter = await t.person('TALENT_HUNTER')
  const project_id = musician.project_id ?? 0
  const [service] = await t.db
    .insert(services)
    .values({ ...SERVICE, project_id, status: 'active' })
    .returning()
  const edit = (id: number, price: number) =>
    musician.call('PUT', `/api/services/${id}/`, { ...SERVICE, price })

  const free = await edit(service?.id ?? 0, 21_000)
  expect([free.status, free.body.id, free.body.version]).toEqual([200, service?.id, 1])

  const [order] = await t.db
    .insert(orders)
    .values({ hunter_id: hunter.id, stage: 'scouting', zone: 'America/Guatemala', currency: 'USD' })
    .returning()
  const [slot] = await t.db
    .insert(slots)
    .values({ order_id: order?.id ?? 0 })
    .returning()
  await t.db.insert(requests).values({
    order_id: order?.id ?? 0,
    slot_id: slot?.id ?? 0,
    project_id,
    service_id: service?.id ?? 0,
    during: '["2026-12-19T20:00:00Z","2026-12-19T22:00:00Z")',
    reply_by: '2026-12-01T00:00:00Z',
    sent_at: '2026-11-20T15:00:00Z',
  })
  const asked = await edit(service?.id ?? 0, 30_000)
  expect([asked.status, asked.body.version, asked.body.price]).toEqual([200, 2, 30_000])
  expect(asked.body.id).not.toBe(service?.id)
  const kept = await musician.get(`/api/services/${service?.id}/`)
  expect([kept.body.price, kept.body.status]).toEqual([21_000, 'archived'])
})
