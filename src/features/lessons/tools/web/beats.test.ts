import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AHEAD_S, type Beat, beatsFrom, MOST_BEATS, TEMPO, tapped, tempoOf } from './beats.ts'

const MINUTE_S = 60
const tempos = fc.integer({ min: TEMPO.least, max: TEMPO.most })
/** When the timers of a page come, late by what a busy one can be, in seconds. */
const lateness = fc.array(fc.double({ min: 0.001, max: AHEAD_S - 0.01, noNaN: true }), {
  minLength: 20,
  maxLength: 60,
})

/** All beats of so many seconds, with timers that come so late, over and over. */
function played(
  measure: { tempo: number; beats: number },
  first: number,
  seconds: number,
  late: readonly number[],
) {
  const beats = beatsFrom(first, measure)
  const found: (Beat & { told: number })[] = []
  for (let now = first - 0.05, n = 0; now < first + seconds; now += late[n++ % late.length] ?? 0.05)
    for (const beat of beats.due(now)) found.push({ ...beat, told: now })
  return found
}

describe('the metronome', () => {
  test('drifts less than a millisecond a minute, whatever the tempo and however late timers come', () => {
    fc.assert(
      fc.property(
        tempos,
        fc.double({ min: 0.1, max: 5_000, noNaN: true }),
        lateness,
        (tempo, first, late) => {
          const found = played({ tempo, beats: 4 }, first, 5 * MINUTE_S, late)
          // Beats of five minutes, none missing, none twice.
          expect(found.length).toBeGreaterThanOrEqual(5 * tempo)
          for (const [n, { at, told }] of found.entries()) {
            expect(Math.abs(at - first - (n * MINUTE_S) / tempo)).toBeLessThan(0.000_01)
            expect(at).toBeGreaterThanOrEqual(told)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
  test('stresses the first of each bar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MOST_BEATS }), lateness, (beats, late) => {
        for (const [n, { place }] of played({ tempo: 120, beats }, 1, 20, late).entries())
          expect(place).toBe(n % beats)
      }),
      { numRuns: 40 },
    )
  })
  test('goes on in its place after a page stood still, without what it missed', () => {
    const beats = beatsFrom(10, { tempo: 120, beats: 4 })
    expect(beats.due(10).map(({ at }) => at)).toEqual([10])
    expect(beats.due(17.3)).toEqual([{ at: 17.5, place: 3 }])
  })
  test('another tempo begins with the next beat, without a gap', () => {
    const beats = beatsFrom(0, { tempo: 60, beats: 4 })
    expect(beats.due(0)).toEqual([{ at: 0, place: 0 }])
    beats.change({ tempo: 120, beats: 4 })
    expect([...beats.due(0.8), ...beats.due(1.3), ...beats.due(1.8)]).toEqual([
      { at: 1, place: 1 },
      { at: 1.5, place: 2 },
      { at: 2, place: 3 },
    ])
  })
  test('another bar begins anew', () => {
    const beats = beatsFrom(0, { tempo: 60, beats: 4 })
    beats.due(0)
    beats.change({ tempo: 60, beats: 3 })
    expect(beats.due(0.8)).toEqual([{ at: 1, place: 0 }])
  })
  test('takes the tempo that is tapped, anew after a pause', () => {
    let taps: number[] = []
    for (const at of [0, 510, 990, 1_500]) taps = tapped(taps, at)
    expect(tempoOf(taps)).toBe(120)
    taps = tapped(taps, 9_000)
    expect(tempoOf(taps)).toBeNull()
    expect(tempoOf(tapped(taps, 9_010))).toBe(TEMPO.most)
  })
})
