import { PitchDetector } from 'pitchy'

/* What note is being played, from what a microphone gives. */

/** Samples that are looked at together: two and a half periods of a bass's lowest string, a twelfth of a second. */
export const WINDOW = 4_096
/** Where A stands, in hertz, and how far orchestras move it. */
export const A4 = 440
export const A4_RANGE = { least: 415, most: 466 } as const

/** A4 as notes are numbered (MIDI): a semitone is 1. */
const A4_NOTE = 69
/** From a bass's lowest E to the top of a violin. */
const HERTZ = { least: 40, most: 2_100 } as const
/** How much of a window has to repeat itself: breath and consonants don't. */
const CLEAREST = 0.9
/** What is softer is the room: 55 decibels below full. */
const SOFTEST = 10 ** (-55 / 20)
/** Cents within which a note is in tune. */
export const IN_TUNE = 5
/** How many windows are looked at together for what is shown. */
export const STEADY = 5

/** A note that is heard. */
export interface Heard {
  hertz: number
  /** The nearest one, by its number: 69 is A4, a semitone is 1. */
  note: number
  /** How far from it, from -50 to 50. */
  cents: number
}

/**
 * The nearest note to a frequency.
 * @param hertz more than 0
 * @param a4 where A stands, in hertz
 */
export function noteOf(hertz: number, a4 = A4): Heard {
  const at = A4_NOTE + 12 * Math.log2(hertz / a4)
  const note = Math.round(at)
  return { hertz, note, cents: (at - note) * 100 }
}

/** Which of the twelve a note is, from C, and in which octave, as scientific notation counts them. */
export const placeOf = (note: number): { step: number; octave: number } => ({
  step: ((note % 12) + 12) % 12,
  octave: Math.floor(note / 12) - 1,
})

/** Listens to windows of `WINDOW` samples at a rate: hertz, or null where no note is to be heard. */
export function pitchListener(): (samples: Float32Array, rate: number) => number | null {
  const detector = PitchDetector.forFloat32Array(WINDOW)
  detector.minVolumeAbsolute = SOFTEST
  return (samples, rate) => {
    const [hertz, clarity] = detector.findPitch(samples, rate)
    return clarity >= CLEAREST && hertz >= HERTZ.least && hertz <= HERTZ.most ? hertz : null
  }
}

/**
 * What to show of the last windows, the newest last: their middle, so that one that was heard an octave off moves nothing;
 * null once most of them held no note.
 */
export function steady(heard: readonly (number | null)[]): number | null {
  const last = heard.slice(-STEADY)
  const found = last.filter((hertz) => hertz !== null).sort((a, b) => a - b)
  return found.length * 2 > STEADY ? (found[found.length >> 1] ?? null) : null
}

/** What to say of a note. */
export const verdictOf = ({ cents }: Heard): 'in_tune' | 'low' | 'high' =>
  Math.abs(cents) <= IN_TUNE ? 'in_tune' : cents < 0 ? 'low' : 'high'
