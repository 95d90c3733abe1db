import { sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { payments } from '#features/payments/table.ts'
import { actsFor, type Mine } from '#features/projects/queries.ts'
import type { MoneyMonth } from './contract.money.ts'
import { earnedBy } from './queries.desk.ts'
import { contracts } from './table.ts'

/**
 * What somebody gets of their projects' payments by month and currency: of a project that they own what reaches it, of a
 * band that they play in their part of it. What is to come stands in the month in which it is due, what is kept in the one
 * in which it was confirmed, what is theirs in the one in which that happened.
 * @param span.since, span.until months YYYY-MM, both included
 */
export async function moneyByMonth(
  db: Db,
  mine: Mine,
  { since, until }: { since: string; until: string },
): Promise<MoneyMonth[]> {
  const { rows } = await db.execute<{ [K in keyof MoneyMonth]: MoneyMonth[K] }>(sql`
    with paid as (
      select c.zone, c.currency, p.state, p.due_at, p.held_at, p.settled_at,
        -- What is earned of a payment that came back in part is less its share of the fee.
        case when p.state = 'refunded' then p.amount - p.refunded
          - round(p.fee * (p.amount - p.refunded) / p.amount::numeric) else p.amount - p.fee end as net,
        c.payout, ${earnedBy} as own
      from ${actsFor(mine)} join ${contracts} c on c.project_id = mine.project_id and c.starts_at >= mine.since
        join ${payments} p on p.subject = 'contract:' || c.id
      where p.kind <> 'refund' and p.state not in ('cancelled', 'carried') and (p.kind <> 'carried' or p.state <> 'scheduled')
    ), told as (
      select to_char((case when state in ('released', 'refunded') then settled_at when state = 'held' then held_at
          else due_at end) at time zone zone, 'YYYY-MM') as month, currency,
        case when state in ('released', 'refunded') then 'received' when state = 'held' then 'held' else 'due' end as kind,
        case when payout = 0 or own is null then 0 else round(net * own / payout::numeric) end as amount
      from paid
    )
    select month, currency, coalesce(sum(amount) filter (where kind = 'due'), 0)::bigint as due,
      coalesce(sum(amount) filter (where kind = 'held'), 0)::bigint as held,
      coalesce(sum(amount) filter (where kind = 'received'), 0)::bigint as received
    from told where month between ${since} and ${until} group by 1, 2 order by 1, 2`)
  return rows
}
