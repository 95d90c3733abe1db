import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR } from '#core/contract/time.ts'
import { type Candidate, hostAnswersUntil, mayBeReplaced, mayReplace, placeOf } from './rules.substitutes.ts'

const NOW = new Date('2026-03-02T15:00:00.000Z')
const callIn = (ms: number) => new Date(NOW.getTime() + ms).toISOString()

test('the host has a day to answer, or until the band is called; nothing is asked after that', () => {
  expect(hostAnswersUntil(callIn(72 * HOUR), NOW)).toEqual(new Date(NOW.getTime() + 24 * HOUR))
  expect(hostAnswersUntil(callIn(5 * HOUR), NOW)).toEqual(new Date(NOW.getTime() + 5 * HOUR))
  expect(hostAnswersUntil(callIn(0), NOW)).toBeNull()
  fc.assert(
    fc.property(fc.integer({ min: -100 * HOUR, max: 1_000 * HOUR }), (ms) => {
      const until = hostAnswersUntil(callIn(ms), NOW)?.getTime()
      if (until === undefined) expect(ms).toBeLessThanOrEqual(0)
      else {
        expect(until).toBeGreaterThan(NOW.getTime())
        expect(until - NOW.getTime()).toBeLessThanOrEqual(Math.min(ms, 24 * HOUR))
      }
    }),
  )
})

const bands: fc.Arbitrary<Candidate[]> = fc
  .array(
    fc.record({
      required: fc.boolean(),
      substitute_for: fc.constantFrom(null, null, 1),
      on_stage: fc.boolean(),
      replaced: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) => all.map((one, at) => ({ ...one, member_id: at + 1 })))

test('nobody who is on stage is proposed, nobody for themselves, and everybody who is may be replaced', () => {
  fc.assert(
    fc.property(bands, (band) => {
      expect(mayBeReplaced(band)).toEqual(expect.arrayContaining(band.filter(({ on_stage }) => on_stage)))
      for (const { member_id } of mayBeReplaced(band)) {
        const others = mayReplace(band, member_id)
        expect(others.some((one) => one.on_stage || one.member_id === member_id)).toBe(false)
      }
      // Whoever waits to be called in is one or the other.
      const known = [...mayBeReplaced(band), ...mayReplace(band)].map(({ member_id }) => member_id)
      expect(new Set(known).size).toBe(band.length)
    }),
  )
})

test('a part goes on to whoever plays it in the end', () => {
  const bass = { member_id: 2, required: true, substitute_for: null, on_stage: true, replaced: false }
  expect(placeOf(bass, [])).toBe(2)
  // Called in when time was held, as the bass wasn't free.
  expect(placeOf({ ...bass, member_id: 5, substitute_for: 2 }, [])).toBe(2)
  expect(placeOf({ ...bass, member_id: 7 }, [{ substitute_id: 7, place_id: 2 }])).toBe(2)
})
