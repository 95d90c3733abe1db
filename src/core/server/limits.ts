import { and, gt, inArray, lte, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Db } from './db.ts'
import { rate_windows } from './table.ts'

/** Something that may happen so often within a window. */
export interface Limit {
  /** What is limited, e.g. `login:<e-mail>`. */
  key: string
  /** Tries a window. */
  max: number
}

/**
 * Windows that this process saw full a moment ago, with their end: a flood asks the database once a second. No
 * longer, since a try that succeeds is taken back.
 */
const full = new WeakMap<Db, Map<string, { resets_at: number; until: number }>>()
const REMEMBERED_MS = 1000
const REMEMBERED = 10_000

function remember(db: Db, key: string, resets_at: number) {
  const windows = full.get(db) ?? new Map<string, { resets_at: number; until: number }>()
  full.set(db, windows)
  if (windows.size >= REMEMBERED) windows.delete(windows.keys().next().value as string)
  windows.set(key, { resets_at, until: performance.now() + REMEMBERED_MS })
}

/** @throws Refusal 429 when a window was seen full a moment ago */
function refuseSeen(db: Db, limits: readonly Limit[], now: Date) {
  const windows = full.get(db)
  for (const { key } of windows ? limits : []) {
    const seen = windows?.get(key)
    if (!seen) continue
    if (seen.until > performance.now() && seen.resets_at > now.getTime())
      throw tooMany(seen.resets_at - now.getTime())
    windows?.delete(key)
  }
}

/**
 * Counts one try under a key, in windows that every server process shares.
 * Where tries count, pass the database itself, outside any transaction: the count must outlive a refusal, and a call
 * that holds one connection and waits for another can fill the pool. Where only successes count, pass the transaction.
 * @throws Refusal 429 with Retry-After beyond `max`
 */
export const limit = (db: Db, key: string, max: number, windowMs: number, now: Date): Promise<void> =>
  limitAll(db, [{ key, max }], windowMs, now)

/**
 * Counts one try under several keys at once; one that is full refuses, and then none is counted.
 * @throws Refusal 429 with Retry-After beyond a `max`
 */
export async function limitAll(db: Db, limits: readonly Limit[], windowMs: number, now: Date): Promise<void> {
  refuseSeen(db, limits, now)
  // One order for everybody: statements that touch the same keys never wait for each other in a circle.
  const keys = limits.map(({ key }) => key).sort()
  const at = now.toISOString()
  const maxOf = new Map(limits.map(({ key, max }) => [key, max]))
  const over = (window: { key: string; count: number; resets_at: string }, by: 0 | 1) => {
    const max = maxOf.get(window.key) ?? 0
    if (window.count + by <= max) return
    const resets_at = Date.parse(window.resets_at)
    remember(db, window.key, resets_at)
    throw tooMany(resets_at - now.getTime())
  }
  const before = await db
    .select()
    .from(rate_windows)
    .where(and(inArray(rate_windows.key, keys), gt(rate_windows.resets_at, at)))
  for (const window of before) over(window, 1)

  const isOver = sql`${rate_windows.resets_at} <= ${at}::timestamptz`
  const until = new Date(now.getTime() + windowMs).toISOString()
  const after = await db
    .insert(rate_windows)
    .values(keys.map((key) => ({ key, count: 1, resets_at: until })))
    .onConflictDoUpdate({
      target: rate_windows.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rate_windows.count} + 1 end`,
        resets_at: sql`case when ${isOver} then ${until}::timestamptz else ${rate_windows.resets_at} end`,
      },
    })
    .returning()
  for (const window of after) over(window, 0)
}

/** Takes one counted try under each key back: it succeeded and was no attack. */
export async function refund(db: Db, keys: readonly string[], now: Date): Promise<void> {
  await db
    .insert(rate_windows)
    .values([...keys].sort().map((key) => ({ key, count: 0, resets_at: now.toISOString() })))
    .onConflictDoUpdate({
      target: rate_windows.key,
      set: { count: sql`greatest(${rate_windows.count} - 1, 0)` },
    })
}

/** Forgets windows that are over; run by the clock. @returns how many */
export async function forgetWindows(db: Db, now: Date): Promise<number> {
  const gone = await db
    .delete(rate_windows)
    .where(lte(rate_windows.resets_at, now.toISOString()))
    .returning({ key: rate_windows.key })
  return gone.length
}

/** 429 that says, to people and in Retry-After, when to try again. @param wait milliseconds */
export function tooMany(wait: number): Refusal {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  const after = seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return new Refusal(429, 'common.too_many', {
    values: { after },
    headers: { 'retry-after': String(seconds) },
  })
}
