import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import {
  ANSWER_EDITABLE,
  canAnswer,
  canEdit,
  canEditAnswer,
  canWrite,
  isSettled,
  LESSONS_AGAIN,
  type Looker,
  markOf,
  opensRound,
  ratingOf,
  type Shown,
  seenAs,
  suggestedByArtist,
  suggestedByHost,
} from './rules.ts'

const AT = '2026-03-02T15:00:00.000Z'
const later = (ms: number) => new Date(Date.parse(AT) + ms)

describe('the rating that is shown', () => {
  it('is the mean with 4.3 five times over, two decimals', () => {
    expect(ratingOf([])).toBeNull()
    expect(ratingOf([5])).toBe(4.42)
    expect(ratingOf([1])).toBe(3.75)
    expect(ratingOf([5, 5, 5, 5, 5])).toBe(4.65)
    expect(ratingOf(Array(95).fill(5))).toBe(4.97)
    // Half a hundredth goes up, as in the database.
    expect(ratingOf([4.25, 4.25, 4.25, 4.25, 4.25])).toBe(4.28)
  })
  it('lies between the usual one and the mean of the marks, and more of the same takes it nearer to them', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 4, max: 20 }), { minLength: 1 }), (quarters) => {
        const marks = quarters.map((one) => one / 4)
        const mean = marks.reduce((sum, one) => sum + one, 0) / marks.length
        const [once, twice] = [ratingOf(marks) ?? 0, ratingOf([...marks, ...marks]) ?? 0]
        expect(once).toBeGreaterThanOrEqual(Math.min(4.3, mean) - 0.005)
        expect(once).toBeLessThanOrEqual(Math.max(4.3, mean) + 0.005)
        expect(Math.abs(twice - mean)).toBeLessThanOrEqual(Math.abs(once - mean) + 0.01)
      }),
    ))
  it('is of reviews whose mark is the mean of what was asked', () =>
    expect(markOf({ satisfaction: 5, professionalism: 4, communication: 4, punctuality: 2 })).toBe(3.75))
})

describe('who sees what of a review', () => {
  const all: Looker[] = ['author', 'reviewed', 'public']
  const rows: [string, Shown, ReturnType<typeof seenAs>[]][] = [
    ...(['hunter', 'artist'] as const).flatMap((side): [string, Shown, ReturnType<typeof seenAs>[]][] => [
      [
        `${side}: not revealed`,
        { side, revealed_at: null, hidden_at: null },
        ['whole', 'nothing', 'nothing'],
      ],
      [
        `${side}: revealed`,
        { side, revealed_at: AT, hidden_at: null },
        ['whole', 'whole', side === 'hunter' ? 'whole' : 'nothing'],
      ],
      [`${side}: hidden`, { side, revealed_at: AT, hidden_at: AT }, ['hidden', 'hidden', 'nothing']],
      [
        `${side}: hidden before it was revealed`,
        { side, revealed_at: null, hidden_at: AT },
        ['hidden', 'nothing', 'nothing'],
      ],
    ]),
  ]
  it.each(rows)('%s', (_name, row, seen) => expect(all.map((who) => seenAs(row, who))).toEqual(seen))
})

describe('when', () => {
  it('a lesson opens a round: where none was about lessons of the two for ninety days', () => {
    expect(opensRound(null, later(0))).toBe(true)
    expect(opensRound(AT, later(0))).toBe(false)
    expect(opensRound(AT, later(LESSONS_AGAIN - 1))).toBe(false)
    expect(opensRound(AT, later(LESSONS_AGAIN))).toBe(true)
  })
  const closes_at = later(14 * DAY).toISOString()
  it('one may write: once, until the time is over or both have', () => {
    const open = { closes_at, settled_at: null }
    expect(canWrite(open, false, later(0))).toBe(true)
    expect(canWrite(open, true, later(0))).toBe(false)
    expect(canWrite(open, false, later(14 * DAY - 1))).toBe(true)
    expect(canWrite(open, false, later(14 * DAY))).toBe(false)
    expect(canWrite({ ...open, settled_at: AT }, false, later(0))).toBe(false)
  })
  it('one may change what nobody else could read', () => {
    const mine: Shown = { side: 'hunter', revealed_at: null, hidden_at: null }
    expect(canEdit(mine, closes_at, later(0))).toBe(true)
    expect(canEdit(mine, closes_at, later(14 * DAY))).toBe(false)
    expect(canEdit(mine, null, later(0))).toBe(false)
    expect(canEdit({ ...mine, revealed_at: AT }, closes_at, later(0))).toBe(false)
  })
  it('it ends: with the second review, or by the clock', () => {
    expect([0, 1, 2].map((written) => isSettled(written, closes_at, later(0)))).toEqual([false, false, true])
    expect([0, 1].map((written) => isSettled(written, closes_at, later(14 * DAY)))).toEqual([true, true])
  })
  it('one may answer: once it is read, once, for a day, and not what staff hid', () => {
    const read = { side: 'hunter' as const, revealed_at: AT, hidden_at: null, answered_at: null }
    expect(canAnswer(read)).toBe(true)
    expect(canAnswer({ ...read, revealed_at: null })).toBe(false)
    expect(canAnswer({ ...read, hidden_at: AT })).toBe(false)
    const answered = { ...read, answered_at: AT }
    expect(canAnswer(answered)).toBe(false)
    expect(canEditAnswer(read, later(0))).toBe(false)
    expect(canEditAnswer(answered, later(ANSWER_EDITABLE - 1))).toBe(true)
    expect(canEditAnswer(answered, later(ANSWER_EDITABLE))).toBe(false)
    expect(canEditAnswer({ ...answered, hidden_at: AT }, later(0))).toBe(false)
  })
})

describe('what a survey says already', () => {
  const answers = {
    satisfaction: [
      { slot_id: 1, mark: 5 },
      { slot_id: 2, mark: 4 },
      { slot_id: 3, mark: 1 },
    ],
    punctuality: [{ project_id: 7, arrival: 'late' as const }],
  }
  it('is the mean of the project’s moments, and when it came', () => {
    expect(suggestedByHost(answers, 7, [1, 2])).toEqual({
      satisfaction: 5,
      punctuality: 3,
      professionalism: null,
      communication: null,
    })
    expect(suggestedByHost(answers, 8, [])).toMatchObject({ satisfaction: null, punctuality: null })
    expect(suggestedByHost(answers, 8, [3])).toMatchObject({ satisfaction: 1 })
  })
  it('is how the event was, for who played', () => {
    expect(suggestedByArtist({ mark: 4 }).satisfaction).toBe(4)
    expect(suggestedByArtist(undefined).satisfaction).toBeNull()
  })
})
