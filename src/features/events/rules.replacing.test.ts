import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { answerUntil, isAtRisk, proposed, stillLost } from './rules.replacing.ts'

const now = new Date('2026-04-10T12:00:00.000Z')
const begins = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString()
const moment = (required: boolean, agreed: boolean, lost = false) => ({ required, agreed, lost })

describe('an event', () => {
  test('is at risk while a moment that it needs has nobody', () => {
    expect(isAtRisk([moment(true, true), moment(false, false, true)])).toBe(false)
    expect(isAtRisk([moment(true, true), moment(true, false, true)])).toBe(true)
  })
  test('looks for somebody where somebody was lost, and not where nobody ever was', () => {
    const lost = moment(false, false, true)
    expect(stillLost([moment(true, true, true), moment(false, false), lost])).toEqual([lost])
  })
})

describe('who stands in', () => {
  test('is proposed by fit: three, and which of them suit as well as who was lost', () => {
    const found = [60, 82, 75, 71].map((fit) => ({ fit }))
    expect(proposed(found, 75)).toEqual([
      { fit: 82, suits: true },
      { fit: 75, suits: true },
      { fit: 71, suits: false },
    ])
    expect(proposed(found, null).every(({ suits }) => suits)).toBe(true)
  })
  test('has a day to answer, less the nearer it is, and an hour at least', () => {
    const wait = (hours: number) => {
      const until = answerUntil(begins(hours), now)
      return until && (until.getTime() - now.getTime()) / HOUR
    }
    expect([wait(500), wait(40), wait(3), wait(1)]).toEqual([24, 10, 1, 1])
    expect(wait(1 - 1 / 60)).toBeNull()
    expect(answerUntil(begins(1), new Date(now.getTime() + MINUTE))).toBeNull()
  })
})
