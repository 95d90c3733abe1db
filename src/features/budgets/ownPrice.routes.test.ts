import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/server/testing.ts'
import { ANTIGUA, hunter, openHiring, player, t } from '#features/hiring/desk/hiring.fixture.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { MusicianRequest } from './contract.ts'
import { ownPrices } from './rules.draft.ts'

/* Who is asked reads their own price for it: what the search and the form that asked them said. */

openHiring()

let rosa: Person & { project_id: number }
let service_id: number

beforeAll(async () => {
  rosa = await player({ price: 40_000 })
  // Some eleven kilometres north of the event, each of which costs a dollar.
  await t.db
    .update(music_projects)
    .set({ lat: ANTIGUA.lat + 0.1 })
    .where(eq(music_projects.id, rosa.project_id))
  const [row] = await t.db
    .update(services)
    .set({ travel_fee_per_km: 100 })
    .where(eq(services.project_id, rosa.project_id))
    .returning()
  service_id = row?.id ?? 0
})

const EVENT = {
  ...{ type: 'wedding', day: '2027-03-13', starts: '18:00', ends: '22:00', zone: 'America/Guatemala' },
  ...{ city: 'Antigua Guatemala', country: 'GT', ...ANTIGUA, guests: 80 },
}

test('the price of a request is the one that the search says for that time and place', async () => {
  const { body: asked } = await hunter.get('/api/orders/ask/', {
    query: {
      ...{ musician: String(rosa.project_id), day: EVENT.day, starts: EVENT.starts, ends: EVENT.ends },
      ...{ zone: EVENT.zone, lat: String(ANTIGUA.lat), lng: String(ANTIGUA.lng), city: EVENT.city },
    },
  })
  const price = asked.services[0].price
  // Four hours of what is 400.00 for three, and twelve begun kilometres.
  expect(price).toBe(53_334 + 1_200)
  const sent = await hunter.post('/api/orders/ask/', {
    ...EVENT,
    ...{ musician: rosa.project_id, service_id, price, message: 'Es una boda pequeña', consent: true },
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const [request] = (await rosa.get('/api/requests/')).body.results as [MusicianRequest]
  expect(request.moments[0]?.offer).toMatchObject({ service_id, km: 12, travel_fee_per_km: 100 })
  expect(ownPrices(request.moments)).toEqual([price])

  // In another currency than the event's nothing is known of it.
  await t.db.update(services).set({ currency: 'GTQ' }).where(eq(services.id, service_id))
  const { body } = await rosa.get(`/api/requests/${request.id}/`)
  expect(ownPrices(body.moments)).toBeNull()
})
