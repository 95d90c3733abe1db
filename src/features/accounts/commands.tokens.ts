import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { RESET_MS } from './commands.letters.ts'
import { lockAccount } from './commands.lock.ts'
import { NOT_ME_DAYS } from './contract.factors.ts'
import { GUARDIAN_LINK_DAYS } from './rules.minors.ts'
import { mail_tokens } from './table.ts'

/* Tokens of mailed links: each works once, but for those of minors' adults, for a while, and only its hash is stored. */

export type LinkKind = 'verify' | 'reset' | 'guardian' | 'email' | 'factor'

/** An adult comes back to theirs: it works as often as they like. */
export const LINK_MS: Record<LinkKind, number> = {
  verify: 24 * HOUR,
  reset: RESET_MS,
  guardian: GUARDIAN_LINK_DAYS * DAY,
  email: DAY,
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
 * Uses a token up: of any number of uses at once, one gets through. Its account is locked first: whatever is changed at that
 * moment comes before or after.
 * @param fits what else the token has to have
 * @throws Refusal 409 when it was used, has expired or never was
 */
export async function spendToken(db: Db, kind: LinkKind, token: string, now: Date, fits?: SQL) {
  const at = now.toISOString()
  const theirs = eq(mail_tokens.token_hash, tokenHash(token))
  const [sent] = await db.select({ user_id: mail_tokens.user_id }).from(mail_tokens).where(theirs)
  if (sent) await lockAccount(db, sent.user_id)
  const [used] = await db
    .update(mail_tokens)
    .set({ used_at: at })
    .where(
      and(
        theirs,
        eq(mail_tokens.kind, kind),
        isNull(mail_tokens.used_at),
        gt(mail_tokens.expires_at, at),
        fits,
      ),
    )
    .returning()
  if (!used) throw new Refusal(409, 'accounts.link_used')
  return used
}

/** Other links of the same kind that are still open are worth nothing once one was used. */
export async function closeLinks(db: Db, kind: LinkKind, user_id: number, now: Date) {
  await db
    .update(mail_tokens)
    .set({ used_at: now.toISOString() })
    .where(and(eq(mail_tokens.user_id, user_id), eq(mail_tokens.kind, kind), isNull(mail_tokens.used_at)))
}
