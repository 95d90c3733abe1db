import { eq, lte } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import { passwordMatches } from '#core/server/secrets.ts'
import type { DeletionPart, DeletionPreview } from './contract.data.ts'
import { users } from './table.ts'

/** What deleting somebody's account takes with it: each feature answers for its own. */
export const deletionParts = extensionPoint<{ user_id: number }, DeletionPart>('account.deletion_parts')

/** What deleting takes with it. @throws Refusal 404 when the account is gone */
export async function deletionPreviewOf(reading: Reading, user_id: number): Promise<DeletionPreview> {
  const [user] = await reading.db
    .select({ delete_at: users.delete_at, password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, user_id))
  if (!user) throw notFound()
  const parts = await gather(reading, deletionParts, { user_id })
  return {
    delete_at: user.delete_at,
    confirm_by: user.password_hash ? 'password' : 'email',
    parts: parts.filter(({ count }) => count > 0),
  }
}

/**
 * Makes sure that it is really them: by password, or by their e-mail where they have none. The e-mail is no secret: it
 * says that they mean it, not who they are.
 * @returns the hash of the password that was right, which may be another one by the time that something is changed; null
 * where it was the e-mail
 * @throws Refusal 422 on the field that was asked for
 */
export async function confirmSelf(
  db: Db,
  user_id: number,
  proof: { password?: string | undefined; email?: string | undefined },
  ip: string,
): Promise<string | null> {
  const [user] = await db
    .select({ email: users.email, password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, user_id))
  if (!user) throw notFound()
  const wrong = (field: 'password' | 'email', key: string) =>
    new Refusal(422, 'common.invalid', { fields: { [field]: { key } } })
  if (user.password_hash === null) {
    if (!proof.email) throw wrong('email', 'validation.required')
    if (proof.email.toLowerCase() !== user.email.toLowerCase()) throw wrong('email', 'validation.own_email')
    return null
  }
  if (!proof.password) throw wrong('password', 'validation.required')
  if (!(await passwordMatches(user.password_hash, proof.password, { ip, known: true })))
    throw wrong('password', 'validation.own_password')
  return user.password_hash
}

/** Accounts whose day has come. */
export async function accountsToDelete(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(lte(users.delete_at, now.toISOString()))
    .orderBy(users.id)
    .limit(100)
  return rows.map(({ id }) => id)
}
