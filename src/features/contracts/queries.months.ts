import { sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { PAYMENT_STATES } from '#features/payments/contract.ts'
import { payments } from '#features/payments/table.ts'
import { actsFor, type Mine } from '#features/projects/queries.ts'
import type { MoneyMonth } from './contract.money.ts'
import { earnedBy } from './queries.desk.ts'
import { contractOfPayment } from './queries.extras.ts'
import { contracts, payout_parts } from './table.ts'

/** What isn't settled: to come, or kept. */
const OPEN = PAYMENT_STATES.filter(
  (state) => !['released', 'refunded', 'cancelled', 'carried'].includes(state),
)

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
    with acts as materialized (select * from ${actsFor(mine)}),
    parts as materialized (
      select part.contract_id, part.project_id, part.amount from ${payout_parts} part
      where part.user_id = ${user_id} ${project_id === undefined ? sql`` : sql`and part.project_id = ${project_id}`}
    ),
    -- By project, and of what is settled only the months that are shown: the rest is most of what there ever was.
    moved as materialized (
      select p.*, ${contractOfPayment({ kind: sql`p.kind`, subject: sql`p.subject` })} as contract_id from ${payments} p
      where p.project_id in (select project_id from acts union select project_id from parts)
        and p.kind <> 'refund' and (p.subject like 'contract:%' or p.kind in ('extra', 'tip'))
        -- A tip is nobody's until it was given.
        and (p.kind <> 'tip' or p.state not in ('due', 'failed'))
        and (p.state in ${OPEN} or p.state in ('released', 'refunded')
          and p.settled_at >= ${`${since}-01`}::timestamptz - interval '1 day')
        and (p.kind <> 'carried' or p.state <> 'scheduled')
    ), paid as (
      select c.zone, c.currency, p.state, p.due_at, p.held_at, p.settled_at,
        -- What is earned of a payment that came back in part is less its share of the fee.
        case when p.state = 'refunded' then p.amount - p.refunded
          - round(p.fee * (p.amount - p.refunded) / p.amount::numeric) else p.amount - p.fee end - p.taken as net,
        c.payout, mine.owns,
        case when mine.owns then c.payout when part.amount is not null then part.amount
          when exists (select from ${payout_parts} stated where stated.contract_id = c.id) then 0
          else ${earnedBy} end as own
      from moved p join ${contracts} c on c.id = p.contract_id
        left join acts mine on mine.project_id = c.project_id and c.starts_at >= mine.since
        left join parts part on part.contract_id = c.id
      where mine.project_id is not null or part.contract_id is not null
    ), told as (
      select to_char((case when state in ('released', 'refunded') then settled_at when state = 'held' then held_at
          else due_at end) at time zone zone, 'YYYY-MM') as month, currency,
        case when state in ('released', 'refunded') then 'received' when state = 'held' then 'held' else 'due' end as kind,
        case when owns then net when payout = 0 or own is null then 0
          else round(net * own / payout::numeric) end as amount
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
