import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { forgetDevices, meetDevice } from './commands.devices.ts'
import { dropWaitingEmail, EMAIL_LINK_MS } from './commands.email.ts'
import { unlinkIdentities } from './commands.identity.ts'
import { RESET_MS, warn } from './commands.letters.ts'
import { lockOfLink } from './commands.lock.ts'
import { endSessions, endSessionsOf, endTicketsOf, markVerified } from './commands.ts'
import { NOT_ME_DAYS } from './contract.factors.ts'
import { GUARDIAN_LINK_DAYS } from './rules.minors.ts'
import { mail_tokens, sessions, users } from './table.ts'

/* Mailed links: each works once, but for those of minors' adults, for a while, and only its hash is stored. */

type LinkKind = 'verify' | 'reset' | 'guardian' | 'email' | 'factor'

/** An adult comes back to theirs: it works as often as they like. */
const LINK_MS: Record<LinkKind, number> = {
  verify: 24 * HOUR,
  reset: RESET_MS,
  guardian: GUARDIAN_LINK_DAYS * DAY,
  email: EMAIL_LINK_MS,
  factor: NOT_ME_DAYS * DAY,
}

/** Makes the token of a mailed link; only its hash is stored. It proves the e-mail that it is sent to, no later one. */
export async function createMailToken(
  db: Db,
  link: { user_id: number; kind: LinkKind; email: string; since?: string },
  now: Date,
): Promise<string> {
  const token = newToken()
  await db.insert(mail_tokens).values({
    ...link,
    token_hash: tokenHash(token),
    expires_at: new Date(now.getTime() + LINK_MS[link.kind]).toISOString(),
    created_at: now.toISOString(),
  })
  return token
}

/**
 * Uses a link up: of any number of uses at once, one gets through. Its account is locked first: whether it is used or the
 * e-mail changes at that moment, the other comes after.
 */
async function spendLink(db: Db, kind: LinkKind, token: string, now: Date): Promise<number> {
  const at = now.toISOString()
  await lockOfLink(db, token)
  const [used] = await db
    .update(mail_tokens)
    .set({ used_at: at })
    .where(
      and(
        eq(mail_tokens.token_hash, tokenHash(token)),
        eq(mail_tokens.kind, kind),
        isNull(mail_tokens.used_at),
        gt(mail_tokens.expires_at, at),
        or(
          isNull(mail_tokens.email),
          sql`${mail_tokens.email} = (select ${users.email} from ${users} where ${users.id} = ${mail_tokens.user_id})`,
        ),
      ),
    )
    .returning({ user_id: mail_tokens.user_id })
  if (!used) throw new Refusal(409, 'accounts.link_used')
  return used.user_id
}

/** Other links of the same kind that are still open are worth nothing once one was used. */
async function closeLinks(db: Db, kind: LinkKind, user_id: number, now: Date) {
  await db
    .update(mail_tokens)
    .set({ used_at: now.toISOString() })
    .where(and(eq(mail_tokens.user_id, user_id), eq(mail_tokens.kind, kind), isNull(mail_tokens.used_at)))
}

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
  const user_id = await spendLink(work.db, 'verify', token, work.now)
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
  const user_id = await spendLink(work.db, 'reset', token, work.now)
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
