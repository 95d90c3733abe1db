/*
 * When a metronome sounds. Timers of a browser come late, so beats are put on the audio clock ahead of time, each at its own
 * place counted from the first: nothing adds up.
 */

export const TEMPO = { least: 30, most: 300 } as const
export const MOST_BEATS = 12

/** How far ahead beats are put on the clock, in seconds: later than any timer of a page that is heard. */
export const AHEAD_S = 0.25
/** How often is looked for more, in milliseconds. */
export const LOOK_MS = 50
/** Between the press and the first beat, in seconds: a beat that is due already would be cut. */
export const LEAD_S = 0.06
/** After so long a pause taps begin anew, in milliseconds. */
const TAP_PAUSE_MS = 2_200
const TAPS = 6

/** What is played. */
export interface Measure {
  /** Beats a minute. */
  tempo: number
  /** Beats in a bar: the first is stressed. One: none is. */
  beats: number
}

export interface Beat {
  /** On the audio clock, in seconds. */
  at: number
  /** Its place in the bar, from 0. */
  place: number
}

export interface Beats {
  /** Beats that are to be put on the clock by now, in seconds of it; each is given once, those that were missed aren't. */
  due(now: number): Beat[]
  /** Goes on with another measure from the next beat that isn't on the clock yet; a bar of other beats begins anew. */
  change(measure: Measure): void
}

/** A metronome whose first beat is at an instant of the audio clock, in seconds. */
export function beatsFrom(first: number, measure: Measure): Beats {
  let { tempo, beats } = measure
  /** Where counting began: at another tempo it begins again at the next beat. */
  let from = first
  let count = 0
  let place = 0
  const next = () => from + (count * 60) / tempo
  return {
    due(now) {
      const found: Beat[] = []
      while (next() <= now + AHEAD_S) {
        const at = next()
        // A page that stood still for a while goes on in its place, without all that it missed at once.
        if (at >= now) found.push({ at, place })
        count++
        place = (place + 1) % beats
      }
      return found
    },
    change(to) {
      if (to.tempo !== tempo) [from, count] = [next(), 0]
      if (to.beats !== beats) place = 0
      ;({ tempo, beats } = to)
    },
  }
}

/** Taps with another one at an instant, in milliseconds: those of the same tempo. */
export const tapped = (taps: readonly number[], now: number): number[] =>
  now - (taps.at(-1) ?? now) > TAP_PAUSE_MS ? [now] : [...taps, now].slice(-TAPS)

/** The tempo that somebody taps, within what there is; null before the second. */
export function tempoOf(taps: readonly number[]): number | null {
  const [first, last] = [taps[0], taps.at(-1)]
  if (first === undefined || last === undefined || last <= first) return null
  const tempo = Math.round((60_000 * (taps.length - 1)) / (last - first))
  return Math.min(TEMPO.most, Math.max(TEMPO.least, tempo))
}
