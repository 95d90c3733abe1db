import { describe, expect, test } from 'vitest'
import type { Results } from './contract.ts'
import { sharedOf } from './rules.share.ts'

const about = {
  title: 'Boda Aguilar',
  type: 'wedding' as const,
  city: 'Antigua Guatemala',
  starts_at: '2026-04-19T00:00:00.000Z',
  ends_at: '2026-04-19T04:00:00.000Z',
  zone: 'America/Guatemala',
}
const moment = (slot_id: number, project_id: number | null) => ({
  slot_id,
  intent: 'dance' as const,
  title: null,
  starts_at: about.starts_at,
  ends_at: about.ends_at,
  project_id,
  project_name: project_id === null ? null : `P${project_id}`,
  mark: project_id === null ? null : 5,
  planned: 12_345,
  agreed: project_id === null ? null : 67_891,
})
const arrived = (project_id: number, arrival: Results['punctuality'][number]['arrival']) => ({
  project_id,
  project_name: `P${project_id}`,
  arrival,
})
const RESULTS: Results = {
  order_id: 12,
  ...about,
  guests: 120,
  currency: 'USD',
  answered_at: '2026-04-21T00:00:00.000Z',
  objective: {
    kind: 'dance_floor',
    metric: 'dancing_share',
    target: 60,
    actual: 75,
    share: 1.25,
    reached: true,
  },
  nps: 3,
  satisfaction: 5,
  moments: [moment(1, 7), moment(2, 8), moment(3, null)],
  money: {
    planned: 37_035,
    agreed: 135_782,
    other_currencies: [],
    declared: null,
    roi: null,
    per_guest: 1_132,
  },
  punctuality: [arrived(7, 'on_time'), arrived(8, 'late')],
  musicians: { asked: 2, answered: 1, mark: 2, as_agreed: 0 },
  comment: 'Entre nosotros: carísimo.',
  missing: ['guests'],
}
const alone: Results = {
  ...RESULTS,
  moments: [moment(1, 7)],
  punctuality: [arrived(7, 'late')],
}

describe('what is read by a link', () => {
  test('is what the event was for, how it was and who played, and of money nothing unless the host wants it', () => {
    expect(sharedOf(RESULTS, { with_money: false })).toEqual({
      ...about,
      guests: 120,
      objective: RESULTS.objective,
      satisfaction: 5,
      moments: [1, 2].map((slot_id) => ({
        slot_id,
        intent: 'dance',
        title: null,
        starts_at: about.starts_at,
        ends_at: about.ends_at,
        mark: 5,
      })),
      performers: ['P7', 'P8'],
      punctuality: { on_time: 1, late: 1, absent: 0, unanswered: 0 },
      money: null,
    })
  })

  test('never is what only the host was to see, what musicians answered, or anybody’s own price', () => {
    const shared = JSON.stringify(sharedOf(RESULTS, { with_money: true }))
    for (const hidden of ['carísimo', '12345', '67891', 'musicians', 'nps', 'comment', 'missing', 'order_id'])
      expect(shared).not.toContain(hidden)
  })

  test('is the sums of the whole event where the host wants it', () => {
    expect(sharedOf(RESULTS, { with_money: true }).money).toEqual({
      currency: 'USD',
      planned: 37_035,
      agreed: 135_782,
      declared: null,
      roi: null,
      per_guest: 1_132,
    })
  })

  test('is neither a sum nor an arrival where a single project played: they would be its own', () => {
    expect(sharedOf(alone, { with_money: true })).toMatchObject({
      performers: ['P7'],
      money: null,
      punctuality: null,
    })
  })

  test('counts no arrivals of which nobody said anything', () => {
    const silent = { ...RESULTS, punctuality: [arrived(7, null), arrived(8, null)] }
    expect(sharedOf(silent, { with_money: false }).punctuality).toBeNull()
    const half = { ...RESULTS, punctuality: [arrived(7, null), arrived(8, 'absent')] }
    expect(sharedOf(half, { with_money: false }).punctuality).toEqual({
      on_time: 0,
      late: 0,
      absent: 1,
      unanswered: 1,
    })
  })
})
