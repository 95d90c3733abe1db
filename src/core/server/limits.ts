import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Db } from './db.ts'
import { rate_windows } from './table.ts'

/**
 * What is stored for a key: its hash, which has one length whatever the key is made of, and tells nobody's e-mail or
 * address to those who read the table.
 */
const stored = (key: string) => createHash('sha256').update(key).digest('base64url')

/** How often something may happen within a window of time. */
export interface Limit {
  /** What is limited, e.g. `login:<e-mail>`. */
  key: string
  /** Attempts in one window. */
  max: number
}

/**
 * Windows that this process has just found full, with their end, so that a flood costs one query a second. They aren't
 * cached for longer, because a successful attempt is taken back.
 */
const full = new WeakMap<Db, Map<string, { resets_at: number; until: number }>>()
const CACHED_MS = 1000
const CACHE_MAX = 10_000

function cacheFull(db: Db, key: string, resets_at: number) {
  const windows = full.get(db) ?? new Map<string, { resets_at: number; until: number }>()
  full.set(db, windows)
  if (windows.size >= CACHE_MAX) windows.delete(windows.keys().next().value as string)
  windows.set(key, { resets_at, until: performance.now() + CACHED_MS })
}

/** How long a hashed key stays full, as far as this process has just found out (ms); 0 when it doesn't know. */
function foundFull(db: Db, hashed: string, now: Date): number {
  const windows = full.get(db)
  const seen = windows?.get(hashed)
  if (!seen) return 0
  if (seen.until > performance.now() && seen.resets_at > now.getTime()) return seen.resets_at - now.getTime()
  windows?.delete(hashed)
  return 0
}

/**
 * Counts an attempt under a key, in windows that all server processes share.
 * Where every attempt counts, pass the database itself, outside any transaction: the count has to outlive a refusal, and a
 * call that holds one connection while it waits for another can exhaust the pool. Where only successes count, pass the
 * transaction.
 * @throws Refusal 429 with Retry-After beyond `max`
 */
export const limit = (db: Db, key: string, max: number, windowMs: number, now: Date): Promise<void> =>
  limitAll(db, [{ key, max }], windowMs, now)

/**
 * Counts an attempt under several keys at once. If one of them is full, it refuses, and none is counted.
 * @throws Refusal 429 with Retry-After beyond a `max`
 */
export async function limitAll(db: Db, asked: readonly Limit[], windowMs: number, now: Date): Promise<void> {
  const limits = asked.map(({ key, max }) => ({ key: stored(key), max }))
  for (const { key } of limits) {
    const wait = foundFull(db, key, now)
    if (wait > 0) throw tooMany(wait)
  }
  // Always in the same order, so that statements with the same keys can't deadlock.
  const keys = limits.map(({ key }) => key).sort()
  const at = now.toISOString()
  const maxOf = new Map(limits.map(({ key, max }) => [key, max]))
  const over = (window: { key: string; count: number; resets_at: string }, by: 0 | 1) => {
    const max = maxOf.get(window.key) ?? 0
    if (window.count + by <= max) return
    const resets_at = Date.parse(window.resets_at)
    cacheFull(db, window.key, resets_at)
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

/** Takes an attempt back under each key: it succeeded, so it was no attack. */
export async function refund(db: Db, keys: readonly string[], now: Date): Promise<void> {
  await db
    .insert(rate_windows)
    .values(
      keys
        .map(stored)
        .sort()
        .map((key) => ({ key, count: 0, resets_at: now.toISOString() })),
    )
    .onConflictDoUpdate({
      target: rate_windows.key,
      set: { count: sql`greatest(${rate_windows.count} - 1, 0)` },
    })
}

/** How often something may happen that isn't stopped for good but slowed down. */
export interface Pace {
  /** So many at once. */
  burst: number
  /** Then one more each time so much has passed, ms. */
  every: number
}

/**
 * Takes a place at a pace that all server processes share: at most `burst + span / every` get one in any span of time,
 * and whoever waits for `every` finds another. The row holds one instant, when all places are free again (the generic
 * cell rate algorithm, ITU-T I.371), so it is bounded whatever comes.
 * @returns 0, or how long until the next place is free (ms); then none is taken
 */
export async function takePlace(db: Db, key: string, { burst, every }: Pace, now: Date): Promise<number> {
  const found = waitForPlace(db, key, now)
  if (found > 0) return found
  const at = now.toISOString()
  const last = new Date(now.getTime() + (burst - 1) * every)
  const longer = (from: SQL) => sql`${from} + make_interval(secs => ${every / 1000})`
  const taken = await db
    .insert(rate_windows)
    .values({ key: stored(key), count: 1, resets_at: new Date(now.getTime() + every).toISOString() })
    .onConflictDoUpdate({
      target: rate_windows.key,
      set: { resets_at: longer(sql`greatest(${rate_windows.resets_at}, ${at}::timestamptz)`) },
      setWhere: lte(rate_windows.resets_at, last.toISOString()),
    })
    .returning({ key: rate_windows.key })
  if (taken.length > 0) return 0
  const [row] = await db
    .select({ resets_at: rate_windows.resets_at })
    .from(rate_windows)
    .where(eq(rate_windows.key, stored(key)))
  const wait = row ? Math.max(1, Date.parse(row.resets_at) - last.getTime()) : 1
  cacheFull(db, stored(key), now.getTime() + wait)
  return wait
}

/** How long there is no place, where this process has just found that out without asking (ms); else 0. */
export const waitForPlace = (db: Db, key: string, now: Date): number => foundFull(db, stored(key), now)

/** Gives a place back: what it was taken for didn't happen after all. */
export async function leavePlace(db: Db, key: string, { every }: Pace): Promise<void> {
  await db
    .update(rate_windows)
    .set({ resets_at: sql`${rate_windows.resets_at} - make_interval(secs => ${every / 1000})` })
    .where(eq(rate_windows.key, stored(key)))
}

/** Deletes windows that have ended; run by a sweep. @returns how many */
export async function deleteExpiredWindows(db: Db, now: Date): Promise<number> {
  const deleted = await db
    .delete(rate_windows)
    .where(lte(rate_windows.resets_at, now.toISOString()))
    .returning({ key: rate_windows.key })
  return deleted.length
}

/**
 * A 429 that says when to try again, in words and in Retry-After.
 * @param wait milliseconds
 * @param code whose text says more than that it was too much; it gets `after`
 */
export function tooMany(wait: number, code = 'common.too_many'): Refusal {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  const after = seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return new Refusal(429, code, {
    values: { after },
    headers: { 'retry-after': String(seconds) },
  })
}
