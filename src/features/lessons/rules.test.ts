import { describe, expect, it, test } from 'vitest'
import { canStep } from '#core/contract/steps.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { LESSON_STATES, type LessonState, type LessonStep, type Side } from './contract.ts'
import {
  CONSEQUENCES,
  consequenceOf,
  expiryOf,
  givesOneMore,
  heldAs,
  LESSON_STEPS,
  mayTake,
  payBy,
  replyBy,
  stepsOf,
  toldOf,
  toldOfMove,
  warningDue,
  weeklyStarts,
} from './rules.ts'

const START = Date.parse('2026-03-10T16:00:00.000Z')
/** A lesson in a state, and now so many hours before it begins; negative: after. */
const at = (state: LessonState, hours: number, moved_by: Side | null = null) => ({
  lesson: { state, starts_at: new Date(START).toISOString(), moved_by },
  now: new Date(START - hours * HOUR),
})
const costs = (step: LessonStep, state: LessonState, hours: number, moved_by: Side | null = null) => {
  const { lesson, now } = at(state, hours, moved_by)
  return consequenceOf(lesson, step, now)
}

describe('what a change costs, by state, actor and time before the lesson', () => {
  /** step, state, hours before, what it costs, whether it counts against the teacher, who is told */
  const TABLE: [LessonStep, LessonState, number, string, boolean, Side[] | 'other'][] = [
    ['decline', 'requested', 48, 'nothing', false, ['student']],
    ['decline', 'requested', 1, 'nothing', false, ['student']],
    ['lapse', 'requested', 1, 'nothing', false, ['student', 'teacher']],
    ['lapse', 'accepted', 1, 'nothing', false, ['student', 'teacher']],
    ['cancel_as_student', 'requested', 1, 'nothing', false, ['teacher']],
    ['cancel_as_student', 'accepted', 1, 'nothing', false, ['teacher']],
    ['cancel_as_student', 'scheduled', 13, 'nothing', false, ['teacher']],
    ['cancel_as_student', 'scheduled', 12, 'nothing', false, ['teacher']],
    ['cancel_as_student', 'scheduled', 11.99, 'lesson', false, ['teacher']],
    ['cancel_as_student', 'rescheduled', 1, 'lesson', false, ['teacher']],
    ['cancel_as_teacher', 'accepted', 1, 'nothing', false, ['student']],
    ['cancel_as_teacher', 'scheduled', 200, 'nothing', true, ['student']],
    ['cancel_as_teacher', 'rescheduled', 1, 'nothing', true, ['student']],
    ['reschedule', 'scheduled', 12, 'nothing', false, 'other'],
    ['reschedule', 'rescheduled', 11, 'refused', false, []],
    ['miss_as_student', 'scheduled', -1, 'lesson', false, ['student']],
    ['miss_as_student', 'held', -3, 'lesson', false, ['student']],
    ['miss_as_teacher', 'held', -3, 'nothing', true, ['teacher']],
  ]
  it.each(TABLE)('%s from %s, %d hours before: %s', (step, state, hours, cost, counts, tells) => {
    expect(costs(step, state, hours)).toMatchObject({ costs: cost, counts, tells })
  })

  it('is said once for each step, state and notice, and for each that ends a lesson', () => {
    for (const [name, row] of Object.entries(LESSON_STEPS))
      for (const state of LESSON_STATES)
        for (const notice of ['in_time', 'late'] as const) {
          const found = CONSEQUENCES.filter(
            (one) =>
              one.step === name &&
              one.from.includes(state) &&
              (one.notice === 'any' || one.notice === notice),
          )
          const isPlain = ['request', 'accept', 'schedule', 'unsettle', 'hold', 'confirm', 'review'].includes(
            name,
          )
          expect(found.length, `${name} ${state} ${notice}`).toBe(
            !isPlain && (row.from as readonly string[]).includes(state) ? 1 : 0,
          )
        }
  })

  it('is nothing for a student who leaves what the teacher moved, until it begins', () => {
    expect(costs('cancel_as_student', 'rescheduled', 1, 'teacher')?.costs).toBe('nothing')
    expect(costs('cancel_as_student', 'rescheduled', 1, 'student')?.costs).toBe('lesson')
  })

  it('tells the other of a move, and both of what the clock does', () => {
    expect(toldOfMove('student')).toEqual(['teacher'])
    expect(toldOfMove('teacher')).toEqual(['student'])
    expect(toldOf({ tells: 'other' }, 'clock')).toEqual(['student', 'teacher'])
    expect(toldOf({ tells: ['student'] }, 'student')).toEqual(['student'])
  })

  it('gives one lesson more from the second time within thirty days on', () => {
    expect([0, 1, 2].map(givesOneMore)).toEqual([false, true, true])
  })
})

describe('what may be done', () => {
  const steps = (state: LessonState, side: Side, hours: number) => {
    const { lesson, now } = at(state, hours)
    return stepsOf(lesson, side, now)
  }

  it('before a lesson is to answer, to move and to cancel; afterwards to say how it was', () => {
    expect(steps('requested', 'teacher', 5)).toEqual(['accept', 'decline'])
    expect(steps('requested', 'student', 5)).toEqual(['cancel_as_student'])
    expect(steps('scheduled', 'student', 20)).toEqual(['reschedule', 'cancel_as_student'])
    expect(steps('scheduled', 'student', 5)).toEqual(['cancel_as_student'])
    expect(steps('scheduled', 'teacher', -1)).toEqual(['miss_as_student'])
    expect(steps('held', 'student', -2)).toEqual(['confirm', 'miss_as_teacher'])
    expect(steps('held', 'teacher', -2)).toEqual(['miss_as_student'])
    expect(steps('confirmed', 'student', -80)).toEqual([])
  })

  it('never is a step of the other’s, or that isn’t in the table', () => {
    for (const state of LESSON_STATES)
      for (const side of ['student', 'teacher'] as const)
        for (const step of Object.keys(LESSON_STEPS) as LessonStep[])
          for (const hours of [100, 5, -5]) {
            const { lesson, now } = at(state, hours)
            if (mayTake(lesson, step, side, now)) expect(canStep(LESSON_STEPS, step, state, side)).toBe(true)
          }
  })

  it('isn’t to say that somebody missed it before a quarter of an hour has passed', () => {
    expect(steps('scheduled', 'teacher', -0.2)).toEqual([])
    expect(steps('scheduled', 'teacher', -0.25)).toEqual(['miss_as_student'])
  })
})

describe('by when', () => {
  const now = new Date('2026-03-01T12:00:00.000Z')
  const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString()

  it('a request is answered: within two days, and before it begins', () => {
    expect(replyBy(inHours(100), now)).toBe(inHours(48))
    expect(replyBy(inHours(20), now)).toBe(inHours(20))
  })

  it('an accepted lesson is paid: within two days, a day before it begins, and never too soon', () => {
    expect(payBy(inHours(200), now)).toBe(inHours(48))
    expect(payBy(inHours(60), now)).toBe(inHours(36))
    expect(payBy(inHours(20), now)).toBe(inHours(2))
    expect(payBy(inHours(1), now)).toBe(inHours(1))
  })

  it('credits run out: six months later, on the last day of a month that is shorter', () => {
    expect(expiryOf(new Date('2026-02-02T18:00:00.000Z'))).toBe('2026-08-02T18:00:00.000Z')
    expect(expiryOf(new Date('2026-08-31T18:00:00.000Z'))).toBe('2027-02-28T18:00:00.000Z')
  })

  it('somebody is warned: thirty days before the end, and seven', () => {
    const end = (days: number) => new Date(now.getTime() + days * DAY).toISOString()
    expect([31, 30, 8, 7, 1].map((days) => warningDue(end(days), now))).toEqual([null, 30, 30, 7, 7])
  })
})

describe('a lesson is held', () => {
  test.each<[string, Parameters<typeof heldAs>, ReturnType<typeof heldAs>]>([
    ['as it is offered', ['online', undefined], 'online'],
    ['as it is offered, said once more', ['in_person', 'in_person'], 'in_person'],
    ['in no way that isn’t offered', ['online', 'in_person'], null],
    ['as the student asks, where it is offered both ways', ['both', 'in_person'], 'in_person'],
    ['as the student asks, where nobody said how it is offered', [null, 'online'], 'online'],
    ['in no way before they said one', ['both', undefined], null],
  ])('%s', (_why, given, held) => {
    expect(heldAs(...given)).toBe(held)
  })
})

describe('a weekly series', () => {
  it('keeps the hour of the teacher’s clock where that changes', () => {
    expect(weeklyStarts('2026-03-03T15:00:00.000Z', 2, 'America/New_York')).toEqual([
      '2026-03-03T15:00:00.000Z',
      '2026-03-10T14:00:00.000Z',
    ])
    expect(weeklyStarts('2026-03-03T15:00:00.000Z', 2, 'America/Guatemala')).toEqual([
      '2026-03-03T15:00:00.000Z',
      '2026-03-10T15:00:00.000Z',
    ])
  })
})
