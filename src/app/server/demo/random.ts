/** A repeatable source of chance (mulberry32): the same seed gives the same people. */
export interface Chance {
  /** 0 ≤ n < 1 */
  next(): number
  /** Whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  pick<T>(items: readonly T[]): T
  /** `n` different items, or all when there are fewer. */
  some<T>(items: readonly T[], n: number): T[]
  yes(share: number): boolean
}

export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const some = <T>(items: readonly T[], n: number): T[] => {
    const left = [...items]
    const chosen: T[] = []
    while (chosen.length < n && left.length > 0) chosen.push(...left.splice(between(0, left.length - 1), 1))
    return chosen
  }
  return { next, between, pick, some, yes: (share) => next() < share }
}
