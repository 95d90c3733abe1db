import { and, eq, gt, isNotNull, isNull, lte, notInArray } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { type Db, isUniqueViolation } from '#core/server/db.ts'
import { raise } from '#core/server/events.ts'
import { enqueue } from '#core/server/queues.ts'
import type { Viewer } from '#core/server/route.ts'
import { savepoint } from '#core/server/work.ts'
import { meetDevice } from './commands.devices.ts'
import { unlinkIdentities } from './commands.identity.ts'
import { mayWrite, warn } from './commands.letters.ts'
import { lockAccount } from './commands.lock.ts'
import { createMailToken, LINK_MS, spendToken } from './commands.tokens.ts'
import { emailVerified, endSessionsOf, refuseTaken } from './commands.ts'
import { isKept } from './queries.links.ts'
import { type Origin, userByEmail } from './queries.ts'
import { letters } from './queues.ts'
import { devices, email_changes, mail_tokens, sessions, users } from './table.ts'

/*
 * Another e-mail for an account whose own is verified. It waits until its link was used: whoever has it proves that by the
 * link, and an address that nobody proved keeps nobody from signing up with it.
 */

/** The links to an e-mail that waited are worth nothing. @returns whether one waited */
export async function dropWaitingEmail({ db, now }: Work, user_id: number): Promise<boolean> {
  // Links first, as whoever uses one does: two that wait for each other would be a deadlock.
  await db
    .update(mail_tokens)
    .set({ used_at: now.toISOString() })
    .where(and(eq(mail_tokens.user_id, user_id), eq(mail_tokens.kind, 'email'), isNull(mail_tokens.used_at)))
  const dropped = await db
    .delete(email_changes)
    .where(eq(email_changes.user_id, user_id))
    .returning({ expires_at: email_changes.expires_at })
  return dropped.some(({ expires_at }) => Date.parse(expires_at) > now.getTime())
}

/** Drops one that waits where another session asked for it: that session's doing ends with it. */
export async function dropEmailOfOthers(work: Work, viewer: Viewer): Promise<void> {
  const [waiting] = await work.db
    .select({ session_id: email_changes.session_id })
    .from(email_changes)
    .where(eq(email_changes.user_id, viewer.id))
  if (waiting && waiting.session_id !== viewer.session_id) await dropWaitingEmail(work, viewer.id)
}

/**
 * Has an e-mail wait for its link, in place of one that waited. The one that they have is told.
 * @throws Refusal 422 when it has an account already
 */
export async function askForEmail(work: Work, viewer: Viewer, email: string): Promise<void> {
  const { db, now } = work
  if ((await userByEmail(db, email)) || (await isKept(db, email, now, viewer.id))) throw refuseTaken()
  await dropWaitingEmail(work, viewer.id)
  const waiting = {
    email,
    session_id: viewer.session_id,
    expires_at: new Date(now.getTime() + LINK_MS.email).toISOString(),
    created_at: now.toISOString(),
  }
  await db
    .insert(email_changes)
    .values({ user_id: viewer.id, ...waiting })
    .onConflictDoUpdate({ target: email_changes.user_id, set: waiting })
  if (await mayWrite(work, 'new_email', email))
    await enqueue(work, letters, { kind: 'email', user_id: viewer.id })
  await warn(work, { user_id: viewer.id, news: 'email_asked', at: now.toISOString(), to: viewer.email })
}

/** Takes back a change of e-mail that waits. @throws Refusal 409 when none does (any more) */
export async function takeBackEmail(work: Work, user_id: number): Promise<void> {
  await lockAccount(work.db, user_id)
  if (!(await dropWaitingEmail(work, user_id))) throw new Refusal(409, 'accounts.no_email_waits')
}

/** Uses the link up, and ends the waiting. @returns whose it was, and the session that asked */
async function spendWaiting({ db, now }: Work, token: string) {
  const used = await spendToken(db, 'email', token, now)
  const [waited] = await db
    .delete(email_changes)
    .where(
      and(
        eq(email_changes.user_id, used.user_id),
        eq(email_changes.email, used.email ?? ''),
        gt(email_changes.expires_at, now.toISOString()),
      ),
    )
    .returning()
  if (!waited) throw new Refusal(409, 'accounts.link_used')
  return waited
}

/**
 * Uses the link to a new e-mail: from now on it is theirs. All sessions end but the one that asked for it, all browsers are
 * forgotten but its own and the one that the link was used in, and the e-mail before is told.
 * @returns the new e-mail
 * @throws Refusal 409 when the link works no more, or the e-mail has an account meanwhile
 */
export async function changeEmailByLink(work: Work, token: string, { device }: Origin): Promise<string> {
  const { db, now } = work
  const { user_id, email, session_id } = await spendWaiting(work, token)
  const [before] = await db.select({ email: users.email }).from(users).where(eq(users.id, user_id))
  try {
    await savepoint(work, (inner) =>
      inner.db.update(users).set({ email, verified_at: now.toISOString() }).where(eq(users.id, user_id)),
    )
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Refusal(409, 'accounts.email_taken_since')
  }
  if (await isKept(db, email, now, user_id)) throw new Refusal(409, 'accounts.email_taken_since')
  await endSessionsOf(work, user_id, session_id ?? undefined)
  await unlinkIdentities(db, user_id)
  const left = db
    .select({ device_hash: sessions.device_hash })
    .from(sessions)
    .where(and(eq(sessions.user_id, user_id), isNotNull(sessions.device_hash)))
  await db.delete(devices).where(and(eq(devices.user_id, user_id), notInArray(devices.device_hash, left)))
  if (device) await meetDevice(db, user_id, device, now)
  await raise(work, emailVerified, { user_id, email })
  if (!before) return email
  // The e-mail is kept for the account from now on, not from the letter on, which may be dropped: nobody has this token.
  await createMailToken(db, { user_id, kind: 'factor', email: before.email, since: now.toISOString() }, now)
  await warn(work, { user_id, news: 'email_changed', at: now.toISOString(), to: before.email })
  return email
}

/** Deletes changes whose link works no more. */
export async function deleteExpiredEmailChanges(db: Db, now: Date): Promise<void> {
  await db.delete(email_changes).where(lte(email_changes.expires_at, now.toISOString()))
}
