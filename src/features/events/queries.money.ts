import { sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { contracts } from '#features/contracts/table.ts'
import { payments } from '#features/payments/table.ts'

/** How many balances of an order's agreements in force aren't confirmed, and how many of them nobody says were paid in time. */
export async function balancesOf(
  db: Db,
  order_id: number,
  now: Date,
): Promise<{ open: number; late: number }> {
  const { rows } = await db.execute<{ open: number; late: number }>(sql`
    select count(*)::int as open,
      (count(*) filter (where p.state in ('due', 'failed', 'disputed')
        and p.due_at <= ${now.toISOString()}::timestamptz))::int as late
    from ${contracts} c join ${payments} p on p.subject = 'contract:' || c.id and p.kind = 'balance'
    where c.order_id = ${order_id} and c.state = 'active' and p.held_at is null`)
  return rows[0] ?? { open: 0, late: 0 }
}
