import { type SQL, sql } from 'drizzle-orm'
import type { Currency } from '#core/contract/money.ts'
import { written } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { plannedRows } from '#core/server/prepared.ts'
import { busy_times } from '#features/availability/table.ts'
import { payments } from '#features/payments/table.ts'
import { actsFor, type Mine } from '#features/projects/queries.ts'
import { project_members } from '#features/projects/table.ts'
import type { EventType } from '#features/services/contract.ts'
import { contractOfPayment } from './queries.extras.ts'
import { TO_GIVE_BACK } from './rules.refunds.ts'
import { AMENDABLE, BINDING, PENDING, UNSIGNED } from './rules.ts'
import { contract_extras, contracts, signatures } from './table.ts'

/* What agreements come to, and what of them waits for somebody. */

/** Money and gigs of a month (YYYY-MM), in one currency. */
export interface Earned {
  month: string
  currency: string
  /** Minor units. */
  amount: number
  /** Agreements in force or completed. */
  gigs: number
  /** Those of them whose part the band hasn't said yet, to a collaborator; the amount is without them. */
  unsaid: number
}

/** As what the people on stage have their time promised for the agreement `c`. */
export const promisedFor = sql`'order:' || c.order_id || '/project:' || c.project_id`

/** What the part of `whose`, a fee or a percent, comes to of the agreement `c`; null where the band hasn't said. */
export const partOf = (whose: SQL) =>
  sql`coalesce(${whose}.fee, floor(c.payout * ${whose}.share::numeric / 100)::bigint)`

/** The part of whom somebody, `mine`, stands in for at the event of the agreement `c`. */
const partOfTheirPlace = sql`(select ${partOf(sql`place`)} from ${busy_times} b
    join ${project_members} self on self.project_id = b.project_id and self.user_id = b.user_id and self.left_at is null
    join ${project_members} place on place.id = coalesce(b.in_place_of, self.substitute_for)
  where b.subject = ${promisedFor} and b.user_id = mine.user_id and b.kind = 'gig' and b.released_at is null limit 1)`

/**
 * What somebody gets of the agreement `c` through `mine`, as `split` has it: an owner all that reaches the project, who only
 * stands in for somebody nothing unless they are on stage, and whose place somebody else plays nothing. Who plays in
 * somebody's place gets their own part, or else that of the place. Who is on stage is looked up row by row: as an `exists`
 * all promises there are would be read.
 */
export const earnedBy = sql`(case
  when mine.owns then c.payout
  when (mine.substitutes or exists (select from ${busy_times} b join ${project_members} m on m.id = b.in_place_of
      where b.subject = ${promisedFor} and b.released_at is null and m.user_id = mine.user_id))
    and (select b.id from ${busy_times} b where b.subject = ${promisedFor} and b.user_id = mine.user_id
      and b.kind = 'gig' and b.released_at is null limit 1) is null then 0
  else coalesce(${partOf(sql`mine`)}, ${partOfTheirPlace}) end)`

/** What somebody gets by agreements in force or completed of their projects, by the month of the gig (YYYY-MM there). */
export async function earningsByMonth(
  db: Db,
  mine: Mine,
  zone: string,
  { since, until }: { since: string; until: string },
): Promise<Earned[]> {
  return await plannedRows<{ [K in keyof Earned]: Earned[K] }>(
    db,
    sql`
    select to_char(c.starts_at at time zone ${zone}, 'YYYY-MM') as month, c.currency,
      coalesce(sum(${earnedBy}), 0)::bigint as amount, count(*)::int as gigs,
      (count(*) filter (where ${earnedBy} is null))::int as unsaid
    from ${actsFor(mine)} join ${contracts} c on c.project_id = mine.project_id and c.starts_at >= mine.since
    where c.state in ${written(BINDING)}
      and c.starts_at >= ${since}::timestamptz and c.starts_at < ${until}::timestamptz
    group by 1, 2 order by 1`,
  )
}

/**
 * What a hunter pays by agreements in force or completed, by the month of the gig (YYYY-MM in the gig's zone): their totals,
 * the extras that both agreed to, and the tips that were paid.
 */
export async function spendingByMonth(
  db: Db,
  hunter_id: number,
  { since, until }: { since: string; until: string },
): Promise<{ month: string; currency: string; amount: number }[]> {
  const theirs = sql`c.hunter_id = ${hunter_id} and c.state in ${written(BINDING)}
    and c.starts_at >= ${since}::timestamptz and c.starts_at < ${until}::timestamptz`
  const { rows } = await db.execute<{ month: string; currency: string; amount: number }>(sql`
    with costs as (
      select c.starts_at, c.zone, c.currency, c.total as amount from ${contracts} c where ${theirs}
      union all
      select c.starts_at, c.zone, x.currency, x.amount from ${contracts} c
        join ${contract_extras} x on x.contract_id = c.id and x.state = 'agreed'
        join ${payments} p on p.subject = x.kind || ':' || x.id
      where ${theirs} and (p.state in ('held', 'released')
        or x.kind = 'extra' and p.state not in ('refunded', 'cancelled'))
    )
    select to_char(starts_at at time zone zone, 'YYYY-MM') as month, currency, sum(amount)::bigint as amount
    from costs group by 1, 2 order by 1`)
  return rows
}

/** Whether the artist hasn't signed a version of an agreement `c`. */
const artistLacks = (version: SQL) => sql`not exists (
  select 1 from ${signatures} s
  where s.contract_id = c.id and s.version = ${version} and s.side = 'artist' and s.voided_at is null)`

/** Whether the project has to sign an agreement `c`, or an amendment to what both have signed. */
const isToSign = (now: Date) => sql`(c.state in ${written(UNSIGNED)} and ${artistLacks(sql`c.version`)}
  or c.state in ${written(AMENDABLE)} and c.amendment_version is not null
    and c.starts_at > ${now.toISOString()}::timestamptz and ${artistLacks(sql`c.amendment_version`)})`

/** Whether the project has to say that a payment of an agreement `c` arrived, or to answer an extra. */
const isToConfirm = sql`(exists (select from ${payments} p
  where p.subject = 'contract:' || c.id and p.state = 'processing' and p.declared_by = 'user'
    and p.method <> 'card' and p.kind <> 'refund')
  or exists (select from ${contract_extras} x left join ${payments} p on p.subject = x.kind || ':' || x.id
    where x.contract_id = c.id and (x.state = 'proposed' and x.proposed_by = 'hunter'
      or p.state = 'processing' and p.declared_by = 'user' and p.method <> 'card')))`

/** The refund of an agreement `c` that waits for its project, which gives it back or says that it did; a card's goes by itself. */
const refundOf = sql`left join lateral (
  select p.amount, p.currency, p.state, p.due_at from ${payments} p
  where p.subject = 'contract:' || c.id and p.kind = 'refund' and p.refund_of is null
    and (p.state in ${written(TO_GIVE_BACK)} or p.state = 'processing' and p.declared_by = 'user')) back on true`

/** Agreements of `mine` that aren't in force yet or are to be amended, looked up state by state: the others are many. */
const pending = sql.join(
  [
    ...PENDING.map(
      (state) =>
        sql`select p.* from ${contracts} p where p.project_id = mine.project_id and p.state in ${written([state])}`,
    ),
    sql`select p.* from ${contracts} p
      where p.project_id = mine.project_id and p.amendment_version is not null and p.state = 'active'`,
    // Whatever else is paid: what was agreed may be over by then.
    sql`select p.* from ${contracts} p where p.id in (
        select ${contractOfPayment({ kind: sql`said.kind`, subject: sql`said.subject` })} from ${payments} said
          where said.project_id = mine.project_id
            and (said.state = 'processing' and said.method <> 'card'
              or said.state in ${written(TO_GIVE_BACK)} and said.kind = 'refund')
        union select x.contract_id from ${contract_extras} x
          where x.project_id = mine.project_id and x.state = 'proposed')
      and p.state not in ${written(PENDING)} and not (p.state = 'active' and p.amendment_version is not null)`,
  ],
  sql` union all `,
)

/** Agreements `c` that wait for whoever owns their project, `mine`, with what is to be given back of them, `back`. */
const unsettled = (mine: Mine, now: Date) =>
  sql`${actsFor({ ...mine, owned: true })} cross join lateral (${pending}) c ${refundOf}
  where (${isToSign(now)} or ${isToConfirm} or back.state is not null)`

/** How many agreements wait for somebody's signature, word or money, as an expression. */
export const unsettledCount = (user_id: number, now: Date): SQL<number> =>
  sql<number>`(select count(*)::int from ${unsettled({ user_id }, now)})`

/** An agreement that waits, with what it is about. `refund_paid`: they are to say that they gave it back. */
export interface Unsettled {
  kind: 'sign' | 'confirm' | 'refund' | 'refund_paid'
  id: number
  project_id: number
  project_name: string
  title: string | null
  type: EventType
  city: string | null
  starts_at: string
  zone: string
  /** Until when money is to be given back; null for all else. */
  until: string | null
  /** What is given back, minor units, and to whom. */
  refund: { amount: number; currency: Currency; name: string | null } | null
}

/** What the rows come to, besides. */
interface Counted {
  to_sign: number
  to_confirm: number
  to_give_back: number
}

/**
 * The agreements that wait for somebody's signature, for their word that a payment arrived, or for what they give back: what
 * has to be done first before the others, these by their gigs; and how many there are. What came is said first: what is given
 * back may come to more by it.
 */
export async function unsettledOf(
  db: Db,
  mine: Mine,
  now: Date,
  most: number,
): Promise<{ rows: Unsettled[] } & Counted> {
  const rows = await plannedRows<
    { [K in keyof Counted]: Counted[K] } & { [K in keyof Unsettled]: Unsettled[K] }
  >(
    db,
    sql`
    with each as (
      select case when ${isToConfirm} then 'confirm' when back.state in ${written(TO_GIVE_BACK)} then 'refund'
          when back.state is not null then 'refund_paid' else 'sign' end as kind, c.id, mine.project_id,
        mine.project_name, c.terms -> 'event' ->> 'title' as title, c.terms -> 'event' ->> 'type' as type,
        c.terms -> 'event' ->> 'city' as city, c.starts_at, c.zone, back.due_at,
        case when back.state is not null then jsonb_build_object('amount', back.amount, 'currency', back.currency,
          'name', c.terms -> 'buyer' -> 'name') end as back
      from ${unsettled(mine, now)}
    ), waiting as (
      select kind, id, project_id, project_name, title, type, city, starts_at, zone,
        case when kind = 'refund' then due_at end as until,
        case when kind in ('refund', 'refund_paid') then back end as refund
      from each
    )
    select *, (count(*) filter (where kind = 'sign') over ())::int as to_sign,
      (count(*) filter (where kind in ('confirm', 'refund_paid')) over ())::int as to_confirm,
      (count(*) filter (where kind = 'refund') over ())::int as to_give_back
    from waiting order by coalesce(until, starts_at), id limit ${most}`,
  )
  const [{ to_sign, to_confirm, to_give_back } = { to_sign: 0, to_confirm: 0, to_give_back: 0 }] = rows
  return {
    rows: rows.map(({ to_sign: _, to_confirm: __, to_give_back: ___, ...row }) => row),
    ...{ to_sign, to_confirm, to_give_back },
  }
}
