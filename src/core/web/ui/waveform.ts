/** A stable 32-bit number for a text (FNV-1a): picks colours and shapes that stay with a name. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** Pseudo-random numbers in [0, 1), the same for the same seed. */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Bar heights in (0, 1] of the waveform that belongs to a name: two swells and some noise. */
export function waveform(name: string, bars: number): number[] {
  const roll = dice(seedOf(name))
  const swell = 1 + roll() * 2.2
  const phase = roll() * 6.28
  const ripple = 5 + roll() * 6
  return Array.from({ length: bars }, (_, i) => {
    const x = i / Math.max(1, bars - 1)
    const body =
      0.5 + 0.32 * Math.sin(phase + x * swell * 6.28) + 0.16 * Math.sin(phase * 2 + x * ripple * 6.28)
    const edge = Math.min(1, 0.45 + Math.min(x, 1 - x) * 4)
    return Math.round(Math.max(0.12, Math.min(1, (body + (roll() - 0.5) * 0.42) * edge)) * 100) / 100
  })
}

const INKS = ['text-telon-400', 'text-foco-400', 'text-cabina-400'] as const

/** The light of a name: the colour class of its waveform on a dark ground. */
export const inkOf = (name: string): string => INKS[seedOf(name) % INKS.length] ?? INKS[0]
