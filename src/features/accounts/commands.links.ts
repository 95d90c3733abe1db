import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { tokenHash } from '#core/server/secrets.ts'
import { forgetDevices, meetDevice } from './commands.devices.ts'
import { dropWaitingEmail } from './commands.email.ts'
import { unlinkIdentities } from './commands.identity.ts'
import { warn } from './commands.letters.ts'
import { closeLinks, spendToken } from './commands.tokens.ts'
import { endSessions, endSessionsOf, endTicketsOf, markVerified } from './commands.ts'
import { mail_tokens, sessions, users } from './table.ts'

/* What the links of letters about an account do. */

/** Sent to the e-mail that the account has, or to none in particular. */
const toTheirEmail = or(
  isNull(mail_tokens.email),
  sql`${mail_tokens.email} = (select ${users.email} from ${users} where ${users.id} = ${mail_tokens.user_id})`,
)

/** What a link is followed with: a browser, and the session that hands it in, which is all that a program has. */
interface Follower {
  device: string
  session_id: number | undefined
}

/**
 * Whoever follows the link owns the e-mail, which whoever signed up with it need not: what was opened with another browser
 * than this ends, what they came with isn't known here, and they come in by no provider any more. An address says nothing:
 * whole towns share one.
 */
async function shutStrangersOut(
  work: Work,
  user_id: number,
  { device, session_id }: Follower,
): Promise<void> {
  const { db, now } = work
  await endTicketsOf(db, user_id)
  await endSessions(
    work,
    and(
      eq(sessions.user_id, user_id),
      sql`${sessions.device_hash} is distinct from ${tokenHash(device)}`,
      session_id === undefined ? undefined : ne(sessions.id, session_id),
    ),
  )
  await forgetDevices(db, user_id, device)
  await unlinkIdentities(db, user_id)
  // The link came to their own mailbox: where they follow it is no news to them.
  await meetDevice(db, user_id, device, now)
}

/**
 * Uses a verification link: the e-mail is theirs. Sessions that somebody else may have opened aren't raised by it.
 * @throws Refusal 409 when the link was used, has expired or never was
 */
export async function verifyByLink(work: Work, token: string, by: Follower): Promise<{ user_id: number }> {
  const { user_id } = await spendToken(work.db, 'verify', token, work.now, toTheirEmail)
  await closeLinks(work.db, 'verify', user_id, work.now)
  if (await markVerified(work, user_id)) await shutStrangersOut(work, user_id, by)
  return { user_id }
}

/**
 * Uses a reset link: new password, every session ended, every browser forgotten but the one that used it, no identity of a
 * provider linked; an e-mail that waits for its link waits no more. Whoever reads the mailbox owns the e-mail, so it is
 * verified too.
 * @throws Refusal 409 when the link was used meanwhile
 */
export async function resetByLink(
  work: Work,
  token: string,
  password_hash: string,
  device: string | null,
): Promise<void> {
  const { user_id } = await spendToken(work.db, 'reset', token, work.now, toTheirEmail)
  await closeLinks(work.db, 'reset', user_id, work.now)
  await work.db.update(users).set({ password_hash }).where(eq(users.id, user_id))
  await endSessionsOf(work, user_id)
  await unlinkIdentities(work.db, user_id)
  await dropWaitingEmail(work, user_id)
  await forgetDevices(work.db, user_id)
  // So nobody's guessing keeps the owner out: a letter always makes the browser known that it is read in.
  if (device) await meetDevice(work.db, user_id, device, work.now)
  await warn(work, { user_id, news: 'password_reset', at: work.now.toISOString() })
  await markVerified(work, user_id)
}
