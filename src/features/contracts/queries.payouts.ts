import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { readBy } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { busy_times } from '#features/availability/table.ts'
import { payments } from '#features/payments/table.ts'
import { actedFor, actsFor } from '#features/projects/queries.ts'
import type { SplitMember } from '#features/projects/rules.parts.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { PayoutPart } from './contract.money.ts'
import type { Agreement } from './contract.ts'
import { earnedBy, partOf, promisedFor } from './queries.desk.ts'
import { shareOf } from './rules.extras.ts'
import { BINDING } from './rules.ts'
import { contract_extras, contracts, payout_parts } from './table.ts'

/* What each member of a band gets: its own eyes and its owner's only. */

/**
 * Who is in the bands of some agreements, in whose place they played where the host accepted that, and who of them was on
 * stage; none for who plays alone.
 */
export async function bandsOf(
  db: Db,
  rows: readonly { id: number }[],
): Promise<Map<number, { members: SplitMember[]; played: number[] }>> {
  const ids = rows.map(({ id }) => id)
  const { rows: bands } = await db.execute<{ id: number; members: SplitMember[]; played: number[] }>(sql`
    select c.id,
      (select jsonb_agg(jsonb_build_object('id', m.id, 'user_id', m.user_id, 'role', m.role, 'fee', m.fee,
          'share', m.share, 'substitute_for', m.substitute_for, 'in_place_of', (
            select b.in_place_of from ${busy_times} b where b.subject = ${promisedFor} and b.user_id = m.user_id
              and b.kind = 'gig' and b.released_at is null and b.in_place_of is not null limit 1)) order by m.substitute_rank nulls last, m.id)
        from ${project_members} m where m.project_id = c.project_id and m.left_at is null
          and (m.role = 'OWNER' or m.joined_at <= c.starts_at)) as members,
      coalesce((select jsonb_agg(distinct b.user_id) from ${busy_times} b
        where b.project_id = c.project_id and b.user_id is not null and b.kind = 'gig' and b.released_at is null
          and b.subject = ${promisedFor}), '[]') as played
    from ${contracts} c join ${music_projects} p on p.id = c.project_id and p.project_type = 'GROUP'
    where c.id in (select unnest(${sql.param(ids)}::bigint[]))`)
  return new Map(bands.map(({ id, members, played }) => [id, { members: members ?? [], played }]))
}

/**
 * What members of bands got of gigs that were played, newest first: somebody's own parts, and everybody's in the bands
 * that they own. `received` is what of it reached the band by now: of each confirmed payment the same part. `extras` is
 * their part of the extras and tips that did.
 * @throws Refusal 404 when a project is asked for that isn't theirs
 */
export async function payoutPartsOf(
  db: Db,
  user_id: number,
  { project, ...query }: PageQuery & { project?: number | undefined },
): Promise<Page<PayoutPart>> {
  const after = idAfter(query.cursor)
  const projects = await actedFor(db, { user_id, project_id: project, archived: true })
  const acted = projects.map(({ project_id }) => project_id)
  const owned = projects.filter(({ role }) => role === 'OWNER').map(({ project_id }) => project_id)
  const { rows } = await db.execute<
    { [K in keyof Omit<PayoutPart, 'extras'>]: PayoutPart[K] } & Record<
      'beyond' | 'before' | 'mine' | 'all',
      number
    >
  >(sql`
    select part.id, part.contract_id, c.number, part.project_id, c.terms #>> '{artist,name}' as project_name,
      part.user_id = ${user_id} as is_you, u.name as member_name, part.amount, part.currency,
      c.terms #>> '{event,type}' as event_type, c.starts_at, c.zone, part.in_place_of is not null as stood_in,
      part.project_id in (select unnest(${sql.param(acted)}::bigint[])) as can_open,
      case when (c.terms #>> '{fees,payout}')::bigint = 0 then 0 else round(part.amount * (
        select coalesce(sum(p.amount - p.fee - p.taken), 0) from ${payments} p where p.subject = 'contract:' || c.id
          and p.state = 'released' and p.kind <> 'refund')
        / (c.terms #>> '{fees,payout}')::numeric) end::bigint as received,
      weights.*, (select coalesce(sum(p.amount - p.fee - p.taken), 0) from ${contract_extras} x
        join ${payments} p on p.subject = x.kind || ':' || x.id
        where x.contract_id = c.id and p.state = 'released' and p.kind <> 'refund')::bigint as beyond
    from ${payout_parts} part join ${contracts} c on c.id = part.contract_id
      join ${users} u on u.id = part.user_id
      -- Of a gig that was for nothing each gets as much.
      cross join lateral (
        select sum(weight)::bigint as all, coalesce(sum(weight) filter (where o.id < part.id), 0)::bigint as before,
          (sum(weight) filter (where o.id = part.id))::bigint as mine
        from (select o.id, case when c.payout = 0 then 1 else o.amount end as weight
          from ${payout_parts} o where o.contract_id = part.contract_id) o) weights
    where c.state in ${BINDING} and (part.user_id = ${user_id} or part.project_id in (select unnest(${sql.param(owned)}::bigint[])))
      ${project === undefined ? sql`` : sql`and part.project_id = ${project}`}
      ${after === undefined ? sql`` : sql`and part.id < ${after}`}
    order by part.id desc limit ${query.limit + 1}`)
  const { results, next } = pageOf(rows, query.limit, ({ id }) => id)
  return {
    results: results.map(({ beyond, before, mine, all, ...one }) =>
      readBy({ side: 'artist', open: true }, { ...one, extras: shareOf(beyond, { before, mine, all }) }),
    ),
    next,
  }
}

/**
 * What collaborators of bands get of agreements, and in whose place they play: as it is stated once it was played, or as
 * it stands. Before an agreement is in force it is what the band gives them.
 * @param whose one for each agreement, all of one person
 */
export async function ownParts(
  db: Db,
  whose: readonly { id: number; user_id: number }[],
): Promise<Map<number, { part: Agreement['own_part']; in_place_of: string | null }>> {
  const [first] = whose
  if (!first) return new Map()
  const { rows } = await db.execute<{
    id: number
    amount: number | null
    currency: NonNullable<Agreement['own_part']>['currency']
    in_place_of: string | null
  }>(sql`
    select c.id, c.currency,
      (case when c.state not in ${BINDING} then ${partOf(sql`mine`)} when part.amount is not null then part.amount
        when exists (select from ${payout_parts} stated where stated.contract_id = c.id) then 0
        else ${earnedBy} end)::bigint as amount,
      (select u.name from ${busy_times} b join ${project_members} place on place.id = coalesce(b.in_place_of,
          (select m.substitute_for from ${project_members} m where m.project_id = c.project_id
            and m.user_id = mine.user_id and m.left_at is null))
        join ${users} u on u.id = place.user_id
        where b.subject = ${promisedFor} and b.user_id = mine.user_id and b.kind = 'gig' and b.released_at is null
        limit 1) as in_place_of
    from ${actsFor({ user_id: first.user_id, archived: true })} join ${contracts} c on c.project_id = mine.project_id
      left join ${payout_parts} part on part.contract_id = c.id and part.user_id = mine.user_id
    where c.id in (select unnest(${sql.param(whose.map(({ id }) => id))}::bigint[]))`)
  return new Map(
    rows.map(({ id, amount, currency, in_place_of }) => [
      id,
      { part: amount === null ? null : { amount, currency }, in_place_of },
    ]),
  )
}

/** How many agreements a sweep states parts of; the next one goes on. */
const A_SWEEP = 200

/** Agreements of bands whose event is over by now, and nobody's part is stated yet. */
export async function toState(db: Db, now: Date): Promise<(typeof contracts.$inferSelect)[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const rows = await db
    .select({ contract: contracts })
    .from(contracts)
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .where(
      and(
        // Those that are in force and have begun are few; completed ones had theirs stated then.
        eq(contracts.state, 'active'),
        sql`${contracts.starts_at} <= ${at} and ${contracts.ends_at} <= ${at}`,
        eq(music_projects.project_type, 'GROUP'),
        isUnstated,
      ),
    )
    .orderBy(asc(contracts.id))
    .limit(A_SWEEP)
  return rows.map(({ contract }) => contract)
}

const isUnstated = sql`not exists (select from ${payout_parts} part where part.contract_id = ${contracts.id})`

/** Those of some agreements whose parts aren't stated yet. */
export async function unstatedOf<Row extends { id: number }>(db: Db, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const left = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(inArray(contracts.id, ids), isUnstated))
  return rows.filter(({ id }) => left.some((one) => one.id === id))
}

/** Somebody's own parts, as the copy of their data has them. */
export async function payoutDataOf(db: Db, user_id: number): Promise<Page<PayoutPart>['results']> {
  const all: PayoutPart[] = []
  let cursor: string | undefined
  do {
    const { results, next } = await payoutPartsOf(db, user_id, {
      limit: 100,
      ...(cursor ? { cursor } : {}),
    })
    all.push(...results.filter(({ is_you }) => is_you))
    cursor = next ?? undefined
  } while (cursor)
  return all
}
