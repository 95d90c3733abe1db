import { LEVELS } from './contract.ts'

/* How loud a sound is, from its beginning to its end. */

/** So many samples are one reading. */
const WINDOW = 1024

/** Listens to a sound from its beginning to its end and remembers how loud it was. */
export class Meter {
  readonly #powers: number[] = []
  #sum = 0
  #count = 0
  /** Samples heard, of one channel. */
  heard = 0

  /** Listens to what comes next, by channel. */
  hear(channels: readonly Float32Array[], count = channels[0]?.length ?? 0): void {
    for (let n = 0; n < count; n++) {
      let power = 0
      for (const channel of channels) power += (channel[n] ?? 0) ** 2
      this.#sum += Number.isFinite(power) ? power / channels.length : 0
      if (++this.#count === WINDOW) this.#note()
    }
    this.heard += count
  }

  #note() {
    this.#powers.push(this.#sum / this.#count)
    this.#sum = 0
    this.#count = 0
  }

  /** How loud it was, 0 to 100 each, the loudest 100; null of silence. */
  levels(): number[] | null {
    if (this.#count > 0) this.#note()
    return levelsOf(this.#powers)
  }
}

/** Columns of a waveform from the power of many short times; null of silence. */
export function levelsOf(powers: readonly number[]): number[] | null {
  const columns = Array.from({ length: LEVELS }, (_, n) => {
    const from = Math.floor((n * powers.length) / LEVELS)
    const to = Math.max(from + 1, Math.floor(((n + 1) * powers.length) / LEVELS))
    const part = powers.slice(from, to)
    return part.length === 0 ? 0 : Math.sqrt(part.reduce((sum, one) => sum + one, 0) / part.length)
  })
  const most = Math.max(...columns)
  // An ear hears half as loud what has a tenth of the power: straight levels would show spikes alone.
  return most < 1e-5 ? null : columns.map((one) => Math.round(100 * (one / most) ** 0.6))
}
