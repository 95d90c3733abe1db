import { sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { payments } from '#features/payments/table.ts'
import { actsFor, type Mine } from '#features/projects/queries.ts'
import { project_members } from '#features/projects/table.ts'
import type { MoneyMonth } from './contract.money.ts'
import { earnedBy } from './queries.desk.ts'
import { contracts, payout_parts } from './table.ts'

/**
 * What somebody gets of their projects' payments by month and currency: of a project that they own what reaches it, of a
 * band that they play in, or have left, their part of it, as it was stated once that was played. What is to come stands in
 * the month in which it is due (in the last one also what is due later, in the first what should have been paid earlier),
 * what is kept in the one in which it was confirmed, what is theirs in the one in which that happened.
 * @param span.since, span.until months YYYY-MM, both included
 */
export async function moneyByMonth(
  db: Db,
  mine: Mine,
  { since, until }: { since: string; until: string },
): Promise<MoneyMonth[]> {
  const { user_id, project_id } = mine
  const { rows } = await db.execute<{ [K in keyof MoneyMonth]: MoneyMonth[K] }>(sql`
    with agreed as (
      select c.id, c.zone, c.currency, c.payout, case when mine.owns then c.payout else coalesce(part.amount,
          case when exists (select from ${payout_parts} any_part where any_part.contract_id = c.id) then 0
            else ${earnedBy} end) end as own
      from ${actsFor(mine)} join ${contracts} c on c.project_id = mine.project_id and c.starts_at >= mine.since
        left join ${payout_parts} part on part.contract_id = c.id and part.user_id = mine.user_id
      union all
      select c.id, c.zone, c.currency, c.payout, part.amount
      from ${payout_parts} part join ${contracts} c on c.id = part.contract_id
      where part.user_id = ${user_id} ${project_id === undefined ? sql`` : sql`and part.project_id = ${project_id}`}
        and not exists (select from ${project_members} m
          where m.project_id = part.project_id and m.user_id = part.user_id and m.left_at is null)
    ), paid as (
      select c.zone, c.currency, p.state, p.due_at, p.held_at, p.settled_at,
        -- What is earned of a payment that came back in part is less its share of the fee.
        case when p.state = 'refunded' then p.amount - p.refunded
          - round(p.fee * (p.amount - p.refunded) / p.amount::numeric) else p.amount - p.fee end as net,
        c.payout, c.own
      from agreed c join ${payments} p on p.subject = 'contract:' || c.id
      where p.kind <> 'refund' and p.state not in ('cancelled', 'carried') and (p.kind <> 'carried' or p.state <> 'scheduled')
    ), told as (
      select to_char((case when state in ('released', 'refunded') then settled_at when state = 'held' then held_at
          else due_at end) at time zone zone, 'YYYY-MM') as month, currency,
        case when state in ('released', 'refunded') then 'received' when state = 'held' then 'held' else 'due' end as kind,
        case when payout = 0 or own is null then 0 else round(net * own / payout::numeric) end as amount
      from paid
    ), shown as (
      select case when kind = 'due' then greatest(least(month, ${until}), ${since}) else month end as month,
        currency, kind, amount from told
    )
    select month, currency, coalesce(sum(amount) filter (where kind = 'due'), 0)::bigint as due,
      coalesce(sum(amount) filter (where kind = 'held'), 0)::bigint as held,
      coalesce(sum(amount) filter (where kind = 'received'), 0)::bigint as received
    from shown where month between ${since} and ${until} group by 1, 2
    having sum(amount) <> 0 order by 1, 2`)
  return rows
}
