import { and, eq, gte, isNull, ne, or } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { type Db, isUniqueViolation } from '#core/server/db.ts'
import { savepoint } from '#core/server/work.ts'
import { forgetDevices } from './commands.devices.ts'
import { dropWaitingEmail } from './commands.email.ts'
import { forgetRecoveryWithoutFactor } from './commands.factors.ts'
import { unlinkIdentities } from './commands.identity.ts'
import { warn } from './commands.letters.ts'
import { createMailToken, spendToken } from './commands.tokens.ts'
import { endSessionsOf } from './commands.ts'
import {
  mail_tokens,
  passkey_challenges,
  passkeys,
  recovery_codes,
  sign_in_tickets,
  totp_secrets,
  users,
} from './table.ts'

/*
 * "This wasn't me": whoever got hold of a password and added a factor of their own would keep the owner out for good. The
 * letter that tells of the factor has a link that takes it back.
 */

/** How long before the factor that is told of others go with it: whoever adds one may add several. */
const BEFORE_MS = HOUR

/** From when on factors go, of one that was added then. */
export const sinceOf = (added: string): string => new Date(Date.parse(added) - BEFORE_MS).toISOString()

interface Spent {
  user_id: number
  /** Where the letter went. */
  email: string
  since: string
}

/**
 * Uses the link up, and those of factors that were added later, which go with this one. Unlike others it works after a
 * change of password or e-mail too: that is what whoever it is meant against does next.
 */
async function spendNotMe({ db, now }: Work, token: string): Promise<Spent> {
  const used = await spendToken(db, 'factor', token, now)
  if (!used.email || !used.since) throw new Refusal(409, 'accounts.link_used')
  const { user_id, email, since } = used
  await db
    .update(mail_tokens)
    .set({ used_at: now.toISOString() })
    .where(
      and(
        eq(mail_tokens.user_id, user_id),
        isNull(mail_tokens.used_at),
        ne(mail_tokens.kind, 'guardian'),
        or(ne(mail_tokens.kind, 'factor'), gte(mail_tokens.since, since)),
      ),
    )
  return { user_id, email, since }
}

/** Removes the factors that were added since, and recovery codes that were made since. @returns what was removed */
async function removeFactors(work: Work, { user_id, since }: Spent) {
  const { db } = work
  const codes = await db
    .delete(totp_secrets)
    .where(
      and(
        eq(totp_secrets.user_id, user_id),
        or(isNull(totp_secrets.confirmed_at), gte(totp_secrets.confirmed_at, since)),
      ),
    )
    .returning({ on_since: totp_secrets.confirmed_at })
  const keys = await db
    .delete(passkeys)
    .where(and(eq(passkeys.user_id, user_id), gte(passkeys.created_at, since)))
    .returning({ id: passkeys.id })
  await db
    .delete(recovery_codes)
    .where(and(eq(recovery_codes.user_id, user_id), gte(recovery_codes.created_at, since)))
  await forgetRecoveryWithoutFactor(work, user_id)
  await db.delete(sign_in_tickets).where(eq(sign_in_tickets.user_id, user_id))
  await db.delete(passkey_challenges).where(eq(passkey_challenges.user_id, user_id))
  return { totp: codes.some(({ on_since }) => on_since !== null), passkeys: keys.length }
}

/** The e-mail is the one again that the letter went to, unless another account has that one by now. */
async function bringBackEmail(work: Work, { user_id, email }: Spent): Promise<void> {
  try {
    await savepoint(work, (inner) =>
      inner.db
        .update(users)
        .set({ email, verified_at: work.now.toISOString() })
        .where(and(eq(users.id, user_id), ne(users.email, email))),
    )
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
}

/** The e-mail of an account as it is. */
async function emailOf(db: Db, user_id: number): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, user_id))
  if (!user) throw new Refusal(409, 'accounts.link_used')
  return user.email
}

/**
 * Uses the link of a letter that told of a new factor: what was added since goes, the password works no more, the e-mail is
 * the one that the letter went to, all sessions end and all browsers are forgotten.
 * @returns the token of a reset link, to choose a password with
 * @throws Refusal 409 when the link was used, has expired or never was
 */
export async function takeFactorsBack(
  work: Work,
  token: string,
): Promise<{ user_id: number; reset: string }> {
  const { db, now } = work
  const spent = await spendNotMe(work, token)
  const { user_id } = spent
  const removed = await removeFactors(work, spent)
  await bringBackEmail(work, spent)
  await dropWaitingEmail(work, user_id)
  // Whoever is meant knows it, and would be in again before its owner has chosen another.
  await db.update(users).set({ password_hash: null }).where(eq(users.id, user_id))
  await endSessionsOf(work, user_id)
  await unlinkIdentities(db, user_id)
  await forgetDevices(db, user_id)
  const at = now.toISOString()
  if (removed.totp) await warn(work, { user_id, news: 'totp_removed', at })
  if (removed.passkeys > 0) await warn(work, { user_id, news: 'passkey_removed', at })
  const reset = await createMailToken(db, { user_id, kind: 'reset', email: await emailOf(db, user_id) }, now)
  return { user_id, reset }
}
