import { describe, expect, test } from 'vitest'
import type { ComparedFigure } from './contract.insights.ts'
import { MOST_RECOMMENDATIONS, recommendationsOf } from './rules.recommendations.ts'

type Facts = Parameters<typeof recommendationsOf>[0]
type Results = Facts['results']

const moment = (slot_id: number, mark: number | null, more = {}) => ({
  slot_id,
  intent: 'dance' as const,
  title: `Momento ${slot_id}`,
  starts_at: '2026-04-19T00:00:00.000Z',
  ends_at: '2026-04-19T02:00:00.000Z',
  project_id: slot_id + 6,
  project_name: `Músico ${slot_id}`,
  mark,
  planned: 40_000,
  agreed: 40_000,
  ...more,
})

/** An event of which nothing stands out. */
const PLAIN: Results = {
  guests: 100,
  currency: 'USD',
  answered_at: '2026-04-21T00:00:00.000Z',
  objective: { kind: 'ambience', metric: 'satisfaction', target: 4, actual: 4, share: 1, reached: true },
  nps: 8,
  satisfaction: 4,
  moments: [moment(1, 4), moment(2, 4)],
  money: {
    planned: 80_000,
    agreed: 80_000,
    other_currencies: [],
    declared: null,
    roi: null,
    per_guest: 800,
  },
  punctuality: [],
  musicians: { asked: 2, answered: 2, mark: 5, as_agreed: 2 },
  comment: '',
  missing: [],
}
const figure = (name: ComparedFigure['name'], lower: number, median: number, upper: number) => ({
  ...{ name, own: null, events: 12, lower, median, upper },
})
const adviceOn = (more: Partial<Results>, figures: ComparedFigure[] = [], absent: Facts['absent'] = []) =>
  recommendationsOf({ results: { ...PLAIN, ...more }, benchmark: { figures }, absent })
const kinds = (more: Partial<Results>, figures: ComparedFigure[] = []) =>
  adviceOn(more, figures).map(({ kind }) => kind)
const money = (more: Partial<Results['money']>) => ({ money: { ...PLAIN.money, ...more } })
const objective = (more: Partial<Results['objective']>) => ({
  objective: { ...PLAIN.objective, ...more },
})

test('an event of which nothing stands out gets no advice', () => {
  expect(adviceOn({})).toEqual([])
})

describe('money', () => {
  test('more than planned: the agreed sum becomes the next maximum', () => {
    expect(adviceOn(money({ agreed: 88_000 }))).toMatchObject([
      { kind: 'over_plan', section: 'budget', figures: { agreed: 88_000, planned: 80_000, share: 0.1 } },
    ])
    expect(kinds(money({ agreed: 87_000 }))).toEqual([])
  })
  test('less than planned: what was left over is said', () => {
    expect(adviceOn(money({ agreed: 60_000 }))).toMatchObject([
      { kind: 'under_plan', figures: { share: 0.25, difference: 20_000 } },
    ])
  })
  test('less than planned because a moment wasn’t played is nothing left over', () => {
    const gone = { project_id: null, project_name: null, agreed: null }
    const moments = [moment(1, 4), moment(2, null, gone)]
    expect(kinds({ ...money({ agreed: 40_000 }), moments })).toEqual([])
    const among = [figure('per_guest', 900, 1000, 1100), figure('satisfaction', 3.5, 4.2, 4.6)]
    expect(kinds({ moments }, among)).toEqual([])
  })
  test('a loss says what it may cost to pay for itself, a good return to repeat it; no return says neither', () => {
    expect(adviceOn(money({ declared: 60_000, roi: -0.25 }))).toMatchObject([
      { kind: 'no_return', section: 'budget', figures: { declared: 60_000, agreed: 80_000 } },
    ])
    expect(kinds(money({ declared: 100_000, roi: 0.25 }))).toEqual(['return'])
    expect(kinds(money({ declared: 84_000, roi: 0.05 }))).toEqual([])
  })
  test('dearer than three of four without being liked more: less; liked more: nothing', () => {
    const among = [figure('per_guest', 300, 400, 500), figure('satisfaction', 3.5, 4.2, 4.6)]
    expect(adviceOn({}, among)).toMatchObject([
      {
        kind: 'dear',
        section: 'budget',
        figures: { per_guest: 800, quarter: 500, satisfaction: 4, peers_satisfaction: 4.2, events: 12 },
      },
    ])
    expect(kinds({ satisfaction: 4.5 }, among)).toEqual([])
    expect(kinds({}, [figure('per_guest', 300, 400, 500)])).toEqual([])
  })
  test('cheaper than three of four and liked less: more', () => {
    const among = [figure('per_guest', 900, 1000, 1100), figure('satisfaction', 3.5, 4.2, 4.6)]
    expect(kinds({}, among)).toEqual(['cheap'])
    expect(kinds({ satisfaction: 4.2 }, among)).toEqual([])
  })
})

test('who left once the event had begun is said among who didn’t come', () => {
  expect(adviceOn({}, [], [{ project_id: 9, project_name: 'Trío Nogal' }])).toMatchObject([
    { kind: 'absent', section: 'constraints', project_id: 9, project_name: 'Trío Nogal' },
  ])
})

describe('the target', () => {
  test('that the brief didn’t name is to be named', () => {
    expect(kinds(objective({ metric: null, target: null, actual: null, share: null }))).toEqual([
      'name_metric',
    ])
  })
  test('that others like it don’t reach either was high: what they reach is suggested', () => {
    const missed = objective({
      metric: 'dancing_share',
      target: 60,
      actual: 42,
      share: 0.7,
      reached: false,
    })
    expect(adviceOn(missed, [figure('share', 0.6, 0.8, 1)])).toMatchObject([
      { kind: 'target_high', section: 'objective', figures: { suggested: 48, peers: 0.8, events: 12 } },
    ])
    expect(
      adviceOn({ ...missed, moments: [moment(1, 4), moment(2, 4)] }, [figure('share', 0.9, 1.1, 1.3)]),
    ).toMatchObject([
      { kind: 'target_missed', section: 'sound', figures: { mark: 4 }, moment: { title: 'Momento 1' } },
    ])
  })
  test('that was nearly reached, or isn’t known, gets no advice', () => {
    expect(kinds(objective({ actual: 3.8, share: 0.95, reached: false }))).toEqual([])
    expect(kinds(objective({ actual: null, share: null, reached: null }))).toEqual([])
  })
  test('that was left far behind can be higher', () => {
    expect(adviceOn(objective({ actual: 4.8, share: 1.2 }))).toMatchObject([
      { kind: 'target_beaten', figures: { actual: 4.8, target: 4 }, metric: 'satisfaction' },
    ])
  })
})

describe('who played', () => {
  test('the moment with the lowest mark is to be changed, where it is a poor one', () => {
    const moments = [moment(1, 4), moment(2, 2), moment(3, 3)]
    expect(adviceOn({ moments })).toMatchObject([
      { kind: 'change_moment', section: 'sound', figures: { mark: 2 }, moment: { title: 'Momento 2' } },
    ])
  })
  test('who was liked in everything and was there in time is worth asking again, the best first', () => {
    const moments = [
      moment(1, 4, { project_id: 7 }),
      moment(2, 5, { project_id: 7, project_name: 'Músico 1' }),
      moment(3, 5),
      moment(4, 5),
      moment(5, null),
      moment(6, 5, { project_name: null }),
    ]
    const punctuality = [
      { project_id: 9, project_name: 'Músico 3', arrival: 'on_time' as const },
      { project_id: 10, project_name: 'Músico 4', arrival: 'late' as const },
    ]
    const said = adviceOn({ moments, punctuality })
    expect(said.filter(({ kind }) => kind === 'repeat')).toMatchObject([
      { project_id: 9, project_name: 'Músico 3', section: null, figures: { mark: 5 } },
      { project_id: 7, project_name: 'Músico 1', figures: { mark: 4.5 } },
    ])
    expect(said.filter(({ kind }) => kind === 'late')).toMatchObject([
      { project_id: 10, section: 'constraints' },
    ])
  })
  test('who didn’t come is said, and that musicians found something otherwise than agreed', () => {
    const punctuality = [{ project_id: 7, project_name: 'Músico 1', arrival: 'absent' as const }]
    const musicians = { asked: 3, answered: 2, mark: 4, as_agreed: 1 }
    expect(adviceOn({ punctuality, musicians })).toMatchObject([
      { kind: 'absent', project_name: 'Músico 1' },
      { kind: 'not_as_agreed', section: 'technical', figures: { others: 1, answered: 2 } },
    ])
  })
})

test('no more are given than can be done', () => {
  const moments = Array.from({ length: 9 }, (_, at) => moment(at + 1, 5))
  expect(adviceOn({ moments })).toHaveLength(MOST_RECOMMENDATIONS)
})
