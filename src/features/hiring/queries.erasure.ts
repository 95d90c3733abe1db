import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import type { DeletionPreview } from '#features/accounts/contract.ts'
import { music_projects } from '#features/projects/table.ts'
import { OPEN } from './rules.requests.ts'
import { JOURNEY } from './rules.ts'
import { orders, requests } from './table.ts'

/** Adds the orders and the requests that end when somebody's account goes. */
export async function countOnLeaving(
  db: Db,
  user_id: number,
  preview: DeletionPreview,
  now: Date,
): Promise<void> {
  preview.orders += await db.$count(
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
  preview.gigs += row?.gigs ?? 0
  preview.requests += row?.open ?? 0
}
