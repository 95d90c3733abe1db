import { eq, lte } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { happening, raise } from '#core/server/events.ts'
import { passwordMatches } from '#core/server/secrets.ts'
import type { DeletionPreview } from './contract.ts'
import { users } from './table.ts'

/** Somebody wants to know what deleting their account takes with it: each feature adds its own to `preview`. */
export const deletionPreviewed = happening<{ user_id: number; preview: DeletionPreview }>(
  'account.deletion_previewed',
)

/** What deleting takes with it. @throws Refusal 404 when the account is gone */
export async function deletionPreviewOf(work: Work, user_id: number): Promise<DeletionPreview> {
  const [user] = await work.db
    .select({ delete_at: users.delete_at, password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, user_id))
  if (!user) throw notFound()
  const preview: DeletionPreview = {
    delete_at: user.delete_at,
    confirm_by: user.password_hash ? 'password' : 'email',
    orders: 0,
    gigs: 0,
    requests: 0,
    services: 0,
    pictures: 0,
    contracts: 0,
    bands: [],
  }
  await raise(work, deletionPreviewed, { user_id, preview })
  return preview
}

/**
 * Makes sure that it is really them: by password, or by their e-mail where they have none.
 * @throws Refusal 422 on the field that was asked for
 */
export async function confirmSelf(
  db: Db,
  user_id: number,
  proof: { password?: string | undefined; email?: string | undefined },
): Promise<void> {
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
    return
  }
  if (!proof.password) throw wrong('password', 'validation.required')
  if (!(await passwordMatches(user.password_hash, proof.password)))
    throw wrong('password', 'validation.own_password')
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
