import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canStep } from '#core/contract/steps.ts'
import { HOUR } from '#core/contract/time.ts'
import {
  LESSON_STATES,
  LESSON_SUBSTITUTE_STATES,
  type LessonModality,
  type LessonSubstituteState,
} from './contract.ts'
import {
  earnsOf,
  fitsInstead,
  type HandedOver,
  LESSON_SUBSTITUTE_STEPS,
  passesOf,
  SUBSTITUTE_ROLES,
  substituteAnswersUntil,
  substituteObstacle,
  type Taught,
} from './rules.substitutes.ts'
import { SETTLED } from './rules.ts'

const NOW = new Date('2026-02-02T18:00:00.000Z')
const startsIn = (ms: number) => new Date(NOW.getTime() + ms).toISOString()

describe('who may do what with a proposal', () => {
  test.each<[LessonSubstituteState, string, readonly string[]]>([
    ['asked', 'teacher', ['withdraw']],
    ['asked', 'substitute', ['agree', 'refuse']],
    ['asked', 'student', []],
    ['offered', 'teacher', ['withdraw']],
    ['offered', 'substitute', ['refuse']],
    ['offered', 'student', ['accept', 'decline']],
  ])('%s, the %s: %j', (state, role, steps) => {
    const may = Object.keys(LESSON_SUBSTITUTE_STEPS).filter((step) =>
      canStep(LESSON_SUBSTITUTE_STEPS, step as 'agree', state, role as 'teacher'),
    )
    expect(may).toEqual(steps)
  })

  test('nothing follows once it is answered, withdrawn or over', () => {
    for (const state of LESSON_SUBSTITUTE_STATES.filter((one) => one !== 'asked' && one !== 'offered'))
      for (const role of [...SUBSTITUTE_ROLES, 'clock', 'system'] as const)
        for (const step of Object.keys(LESSON_SUBSTITUTE_STEPS))
          expect(canStep(LESSON_SUBSTITUTE_STEPS, step as 'agree', state, role), `${state} ${step}`).toBe(
            false,
          )
  })
})

test('whoever is asked has a day, but no later than two hours before the lesson', () => {
  expect(substituteAnswersUntil(startsIn(72 * HOUR), NOW)).toEqual(new Date(NOW.getTime() + 24 * HOUR))
  expect(substituteAnswersUntil(startsIn(10 * HOUR), NOW)).toEqual(new Date(NOW.getTime() + 8 * HOUR))
  expect(substituteAnswersUntil(startsIn(2 * HOUR), NOW)).toBeNull()
  fc.assert(
    fc.property(fc.integer({ min: -100 * HOUR, max: 1_000 * HOUR }), (ms) => {
      const until = substituteAnswersUntil(startsIn(ms), NOW)?.getTime()
      if (until === undefined) expect(ms).toBeLessThanOrEqual(2 * HOUR)
      else {
        expect(until).toBeGreaterThan(NOW.getTime())
        expect(until - NOW.getTime()).toBeLessThanOrEqual(Math.min(ms - 2 * HOUR, 24 * HOUR))
      }
    }),
  )
})

describe('a lesson can be given by somebody else', () => {
  const lesson: HandedOver = {
    ...{ kind: 'single', state: 'scheduled', starts_at: startsIn(48 * HOUR) },
    ...{ handed_over_at: null, is_paid: true },
  }
  test.each<[string, Partial<HandedOver>, string | null]>([
    ['it is certain and paid', {}, null],
    ['it was moved', { state: 'rescheduled' }, null],
    ['it is one of a series', { kind: 'weekly' }, null],
    ['it is asked for', { state: 'requested' }, 'state'],
    ['it is over', { state: 'confirmed' }, 'state'],
    ['it is a trial', { kind: 'trial' }, 'trial'],
    ['somebody stands in already', { handed_over_at: startsIn(-HOUR) }, 'twice'],
    ['its payment isn’t there', { is_paid: false }, 'unpaid'],
    ['it begins soon', { starts_at: startsIn(2 * HOUR) }, 'late'],
  ])('%s', (_why, more, obstacle) => {
    expect(substituteObstacle({ ...lesson, ...more }, NOW)).toBe(obstacle)
  })

  test('only while it certainly takes place', () => {
    for (const state of LESSON_STATES)
      expect(substituteObstacle({ ...lesson, state }, NOW) === null, state).toBe(
        SETTLED.some((one) => one === state),
      )
  })
})

describe('another’s lesson takes the place of one', () => {
  const own: Taught & { modality: LessonModality } = {
    ...{ instrument: 'guitar', level: 'beginner', modality: 'online', city_key: 'guatemala' },
  }
  test.each<[string, Partial<typeof own>, Partial<Taught>, boolean]>([
    ['it is the same', {}, {}, true],
    ['online, from elsewhere', {}, { city_key: 'coban' }, true],
    ['it is for any level', {}, { level: 'any' }, true],
    ['it is given either way, and so also as this one is', {}, { modality: 'both' }, true],
    ['it is given either way, in the same town', { modality: 'in_person' }, { modality: 'both' }, true],
    [
      'it is given either way, in another town',
      { modality: 'in_person' },
      { modality: 'both', city_key: 'coban' },
      false,
    ],
    ['of another instrument', {}, { instrument: 'piano' }, false],
    ['for another level', {}, { level: 'advanced' }, false],
    ['for one level, where the first is for any', { level: 'any' }, {}, false],
    ['held another way', {}, { modality: 'in_person' }, false],
    ['in the same town', { modality: 'in_person' }, { modality: 'in_person' }, true],
    ['in another town', { modality: 'in_person' }, { modality: 'in_person', city_key: 'coban' }, false],
    [
      'neither says a town',
      { modality: 'in_person', city_key: null },
      { modality: 'in_person', city_key: null },
      false,
    ],
    ['neither says a town, online', { city_key: null }, { city_key: null }, true],
    ['online, where the first is in person', { modality: 'in_person' }, {}, false],
  ])('%s', (_why, first, other, fits) => {
    expect(fitsInstead({ ...own, ...first }, { ...own, ...other })).toBe(fits)
  })
})

test('a lesson earns what was agreed less the fee, one of a package its part', () => {
  expect(earnsOf({ price: 2000, fee: 160, size: 1 })).toBe(1840)
  expect(earnsOf({ price: 7200, fee: 576, size: 4 })).toBe(1656)
  expect(earnsOf({ price: 0, fee: 0, size: 1 })).toBe(0)
})

test('the parts of a package come to what it is, however they are rounded; more lessons than it has earn nothing', () => {
  const paid = fc.record({
    ...{ price: fc.integer({ min: 0, max: 1_000_000 }), fee_pct: fc.integer({ min: 0, max: 20 }) },
    ...{ size: fc.constantFrom(1, 4, 8, 12), more: fc.integer({ min: 0, max: 3 }) },
  })
  fc.assert(
    fc.property(paid, ({ price, fee_pct, size, more }) => {
      const pack = { price, fee: Math.round((price * fee_pct) / 100), size }
      const parts = Array.from({ length: size + more }, (_, before) => earnsOf(pack, before))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(price - pack.fee)
      for (const part of parts) expect(part).toBeGreaterThanOrEqual(0)
      expect(parts.slice(size).every((part) => part === 0)).toBe(true)
      expect(earnsOf(pack, 1, size - 1)).toBe(parts.slice(1, size).reduce((sum, part) => sum + part, 0))
    }),
  )
  // Rounded one by one, four parts of 2.5 would be 12.
  expect([0, 1, 2, 3].map((before) => earnsOf({ price: 10, fee: 0, size: 4 }, before))).toEqual([3, 2, 3, 2])
})

test('who was paid passes on the whole price of a single lesson, and of a package what its lessons earn', () => {
  expect(passesOf({ price: 2000, fee: 160, size: 1 }, { of_package: false })).toBe(2000)
  expect(passesOf({ price: 7200, fee: 576, size: 4 }, { of_package: true, count: 2 })).toBe(2 * 1656)
})
