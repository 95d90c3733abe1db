import { and, desc, eq, exists, gt, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import { type Asker, passwordMatches } from '#core/server/secrets.ts'
import type { Session } from './contract.ts'
import { sessions, users } from './table.ts'

/** Where a request comes from, as a session remembers it. */
export interface Origin {
  ip: string | null
  user_agent: string | null
  /** The cookie that the browser is known by. */
  device: string | null
}

/** Where somebody is signed in, latest use first. */
export async function sessionsOf(db: Db, viewer: Viewer, now: Date): Promise<Session[]> {
  const rows = await db
    .select({
      id: sessions.id,
      user_agent: sessions.user_agent,
      ip: sessions.ip,
      remember: sessions.remember,
      last_used_at: sessions.last_used_at,
      created_at: sessions.created_at,
    })
    .from(sessions)
    .where(and(eq(sessions.user_id, viewer.id), gt(sessions.expires_at, now.toISOString())))
    .orderBy(desc(sessions.last_used_at), desc(sessions.id))
    .limit(100)
  return rows.map((row) => ({ ...row, current: row.id === viewer.session_id }))
}

/** Those of the sessions that have ended. */
export async function endedOf(db: Db, session_ids: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select asked.id from unnest(${sql.param(session_ids)}::bigint[]) asked (id)
    where not exists (select from ${sessions} where ${sessions.id} = asked.id)`)
  return rows.map(({ id }) => id)
}

// ─── Accounts ────────────────────────────────────────────────────────────────────────────────────────────────

export type User = Omit<typeof users.$inferSelect, 'password_hash' | 'name'> & {
  name: string
  verified: boolean
}

export const userColumns = {
  id: users.id,
  name: present(users.name),
  email: users.email,
  account_type: users.account_type,
  language: users.language,
  verified_at: users.verified_at,
  verified: sql<boolean>`${users.verified_at} is not null`,
  phone: users.phone,
  city: users.city,
  client_kind: users.client_kind,
  legal_name: users.legal_name,
  tax_id: users.tax_id,
  referred_by: users.referred_by,
  terms_accepted_at: users.terms_accepted_at,
  terms_version: users.terms_version,
  staff_since: users.staff_since,
  delete_at: users.delete_at,
  deleted_at: users.deleted_at,
  created_at: users.created_at,
}

/** One account without its secrets; null when there is none. */
export async function userById(db: Db, user_id: number): Promise<User | null> {
  const [user] = await db.select(userColumns).from(users).where(eq(users.id, user_id))
  return user ?? null
}

/** The account of an e-mail, in any case; null when there is none. */
export async function userByEmail(db: Db, email: string): Promise<User | null> {
  const [user] = await db.select(userColumns).from(users).where(eq(users.email, email.trim()))
  return user ?? null
}

/**
 * Checks e-mail and password in the same time whether or not the e-mail has an account.
 * @param asker where they ask from, and whether they are known there; an address where they are signed in is known too
 * @throws Refusal 401 when they don't belong together
 */
export async function userByPassword(
  db: Db,
  email: string,
  password: string,
  { ip, known = false }: Asker,
): Promise<{ id: number; password_hash: string }> {
  const here = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.user_id, users.id), eq(sessions.ip, ip)))
  const [user] = await db
    .select({ id: users.id, password_hash: users.password_hash, known: sql<boolean>`${exists(here)}` })
    .from(users)
    .where(eq(users.email, email))
  const matches = await passwordMatches(user?.password_hash, password, {
    ip,
    known: known || (user?.known ?? false),
  })
  if (!user?.password_hash || !matches) throw new Refusal(401, 'accounts.wrong_credentials')
  return { id: user.id, password_hash: user.password_hash }
}

/** Whether that account's e-mail is verified. */
export async function isVerified(db: Db, user_id: number): Promise<boolean> {
  const [user] = await db
    .select({ verified: sql<boolean>`${users.verified_at} is not null` })
    .from(users)
    .where(eq(users.id, user_id))
  return user?.verified ?? false
}
