import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { present } from '#core/server/columns.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { deleteKeysOf } from '#core/server/idempotency.ts'
import type { Viewer } from '#core/server/route.ts'
import { forgetDevices } from './commands.devices.ts'
import { deleteExportsOf } from './commands.exports.ts'
import { deleteFactorsOf } from './commands.factors.ts'
import { tellAbout } from './commands.letters.ts'
import { deletePasskeysOf } from './commands.passkeys.ts'
import { endSessionsOf } from './commands.ts'
import { DELETION_DAYS } from './contract.data.ts'
import { minors } from './table.minors.ts'
import { email_changes, identities, identity_flows, mail_tokens, users } from './table.ts'

/** Somebody asks to be deleted: whoever has a reason against it refuses. */
export const deletionAsked = domainEvent<{ user_id: number }>('account.deletion_asked')

/**
 * The grace is over, in the transaction that deletes: each feature ends what is open, removes what was theirs alone
 * and takes their name off what others have with them. The account's own row goes last.
 */
export const accountDeleted = domainEvent<{ user_id: number; name: string; email: string }>('account.deleted')

/** Sets the day on which an account is deleted, whoever wants that. @returns null when it is set already, or done */
export async function planDeletion({ db, now }: Work, user_id: number): Promise<string | null> {
  const delete_at = new Date(now.getTime() + DELETION_DAYS * DAY).toISOString()
  const [planned] = await db
    .update(users)
    .set({ delete_at })
    .where(and(eq(users.id, user_id), isNull(users.delete_at), isNull(users.deleted_at)))
    .returning({ id: users.id })
  return planned ? delete_at : null
}

/**
 * Sets the day of deletion and ends every other session.
 * @throws Refusal 409 when it is set already, or a feature has a reason against it
 */
export async function scheduleDeletion(work: Work, viewer: Viewer): Promise<string> {
  const delete_at = await planDeletion(work, viewer.id)
  if (!delete_at) throw new Refusal(409, 'accounts.deletion_planned')
  await raise(work, deletionAsked, { user_id: viewer.id })
  await endSessionsOf(work, viewer.id, viewer.session_id)
  await tellAbout(work, { user_id: viewer.id, news: 'deletion_planned' })
  return delete_at
}

/** Cancels a deletion that hasn't been carried out. @throws Refusal 409 when there is none (any more) */
export async function unscheduleDeletion(work: Work, user_id: number): Promise<void> {
  const [cancelled] = await work.db
    .update(users)
    .set({ delete_at: null })
    .where(and(eq(users.id, user_id), isNotNull(users.delete_at), isNull(users.deleted_at)))
    .returning({ id: users.id })
  if (!cancelled) throw new Refusal(409, 'accounts.deletion_not_planned')
  await tellAbout(work, { user_id, news: 'deletion_dropped' })
}

/**
 * Deletes an account whose day has come: nobody can sign in by it, nothing names them, the e-mail is free. The row
 * stays, for what others have with it.
 * @returns who gets the last letter; null when the deletion was cancelled meanwhile
 */
export async function deleteAccount(
  work: Work,
  user_id: number,
): Promise<{ name: string; email: string; language: Language } | null> {
  const { db, now } = work
  const at = now.toISOString()
  const [user] = await db
    .select({ name: present(users.name), email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.id, user_id), lte(users.delete_at, at)))
    // Whoever writes something of theirs meanwhile only needs the row to exist: they needn't wait for us.
    .for('no key update')
  if (!user) return null
  await raise(work, accountDeleted, { user_id, name: user.name, email: user.email })
  await deleteExportsOf(work, user_id)
  await endSessionsOf(work, user_id)
  await forgetDevices(db, user_id)
  await deleteFactorsOf(db, user_id)
  await deletePasskeysOf(db, user_id)
  await db.delete(mail_tokens).where(eq(mail_tokens.user_id, user_id))
  await db.delete(email_changes).where(eq(email_changes.user_id, user_id))
  await db.delete(minors).where(eq(minors.user_id, user_id))
  const linked = await db
    .delete(identities)
    .where(eq(identities.user_id, user_id))
    .returning({ issuer: identities.issuer, subject: identities.subject })
  await db
    .delete(identity_flows)
    .where(
      or(
        eq(identity_flows.email, user.email),
        ...linked.map(({ issuer, subject }) =>
          and(eq(identity_flows.issuer, issuer), eq(identity_flows.subject, subject)),
        ),
      ),
    )
  await deleteKeysOf(db, user_id)
  await db
    .update(users)
    .set({
      name: null,
      // No address: nothing is sent there, nobody can sign up with it.
      email: `deleted:${user_id}`,
      password_hash: null,
      verified_at: null,
      phone: null,
      city: null,
      client_kind: null,
      legal_name: null,
      tax_id: null,
      referred_by: null,
      staff_since: null,
      delete_at: null,
      deleted_at: at,
    })
    .where(eq(users.id, user_id))
  return user
}
