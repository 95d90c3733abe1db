import { sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import type { Factors } from './contract.factors.ts'
import type { SecondWay } from './contract.second.ts'
import { recovery_codes, totp_secrets } from './table.ts'

/** What somebody has of second factors. */
export async function factorsOf(db: Db, user_id: number): Promise<Factors> {
  const { rows } = await db.execute<{ totp_since: Date | string | null; recovery_left: number }>(sql`
    select
      (select confirmed_at from ${totp_secrets} where user_id = ${user_id}) as totp_since,
      (select count(*)::int from ${recovery_codes} where user_id = ${user_id} and used_at is null) as recovery_left`)
  const [row] = rows
  const since = row?.totp_since ?? null
  return {
    totp_since: since === null ? null : new Date(since).toISOString(),
    recovery_left: row?.recovery_left ?? 0,
  }
}

/** By which second factors somebody may go on; none where they have none: recovery codes alone are no factor. */
export async function secondWaysOf(db: Db, user_id: number): Promise<SecondWay[]> {
  const { totp_since, recovery_left } = await factorsOf(db, user_id)
  if (totp_since === null) return []
  return recovery_left > 0 ? ['totp', 'recovery'] : ['totp']
}
