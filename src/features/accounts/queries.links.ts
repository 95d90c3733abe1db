import { and, eq, exists, gt, gte, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { tokenHash } from '#core/server/secrets.ts'
import { mail_tokens, users } from './table.ts'

/** Whose reset link that is, while it can be used; asked before the costly hash. */
export async function resetLinkOwner(
  db: Db,
  token: string,
  now: Date,
): Promise<{ user_id: number; email: string; name: string }> {
  const [owner] = await db
    .select({ user_id: users.id, email: users.email, name: present(users.name) })
    .from(mail_tokens)
    .innerJoin(users, eq(users.id, mail_tokens.user_id))
    .where(
      and(
        eq(mail_tokens.token_hash, tokenHash(token)),
        eq(mail_tokens.kind, 'reset'),
        isNull(mail_tokens.used_at),
        gt(mail_tokens.expires_at, now.toISOString()),
      ),
    )
  if (!owner) throw new Refusal(409, 'accounts.link_used')
  return owner
}

/**
 * Whether an e-mail has an account whose reset links are spent: none works, and since `since` a mailed link of theirs was
 * used up. A letter that is still on its way is no link yet, and wasn't used.
 */
export async function hasSpentLinks(db: Db, email: string, now: Date, since: Date): Promise<boolean> {
  const links = () => db.select({ id: mail_tokens.id }).from(mail_tokens)
  const own = eq(mail_tokens.user_id, users.id)
  const open = and(
    own,
    eq(mail_tokens.kind, 'reset'),
    eq(mail_tokens.email, users.email),
    isNull(mail_tokens.used_at),
    gt(mail_tokens.expires_at, now.toISOString()),
  )
  const used = and(own, gt(mail_tokens.used_at, since.toISOString()))
  // What that leads to is shown on a page alone, which may be closed by now.
  const takenBack = and(used, eq(mail_tokens.kind, 'factor'))
  const spent = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.email, email),
        or(
          and(notExists(links().where(open)), exists(links().where(used))),
          exists(links().where(takenBack)),
        ),
      ),
    )
  return spent.length > 0
}

/** Whether an account was taken back since by the link of a letter about it. */
export const isTakenBack = async (db: Db, user_id: number, since: string): Promise<boolean> =>
  (await db.$count(
    mail_tokens,
    and(eq(mail_tokens.user_id, user_id), eq(mail_tokens.kind, 'factor'), gte(mail_tokens.used_at, since)),
  )) > 0

/**
 * Whether an e-mail is kept for the account that had it: a letter that went there can bring it back, so nobody else has it
 * until then.
 * @param user_id whose own it may be
 */
export async function isKept(db: Db, email: string, now: Date, user_id?: number): Promise<boolean> {
  const kept = await db
    .select({ id: mail_tokens.id })
    .from(mail_tokens)
    .innerJoin(users, eq(users.id, mail_tokens.user_id))
    .where(
      and(
        eq(mail_tokens.kind, 'factor'),
        sql`${mail_tokens.email}::citext = ${email}::citext`,
        isNull(mail_tokens.used_at),
        gt(mail_tokens.expires_at, now.toISOString()),
        ne(users.email, email),
        isNull(users.deleted_at),
        user_id === undefined ? undefined : ne(users.id, user_id),
      ),
    )
    .limit(1)
  return kept.length > 0
}
