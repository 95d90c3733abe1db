import { and, eq, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import { sessions, users } from './table.ts'

/*
 * Of a sign-in, a change and a reset of one account at once, one comes after the other: each begins with the account's own
 * row. A password is checked before that, since it takes its turn among others, and may be another one by then.
 */

/** Waits for who changes what the account is signed in with, and has others wait. */
export async function lockAccount(db: Db, user_id: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, user_id)).for('no key update')
}

/** Waits for who changes what the account is signed in with, and holds them up; others who sign in don't wait. */
export async function lockForEntry(
  db: Db,
  user_id: number,
): Promise<{ password_hash: string | null } | null> {
  const [user] = await db
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, user_id))
    .for('share')
  return user ?? null
}

/**
 * Locks somebody's own account for what they change of how it is signed in with, and makes sure that they are still in: a
 * reset at that moment has ended their session.
 * @throws Refusal 401 when the session has ended meanwhile
 */
export async function lockStillIn({ db }: Work, viewer: Viewer): Promise<void> {
  await lockAccount(db, viewer.id)
  if ((await db.$count(sessions, eq(sessions.id, viewer.session_id))) === 0)
    throw new Refusal(401, 'access.unauthorized')
}

/**
 * The same, and makes sure that the password is the one that was checked.
 * @param checked its hash; null where the account has none
 * @param field what the form calls the password
 * @throws Refusal 401 when the session has ended meanwhile, 422 when the password is another one
 */
export async function lockOwn(
  work: Work,
  viewer: Viewer,
  checked: string | null,
  field: 'current' | 'password',
): Promise<void> {
  await lockStillIn(work, viewer)
  const isStill = sql`${users.password_hash} is not distinct from ${checked}`
  if ((await work.db.$count(users, and(eq(users.id, viewer.id), isStill))) === 0)
    throw new Refusal(422, 'common.invalid', { fields: { [field]: { key: 'validation.own_password' } } })
}
