import { describe, expect, test } from 'vitest'
import { noteOf, pitchListener, placeOf, STEADY, steady, verdictOf, WINDOW } from './pitch.ts'

const [E2, A5] = [40, 81]
const CENTS = [-37, -11, 0, 8, 42]
const hertzOf = (note: number, cents = 0, a4 = 440) => a4 * 2 ** ((note - 69 + cents / 100) / 12)
const cents = (a: number, b: number) => 1200 * Math.log2(a / b)

/** Strengths of a tone's harmonics, the first being the note itself. */
const TIMBRES = {
  'a pure tone': [1],
  'a string': [1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2],
  'a reed without even harmonics': [1, 0, 0.7, 0, 0.5, 0, 0.3],
  'a note softer than its harmonics': [0.3, 1, 0.7, 0.5],
}

/** A window of a tone, as loud as somebody speaks, with the noise of a room where asked. */
function toneOf(hertz: number, rate: number, harmonics: readonly number[], noise = 0): Float32Array {
  let seed = 1
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647 - 0.5
  }
  return Float32Array.from({ length: WINDOW }, (_, i) => {
    const sound = harmonics.reduce(
      (sum, strength, n) => sum + strength * Math.sin((2 * Math.PI * hertz * (n + 1) * i) / rate + n * 1.3),
      0,
    )
    return 0.1 * sound + noise * random()
  })
}

describe('the tuner', () => {
  const listen = pitchListener()
  describe.each(Object.entries(TIMBRES))('hears %s', (_, harmonics) => {
    test.each([44_100, 48_000])('within 2 cents from E2 to A5 at %i samples a second', (rate) => {
      let worst = 0
      for (let note = E2; note <= A5; note++)
        for (const by of CENTS) {
          const wanted = hertzOf(note, by)
          const heard = listen(toneOf(wanted, rate, harmonics), rate)
          expect(heard, `${note} and ${by} cents`).not.toBeNull()
          worst = Math.max(worst, Math.abs(cents(heard ?? 0, wanted)))
        }
      expect(worst).toBeLessThan(2)
    })
  })
  test('hears a string within 2 cents over the noise of a room', () => {
    for (const note of [E2, 45, 50, 55, 59, 64, A5]) {
      const heard = listen(toneOf(hertzOf(note), 48_000, TIMBRES['a string'], 0.01), 48_000)
      expect(Math.abs(cents(heard ?? 0, hertzOf(note)))).toBeLessThan(2)
    }
  })
  test('hears no note in silence, in a hum too soft, or in noise', () => {
    expect(listen(new Float32Array(WINDOW), 48_000)).toBeNull()
    expect(
      listen(
        toneOf(220, 48_000, [1]).map((sample) => sample / 200),
        48_000,
      ),
    ).toBeNull()
    expect(listen(toneOf(220, 48_000, [0], 0.5), 48_000)).toBeNull()
  })
  test('names the nearest note, by where A stands', () => {
    expect(noteOf(440)).toEqual({ hertz: 440, note: 69, cents: 0 })
    expect(noteOf(hertzOf(40, 30)).note).toBe(40)
    expect(noteOf(hertzOf(40, 30)).cents).toBeCloseTo(30, 6)
    expect(noteOf(hertzOf(40, -49)).cents).toBeCloseTo(-49, 6)
    expect(noteOf(442, 442)).toEqual({ hertz: 442, note: 69, cents: 0 })
    expect(placeOf(69)).toEqual({ step: 9, octave: 4 })
    expect(placeOf(40)).toEqual({ step: 4, octave: 2 })
    expect(placeOf(59)).toEqual({ step: 11, octave: 3 })
  })
  test('says in tune within 5 cents, and else to which side', () => {
    expect([-5.1, -4.9, 0, 4.9, 5.1].map((by) => verdictOf(noteOf(hertzOf(60, by))))).toEqual([
      'low',
      'in_tune',
      'in_tune',
      'in_tune',
      'high',
    ])
  })
  test('isn’t moved by one window that was heard an octave off, and ends when the note does', () => {
    expect(steady([110, 110.1, 220, 109.9, 110])).toBe(110)
    expect(steady([null, null, 110])).toBeNull()
    expect(steady([110, 110, 110, null, null])).toBe(110)
    expect(steady([110, 110, ...Array<null>(STEADY).fill(null)])).toBeNull()
  })
})
