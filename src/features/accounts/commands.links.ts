import { and, eq, gt, isNull } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { endSessionsOf, markVerified } from './commands.ts'
import { mail_tokens, users } from './table.ts'

/* Mailed links: each works once, for a while, and only its hash is stored. */

type LinkKind = 'verify' | 'reset'

const LINK_MS: Record<LinkKind, number> = { verify: 24 * HOUR, reset: HOUR }

/** Makes the token of a mailed link; only its hash is stored. */
export async function createMailToken(
  db: Db,
  link: { user_id: number; kind: LinkKind },
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

/** Uses a link up: of any number of uses at once, one gets through. */
async function spendLink(db: Db, kind: LinkKind, token: string, now: Date): Promise<number> {
  const at = now.toISOString()
  const [used] = await db
    .update(mail_tokens)
    .set({ used_at: at })
    .where(
      and(
        eq(mail_tokens.token_hash, tokenHash(token)),
        eq(mail_tokens.kind, kind),
        isNull(mail_tokens.used_at),
        gt(mail_tokens.expires_at, at),
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

/**
 * Uses a verification link: the e-mail is theirs.
 * @throws Refusal 409 when the link was used, has expired or never was
 */
export async function verifyByLink(work: Work, token: string): Promise<{ user_id: number }> {
  const user_id = await spendLink(work.db, 'verify', token, work.now)
  await closeLinks(work.db, 'verify', user_id, work.now)
  await markVerified(work, user_id)
  return { user_id }
}

/**
 * Uses a reset link: new password, every session ended. Whoever reads the mailbox owns the e-mail, so it is
 * verified too.
 * @throws Refusal 409 when the link was used meanwhile
 */
export async function resetByLink(work: Work, token: string, password_hash: string): Promise<void> {
  const user_id = await spendLink(work.db, 'reset', token, work.now)
  await closeLinks(work.db, 'reset', user_id, work.now)
  await work.db.update(users).set({ password_hash }).where(eq(users.id, user_id))
  await endSessionsOf(work, user_id)
  await markVerified(work, user_id)
}
