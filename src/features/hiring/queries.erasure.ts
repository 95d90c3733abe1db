import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import type { DeletionPart } from '#features/accounts/contract.data.ts'
import { music_projects } from '#features/projects/table.ts'
import { OPEN } from './rules.requests.ts'
import { JOURNEY } from './rules.ts'
import { orders, requests } from './table.ts'

/** Counts the orders and the requests that end with somebody's account. */
export async function endingWithAccount(db: Db, user_id: number, now: Date): Promise<DeletionPart[]> {
  const open_orders = await db.$count(
    orders,
    and(eq(orders.hunter_id, user_id), inArray(orders.stage, [...JOURNEY.cancel.from])),
  )
  const [row] = await db
    .select({
      gigs: sql<number>`count(*) filter (where ${requests.status} = 'accepted')::int`,
      open: sql<number>`count(*) filter (where ${requests.status} <> 'accepted')::int`,
    })
    .from(requests)
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(
      and(
        eq(music_projects.owner_id, user_id),
        inArray(requests.status, OPEN),
        sql`upper(${requests.during}) > ${now.toISOString()}::timestamptz`,
      ),
    )
  return [
    { kind: 'orders', count: open_orders },
    { kind: 'gigs', count: row?.gigs ?? 0 },
    { kind: 'requests', count: row?.open ?? 0 },
  ]
}
