import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { users } from './table.ts'

/**
 * Makes somebody one of the staff, or no longer; who may is for whoever calls. Sessions that are open follow with their
 * next call.
 * @throws Refusal 409 `accounts.staff_so` when it is so already
 */
export async function setStaff(work: Work, user_id: number, isStaff: boolean): Promise<void> {
  const [set] = await work.db
    .update(users)
    .set({ staff_since: isStaff ? work.now.toISOString() : null })
    .where(and(eq(users.id, user_id), isStaff ? isNull(users.staff_since) : isNotNull(users.staff_since)))
    .returning({ id: users.id })
  if (!set) throw new Refusal(409, 'accounts.staff_so')
}
