import { describe, expect, it } from 'vitest'
import type { HostAnswers, PlayedMoment } from './contract.ts'
import {
  aimOf,
  nudgeDue,
  playedProjects,
  problemsIn,
  unanswered,
  unansweredByMusician,
  withAnswers,
} from './rules.ts'

const NOTHING: HostAnswers = {
  nps: null,
  satisfaction: [],
  actual: null,
  declared: null,
  punctuality: [],
  comment: '',
}
const moment = (slot_id: number, project_id: number): PlayedMoment => ({
  slot_id,
  project_id,
  project_name: `P${project_id}`,
  intent: 'dance',
  title: null,
  starts_at: '2026-04-19T00:00:00.000Z',
  ends_at: '2026-04-19T02:00:00.000Z',
})
const moments = [moment(1, 7), moment(2, 8), moment(3, 7)]
const asked = {
  aim: { metric: 'dancing_share' as const, target: 60 },
  moments,
  performers: playedProjects(moments),
}

describe('who hasn’t answered is asked again', () => {
  const at = (hours: number) => new Date(Date.parse('2026-04-20T00:00:00Z') + hours * 3_600_000)
  const survey = { asked_at: at(0).toISOString(), sent_at: null, nudges: 0 }

  it('after 72 hours and after 7 days', () => {
    expect(nudgeDue(survey, at(71))).toBeNull()
    expect(nudgeDue(survey, at(72))).toBe(1)
    expect(nudgeDue({ ...survey, nudges: 1 }, at(7 * 24 - 1))).toBeNull()
    expect(nudgeDue({ ...survey, nudges: 1 }, at(7 * 24))).toBe(2)
    expect(nudgeDue({ ...survey, nudges: 2 }, at(1000))).toBeNull()
  })
  it('after a pause by the newest one only', () => {
    expect(nudgeDue(survey, at(8 * 24))).toBe(2)
  })
  it('and not any more once they have', () => {
    expect(nudgeDue({ ...survey, sent_at: at(1).toISOString() }, at(200))).toBeNull()
  })
})

describe('what is asked', () => {
  it('of who played several moments whether they were on time is asked once', () => {
    expect(asked.performers).toEqual([
      { project_id: 7, project_name: 'P7' },
      { project_id: 8, project_name: 'P8' },
    ])
  })
  it('a number for the objective only where the brief named a metric and a target', () => {
    expect(aimOf({ objective: { kind: 'dance_floor', metric: 'dancing_share', target: 60 } })).toEqual({
      metric: 'dancing_share',
      target: 60,
    })
    expect(aimOf({ objective: { kind: 'dance_floor', metric: 'dancing_share' } })).toBeNull()
    expect(aimOf({})).toBeNull()
  })
  it('nothing else is taken: another moment, somebody else, more than there can be', () => {
    expect(problemsIn(asked, { satisfaction: [{ slot_id: 9, mark: 5 }] })).toHaveProperty('satisfaction')
    expect(problemsIn(asked, { punctuality: [{ project_id: 9, arrival: 'late' }] })).toHaveProperty(
      'punctuality',
    )
    expect(problemsIn(asked, { actual: 101 })).toEqual({
      actual: { key: 'validation.maximum', values: { value: 100 } },
    })
    expect(problemsIn({ ...asked, aim: null }, { actual: 50 })).toHaveProperty('actual')
    expect(problemsIn({ ...asked, aim: null }, { actual: null })).toEqual({})
    expect(problemsIn(asked, { actual: 100, satisfaction: [{ slot_id: 3, mark: 1 }] })).toEqual({})
  })
})

describe('answers', () => {
  it('are added one by one, and a later one takes the place of an earlier one about the same', () => {
    const first = withAnswers(NOTHING, { satisfaction: [{ slot_id: 1, mark: 2 }] })
    const second = withAnswers(first, {
      nps: 9,
      satisfaction: [
        { slot_id: 1, mark: 5 },
        { slot_id: 2, mark: 4 },
      ],
    })
    expect(second).toEqual({
      ...NOTHING,
      nps: 9,
      satisfaction: [
        { slot_id: 1, mark: 5 },
        { slot_id: 2, mark: 4 },
      ],
    })
  })
  it('that have to be there are the recommendation and a mark for each moment; the rest may stay open', () => {
    expect(Object.keys(unanswered(asked, NOTHING))).toEqual([
      'nps',
      'satisfaction.1',
      'satisfaction.2',
      'satisfaction.3',
    ])
    const marks = [1, 2, 3].map((slot_id) => ({ slot_id, mark: 4 }))
    expect(unanswered(asked, { ...NOTHING, nps: 0, satisfaction: marks })).toEqual({})
  })
  it('of who played: how it was, and whether it was as agreed, also when it wasn’t', () => {
    expect(Object.keys(unansweredByMusician({ mark: null, as_agreed: null, comment: '' }))).toEqual([
      'mark',
      'as_agreed',
    ])
    expect(unansweredByMusician({ mark: 1, as_agreed: false, comment: '' })).toEqual({})
  })
})
