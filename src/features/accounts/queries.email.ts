import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { email_changes } from './table.ts'

/** The e-mail that waits for its link to be used; null when none does. */
export async function emailThatWaits(db: Db, user_id: number, now: Date): Promise<string | null> {
  const [change] = await db
    .select({ email: email_changes.email })
    .from(email_changes)
    .where(and(eq(email_changes.user_id, user_id), gt(email_changes.expires_at, now.toISOString())))
  return change?.email ?? null
}
