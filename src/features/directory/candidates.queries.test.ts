import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANTIGUA } from '#app/server/scenes/brief.ts'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { holdTime } from '#features/availability/commands.ts'
import { priceFor } from '#features/services/rules.price.ts'
import { type Playing, playing } from './playing.fixture.ts'
import { candidatesFor } from './queries.match.ts'
import type { MatchSlot } from './queries.parts.ts'

let t: TestApp
let marisol: Playing

beforeAll(async () => {
  t = await testApp({ now: '2026-11-20T12:00:00Z' })
  marisol = await playing(t, 'Marisol Reyes', ANTIGUA, { genres: ['bolero', 'jazz'] })
  await playing(t, 'Óscar Núñez', ANTIGUA, { genres: ['salsa'], price: 90_000, format: 'band' })
  await transaction(t.app, t.clock.now(), (work) =>
    holdTime(work, {
      project_id: marisol.project_id,
      starts_at: '2026-12-06T00:00:00Z',
      ends_at: '2026-12-06T03:00:00Z',
      kind: 'hold',
      subject: 'request:1',
    }),
  )
})
afterAll(() => t.close())
describe('the candidates of a slot', () => {
  const slot: MatchSlot = {
    slot_id: 1,
    starts_at: '2026-12-13T00:00:00Z',
    ends_at: '2026-12-13T03:00:00Z',
    genre: 'bolero',
    near: ['bolero'],
    cost: 50_000,
    genres: ['bolero'],
    forbidden: ['reggaeton'],
    format: 'solo',
    price_max: 50_000,
    currency: 'USD',
    lat: 14.6349,
    lng: -90.5069,
    declined: [],
    event_type: 'wedding',
  }
  const names = async (change: Partial<MatchSlot>) =>
    (await candidatesFor(t.db, [{ ...slot, ...change }], { now: t.clock.now() })).map(({ name }) => name)

  it('pass every hard rule, and each rule alone keeps somebody out', async () => {
    expect(await names({})).toEqual(['Marisol Reyes'])
    expect(await names({ genres: ['salsa'] })).toEqual([])
    expect(await names({ genres: ['bolero'], forbidden: ['bolero'] })).toEqual([])
    expect(await names({ genres: [], forbidden: ['bolero', 'jazz'] })).toEqual([])
    expect(await names({ format: 'band', genres: ['salsa'], price_max: 200_000 })).toEqual(['Óscar Núñez'])
    expect(await names({ price_max: 30_000 })).toEqual([])
    expect(await names({ currency: 'GTQ' })).toEqual([])
    expect(await names({ lat: 16.9, lng: -89.9 })).toEqual([])
    expect(await names({ declined: [marisol.project_id] })).toEqual([])
    expect(await names({ starts_at: '2026-12-06T01:00:00Z', ends_at: '2026-12-06T03:00:00Z' })).toEqual([])
  })

  it('cost what the service’s own rule says, with travel', async () => {
    const [one] = await candidatesFor(t.db, [slot], { now: t.clock.now() })
    expect(one).toMatchObject({
      project_id: marisol.project_id,
      genre_overlap: 1,
      user_ids: [marisol.id],
      event_type_named: false,
    })
    const service = {
      price_mode: 'fixed',
      price: 20_000,
      duration_minutes: 120,
      travel_fee_per_km: 10,
    } as const
    expect(one?.price).toBe(priceFor(service, 180, one?.distance_km ?? 0))
    expect(one?.distance_km).toBeGreaterThan(20)
    expect(one?.distance_km).toBeLessThan(30)
  })

  it('are counted without the free test when only that is asked', async () => {
    const held = { ...slot, starts_at: '2026-12-06T01:00:00Z', ends_at: '2026-12-06T03:00:00Z' }
    expect(await candidatesFor(t.db, [held], { now: t.clock.now(), free: false })).toHaveLength(1)
  })
})
