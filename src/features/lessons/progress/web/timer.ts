import { HOUR, MINUTE } from '#core/contract/time.ts'
import { MOST_MINUTES } from '../contract.ts'

const SECOND = 1_000

/** How long somebody has practised by the timer, and since when it runs; both in milliseconds. */
export interface Timer {
  before_ms: number
  /** Null while it is paused. */
  running_since: number | null
}

/** All that it has counted. A clock that was set back takes nothing away. */
export const elapsedOf = ({ before_ms, running_since }: Timer, now: number): number =>
  before_ms + (running_since === null ? 0 : Math.max(0, now - running_since))

/** Runs from now on; one that runs already, as before. */
export const started = (timer: Timer | null, now: number): Timer =>
  timer?.running_since != null ? timer : { before_ms: timer?.before_ms ?? 0, running_since: now }

/** Stands, with what it has counted. */
export const paused = (timer: Timer, now: number): Timer => ({
  before_ms: elapsedOf(timer, now),
  running_since: null,
})

/** Minutes as they are noted: rounded, at least one and at most what can be noted at once. */
export const minutesOf = (ms: number): number => Math.min(MOST_MINUTES, Math.max(1, Math.round(ms / MINUTE)))

const two = (value: number) => String(value).padStart(2, '0')

/** As a clock shows it: 04:09, or 1:04:09. */
export function clockOf(ms: number): string {
  const [hours, minutes, seconds] = [
    Math.floor(ms / HOUR),
    Math.floor(ms / MINUTE) % 60,
    Math.floor(ms / SECOND) % 60,
  ]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`
}
