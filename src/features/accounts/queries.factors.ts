import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import type { Factors } from './contract.factors.ts'
import { SECOND_WAYS, type SecondWay } from './contract.second.ts'
import { passkeys, recovery_codes, totp_secrets } from './table.ts'

/** What somebody has of second factors. */
export async function factorsOf(db: Db, user_id: number): Promise<Factors> {
  const [totp] = await db
    .select({ since: totp_secrets.confirmed_at })
    .from(totp_secrets)
    .where(and(eq(totp_secrets.user_id, user_id), isNotNull(totp_secrets.confirmed_at)))
  const keys = await db
    .select({
      id: passkeys.id,
      user_agent: passkeys.user_agent,
      created_at: passkeys.created_at,
      used_at: passkeys.used_at,
    })
    .from(passkeys)
    .where(eq(passkeys.user_id, user_id))
    .orderBy(passkeys.id)
  const recovery_left = await db.$count(
    recovery_codes,
    and(eq(recovery_codes.user_id, user_id), isNull(recovery_codes.used_at)),
  )
  return { passkeys: keys, totp_since: totp?.since ?? null, recovery_left }
}

/** By which second factors somebody may go on; none where they have none: recovery codes alone are no factor. */
export async function secondWaysOf(db: Db, user_id: number): Promise<SecondWay[]> {
  // One statement: it stands in the way of every sign-in.
  const { rows } = await db.execute<Record<SecondWay, boolean>>(sql`
    select
      exists (select 1 from ${passkeys} where user_id = ${user_id}) as passkey,
      exists (select 1 from ${totp_secrets} where user_id = ${user_id} and confirmed_at is not null) as totp,
      exists (select 1 from ${recovery_codes} where user_id = ${user_id} and used_at is null) as recovery`)
  const [has] = rows
  return has?.passkey || has?.totp ? SECOND_WAYS.filter((way) => has[way]) : []
}

/** Whether somebody has a factor that was added since. */
export async function hasFactorSince(db: Db, user_id: number, since: string): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select 1 from ${passkeys} where user_id = ${user_id} and created_at >= ${since})
      or exists (select 1 from ${totp_secrets} where user_id = ${user_id} and confirmed_at >= ${since}) as has`)
  return rows[0]?.has ?? false
}

/** Whether somebody is asked for more than a password. */
export const hasSecond = async (db: Db, user_id: number): Promise<boolean> =>
  (await secondWaysOf(db, user_id)).length > 0
