import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { EventDetail } from '../contract.ts'
import { NO_HOST_FACTS, UNEDITED } from '../rules.day.ts'
import { EventView } from './EventView.tsx'

inSpanish()
beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: 'https://tarima.test' } })
  vi.useFakeTimers({ now: new Date('2026-04-10T12:00:00.000Z'), toFake: ['Date'] })
})
afterAll(() => void vi.useRealTimers())

const EVENT: EventDetail = {
  ...{ id: 12, order_id: 3, title: 'Boda Aguilar', type: 'wedding', state: 'confirmed', guests: 120 },
  ...{ starts_at: '2026-04-19T00:00:00.000Z', ends_at: '2026-04-19T05:00:00.000Z' },
  ...{ zone: 'America/Guatemala', city: 'Antigua Guatemala', place: null, lat: null, lng: null },
  ...{ side: 'musician', contact: null, performers: [], stage_plan: null, opens_at: null },
  host_says: { ...NO_HOST_FACTS, ...UNEDITED },
  ...{ documents: [], day: null, checklist: [], lost_moments: 0 },
}

/** What a musician reads of an event; as it was read last, so that nothing is asked for meanwhile. */
const shown = async (more: Partial<EventDetail>) =>
  textOf(await drawn(<EventView event={{ ...EVENT, ...more }} refreshes={[]} isStored />))

const MISSING = 'Falta la dirección exacta: aparece aquí cuando quien contrata la ponga.'

test('whoever plays reads that the street is missing, while it may still be said', async () => {
  expect(await shown({})).toContain(MISSING)
  for (const more of [
    { place: '5a avenida norte 12' },
    { state: 'cancelled' },
    { starts_at: '2026-04-10T11:00:00.000Z' },
  ] as const)
    expect(await shown(more), JSON.stringify(more)).not.toContain(MISSING)
})
