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
/** In the order of playing, which isn't that of their names; the third one's account was deleted. */
const NAMES = new Map([
  [7, 'Zoila Paz'],
  [8, 'Ana Canel'],
])
const moment = (slot_id: number, project_id: number | null, mark = 5) => ({
  slot_id,
  intent: 'dance' as const,
  title: null,
  starts_at: about.starts_at,
  ends_at: about.ends_at,
  project_id,
  project_name: NAMES.get(project_id ?? 0) ?? null,
  mark: project_id === null ? null : mark,
  planned: 12_345,
  agreed: project_id === null ? null : 67_891,
})
const arrived = (project_id: number, arrival: Results['punctuality'][number]['arrival']) => ({
  project_id,
  project_name: NAMES.get(project_id) ?? null,
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
  moments: [moment(1, 7), moment(2, 8, 2), moment(3, null), moment(4, 9)],
  money: {
    planned: 37_035,
    agreed: 135_782,
    other_currencies: [],
    declared: null,
    roi: null,
    per_guest: 1_132,
  },
  punctuality: [arrived(7, 'on_time'), arrived(8, 'late'), arrived(9, 'on_time')],
  musicians: { asked: 3, answered: 1, mark: 2, as_agreed: 0 },
  comment: 'Entre nosotros: carísimo.',
  missing: ['guests'],
}
/** The same where fewer have played. */
const playedBy = (...ids: number[]): Results => ({
  ...RESULTS,
  moments: ids.map((id) => moment(id, id)),
  punctuality: ids.map((id) => arrived(id, 'late')),
})

describe('what is read by a link', () => {
  test('is what the event was for, how it was and who played, and of money nothing unless the host wants it', () => {
    expect(sharedOf(RESULTS, { with_money: false })).toEqual({
      ...about,
      guests: 120,
      objective: RESULTS.objective,
      satisfaction: 5,
      moments: [
        { slot_id: 1, mark: 5 },
        { slot_id: 2, mark: 2 },
        { slot_id: 4, mark: 5 },
      ].map((one) => ({
        ...{ intent: 'dance', title: null, starts_at: about.starts_at, ends_at: about.ends_at },
        ...one,
      })),
      performers: ['Ana Canel', 'Zoila Paz', null],
      punctuality: { on_time: 2, late: 1, absent: 0, unanswered: 0 },
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

  test('names who played by their names and not in the order of playing, which would say whose mark is whose', () => {
    const names = (...ids: number[]) => sharedOf(playedBy(...ids), { with_money: false }).performers
    expect(names(7, 8)).toEqual(['Ana Canel', 'Zoila Paz'])
    expect(names(8, 7)).toEqual(['Ana Canel', 'Zoila Paz'])
    expect(names(9, 7, 10, 8)).toEqual(['Ana Canel', 'Zoila Paz', null, null])
  })

  test('doesn’t name a single project: the marks would be its own', () => {
    const shared = sharedOf(playedBy(7), { with_money: false })
    expect(JSON.stringify(shared)).not.toContain('Zoila')
    expect(shared).toMatchObject({ performers: [], moments: [{ mark: 5 }] })
  })

  test('is neither a sum nor an arrival of one or two: whoever knows one of them would know the other', () => {
    for (const results of [playedBy(7), playedBy(7, 8)])
      expect(sharedOf(results, { with_money: true })).toMatchObject({ money: null, punctuality: null })
    expect(sharedOf(playedBy(7, 8, 9), { with_money: true })).toMatchObject({
      money: { agreed: 135_782 },
      punctuality: { late: 3 },
    })
  })

  test('counts no arrivals of which nobody said anything', () => {
    const silent = { ...RESULTS, punctuality: [7, 8, 9].map((id) => arrived(id, null)) }
    expect(sharedOf(silent, { with_money: false }).punctuality).toBeNull()
    const some = {
      ...RESULTS,
      punctuality: [arrived(7, null), arrived(8, 'absent'), arrived(9, 'on_time')],
    }
    expect(sharedOf(some, { with_money: false }).punctuality).toEqual({
      on_time: 1,
      late: 0,
      absent: 1,
      unanswered: 1,
    })
  })
})
