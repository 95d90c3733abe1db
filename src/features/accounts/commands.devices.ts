import { and, eq, lte, ne, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { DAY } from '#core/contract/time.ts'
import type { Config } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { addressOf, browserOf } from '#core/server/input.ts'
import type { ReadContext } from '#core/server/route.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import type { Origin } from './queries.ts'
import { devices, users } from './table.ts'

/*
 * Browsers that are known by a cookie, per account. The cookie opens nothing and proves nobody's identity: it tells a
 * place where somebody has signed in before from one where they haven't.
 */

/** A browser that wasn't used for so long is forgotten. */
const KNOWN_MS = 400 * DAY

/** The prefix makes browsers refuse the cookie from anybody but this very host. */
const cookieNameOf = ({ public_url }: Config) =>
  public_url.startsWith('https:') ? '__Host-device' : 'device'

/** The device that a browser says it is; null when it says none. */
export function deviceCookieOf(config: Config, request: FastifyRequest): string | null {
  const name = `${cookieNameOf(config)}=`
  for (const pair of (request.headers.cookie ?? '').split(/;\s*/))
    if (pair.startsWith(name) && /^[\w-]{43}$/.test(pair.slice(name.length))) return pair.slice(name.length)
  return null
}

/**
 * Where a sign-in comes from, as its session remembers it. Whoever has no device cookie gets one with the answer, and
 * everybody's lasts on. It is known once somebody has signed in with it (`meetDevice`); until then it only says that it
 * is the same browser.
 */
export function originOf({ app: { config }, request, reply }: ReadContext): Origin & { device: string } {
  const device = deviceCookieOf(config, request) ?? newToken()
  const secure = config.public_url.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieNameOf(config)}=${device}; Path=/; Max-Age=${KNOWN_MS / 1000}; HttpOnly; SameSite=Strict${secure}`,
  )
  return { ip: addressOf(request), user_agent: browserOf(request), device }
}

/** Whose browser it is among those of that e-mail's account; null when it was never used for it. */
export async function knownBrowserOf(
  db: Db,
  email: string,
  device: string,
): Promise<{ user_id: number; device_hash: string } | null> {
  const [known] = await db
    .select({ user_id: devices.user_id, device_hash: devices.device_hash })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.user_id))
    .where(and(eq(users.email, email), eq(devices.device_hash, tokenHash(device))))
  return known ?? null
}

/** Whether somebody has signed in with that browser before. */
export const knowsBrowser = async (db: Db, user_id: number, device: string): Promise<boolean> =>
  (await db.$count(devices, and(eq(devices.user_id, user_id), eq(devices.device_hash, tokenHash(device))))) >
  0

/**
 * Remembers that somebody signed in with a browser.
 * @returns whether that is news: they had never done so, and the account isn't made just now, which is done signed in. That
 * no browser of theirs is known says nothing: it may have been forgotten.
 */
export async function meetDevice(db: Db, user_id: number, device: string, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const device_hash = tokenHash(device)
  const known = await db
    .update(devices)
    .set({ seen_at: at })
    .where(and(eq(devices.user_id, user_id), eq(devices.device_hash, device_hash)))
    .returning({ user_id: devices.user_id })
  if (known.length > 0) return false
  const met = await db
    .insert(devices)
    .values({ user_id, device_hash, seen_at: at, created_at: at })
    .onConflictDoNothing()
    .returning({ user_id: devices.user_id })
  if (met.length === 0) return false
  const [user] = await db
    .select({ isOlder: sql<boolean>`${users.created_at} < ${at}` })
    .from(users)
    .where(eq(users.id, user_id))
  return user?.isOlder ?? false
}

/** Forgets somebody's browsers, but for the one they use now. */
export async function forgetDevices(db: Db, user_id: number, but?: string | null): Promise<void> {
  await db
    .delete(devices)
    .where(and(eq(devices.user_id, user_id), but ? ne(devices.device_hash, tokenHash(but)) : undefined))
}

/** Forgets browsers that nobody has signed in with for more than a year. */
export async function forgetOldDevices(db: Db, now: Date): Promise<void> {
  await db.delete(devices).where(lte(devices.seen_at, new Date(now.getTime() - KNOWN_MS).toISOString()))
}
