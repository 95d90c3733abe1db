import { MINUTE } from '#core/contract/time.ts'

/** A week from Monday 00:00 in UTC, in parts of three hours; each has a bit. */
const PARTS = 56
const PART_MINUTES = 180
/** Minutes from Monday 00:00 to 1970-01-01, a Thursday, from which JavaScript counts. */
const THURSDAY = 3 * 24 * 60

/**
 * The parts of a week that a time touches, a bit each. Who is free then has them all in `open_hours`, which the database
 * writes (search_hours); who has them all may still not be free.
 */
export function hoursOf({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }): bigint {
  const minute = (at: Date) => at.getTime() / MINUTE + THURSDAY
  const first = Math.floor(minute(starts_at) / PART_MINUTES)
  const last = Math.min(Math.ceil(minute(ends_at) / PART_MINUTES) - 1, first + PARTS - 1)
  let bits = 0n
  for (let part = first; part <= last; part++) bits |= 1n << BigInt(((part % PARTS) + PARTS) % PARTS)
  return bits
}
