import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Candidate, CandidateSlot } from '../contract.ts'
import { LineUpSum } from './LineUpSum.tsx'

inSpanish()

/** 300.00 for up to three hours, whatever of them is played. */
const duo = {
  ...{
    project_id: 7,
    service_id: 3,
    name: 'Son Bolero',
    project_type: 'GROUP',
    profile_image: null,
    city: null,
  },
  ...{ rating: null, rating_count: 0, gigs_played: 0, has_sound: false, checks: null, reliability: null },
  ...{
    promises: 0,
    reply_minutes: null,
    replies: 0,
    service_title: 'Dúo',
    format: 'duo',
    genres: ['bolero'],
  },
  ...{ includes_sound: false, price: 30_000, distance_km: 0, fit: 80, parts: [], rank: 1, chosen: true },
  ...{ preferred: false, free: true, request: null },
  offer: { price_mode: 'fixed', price: 30_000, duration_minutes: 180, travel_fee_per_km: 0 },
} satisfies Candidate as Candidate

const slotAt = (slot_id: number, from: string, to: string): CandidateSlot => ({
  ...{
    slot_id,
    position: slot_id,
    intent: 'dance',
    title: `Momento ${slot_id}`,
    genre: 'bolero',
    format: 'duo',
  },
  ...{ from: `2126-12-12T${from}:00.000Z`, to: `2126-12-12T${to}:00.000Z`, energy: 3, cost: 30_000 },
  ...{ required: true, matching: 1, covered: false, candidates: [duo] },
})

const shown = async (slots: CandidateSlot[]) =>
  textOf(
    await drawn(
      <LineUpSum
        {...{ slots, currency: 'USD', budget_max: 90_000, asked: 1, bare: [] }}
        picks={new Map(slots.map(({ slot_id }) => [slot_id, new Set([duo.project_id])]))}
      />,
    ),
  )

test('who plays moments that follow each other is counted once, and the page says so', async () => {
  const words = await shown([slotAt(1, '01:00', '02:00'), slotAt(2, '02:00', '03:30')])
  expect(words).toContain('$300 1 músico en la lista')
  expect(words).toContain('ya con $300 menos por tocar momentos seguidos')
})

test('of moments that are apart each is counted', async () => {
  const words = await shown([slotAt(1, '01:00', '02:00'), slotAt(2, '04:00', '05:00')])
  expect(words).toContain('$600 1 músico en la lista')
  expect(words).not.toContain('menos')
})
