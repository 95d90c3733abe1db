import { and, eq, ne } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { present } from '#core/server/columns.ts'
import { raise } from '#core/server/events.ts'
import { minorClosed, recordingForbidden } from './commands.guardian.ts'
import { addMinor, minorOf } from './commands.minors.ts'
import type { AcceptedTerms } from './contract.acceptance.ts'
import { saysAge, TERMS_VERSION } from './contract.terms.ts'
import { users } from './table.ts'

/**
 * Somebody accepts the terms as they stand now. Who learns and was here before their age was asked says it with them: the
 * account of a minor waits for their adult from then on, so what they have ahead ends, and nothing that was recorded of them is
 * kept.
 * @throws Refusal 409 when they read another version, 422 on what is missing or wrong of their age
 */
export async function acceptTermsOf(
  work: Work,
  user_id: number,
  { version, ...age }: AcceptedTerms,
): Promise<void> {
  if (version !== TERMS_VERSION) throw new Refusal(409, 'accounts.terms_changed')
  const [user] = await work.db
    .select({
      id: users.id,
      email: present(users.email),
      account_type: users.account_type,
      terms_version: users.terms_version,
    })
    .from(users)
    .where(eq(users.id, user_id))
    .for('update')
  if (user && saysAge(user)) {
    const minor = minorOf({ ...age, email: user.email }, work.now)
    if (minor) {
      await addMinor(work, user, minor)
      await raise(work, minorClosed, { user_id })
      await raise(work, recordingForbidden, { user_id })
    }
  }
  await work.db
    .update(users)
    .set({ terms_version: version, terms_accepted_at: work.now.toISOString() })
    .where(and(eq(users.id, user_id), ne(users.terms_version, version)))
}
