import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { idAfter, type Page, pageOf } from '#core/contract/page.ts'
import type { Reading } from '#core/server/app.ts'
import { readBy } from '#core/server/audience.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { isoInstant } from '#core/server/parsers.ts'
import { plannedRows } from '#core/server/prepared.ts'
import { users } from '#features/accounts/table.ts'
import { hasUnknown } from '#features/calendars/queries.ts'
import { candidates, orders, plan_moments, request_moments, requests } from '#features/hiring/table.ts'
import type { RequestStatus } from '#features/hiring/talent/contract.ts'
import { beginsAt, endsAt } from '#features/hiring/talent/queries.ts'
import { heldBy } from '#features/plans/queries.ts'
import { feeOf } from '#features/plans/rules.ts'
import type { Role } from '#features/projects/contract.ts'
import { membersWithoutPart, sharesOpen } from '#features/projects/queries.members.ts'
import { actedFor, actsFor, type Mine } from '#features/projects/queries.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { EventType } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import { checksOf } from '#features/verification/queries.ts'
import type { Budget, MusicianRequest, RequestFilter, RequestMoment, RequestSlot } from './contract.ts'
import { earlier, quoteAgain } from './queries.again.ts'
import { budget_moments, budgets } from './table.ts'

export type BudgetRow = typeof budgets.$inferSelect

/** The slots that a budget covers, in the order in which they were made: an expression beside its columns. */
export const coveredSlots = sql<number[]>`array(
  select c.slot_id from ${budget_moments} c where c.budget_id = ${outer(budgets.id)} order by c.slot_id)`

/** A budget as it travels. @param slot_ids what it covers */
export function budgetOf(row: BudgetRow, slot_ids: number[]): Budget {
  const { project_id: _project, created_at: _created, currency, ...rest } = row
  return { ...rest, slot_ids, currency: currency as Currency }
}

/** A moment of a request as it is asked, and what the plan says of it. */
type AskedMoment = Omit<RequestMoment, 'cost' | 'currency'> & { cost: number }

/**
 * The moments of a request in the order of their time; of each what the approved plan says, else the newest that has the
 * slot.
 */
const moments = sql<AskedMoment[]>`(
  select jsonb_agg(jsonb_build_object('id', m.slot_id, 'status', m.status, 'reason', m.reason,
    'starts_at', lower(m.during), 'ends_at', upper(m.during), 'intent', pm.intent, 'title', pm.title,
    'genre', pm.genre, 'format', pm.format, 'energy', pm.energy, 'required', pm.required, 'cost', pm.cost,
    'offer', (select jsonb_build_object('service_id', s.id, 'title', s.title, 'price_mode', s.price_mode,
        'price', case when s.currency = ${outer(orders.currency)} then s.price end,
        'duration_minutes', s.duration_minutes, 'travel_fee_per_km', s.travel_fee_per_km, 'km', ceil(f.distance_km)::int)
      from ${services} s join ${candidates} f on f.slot_id = m.slot_id and f.project_id = m.project_id
      where s.id = m.service_id))
    order by lower(m.during), m.id)
  from ${request_moments} m cross join lateral (
    select p.* from ${plan_moments} p where p.slot_id = m.slot_id
    order by (p.plan_id = ${outer(orders.plan_id)}) desc nulls last, p.plan_id desc limit 1) pm
  where m.request_id = ${outer(requests.id)})`.mapWith((rows: AskedMoment[] | null) =>
  (rows ?? []).map((row) => ({
    ...row,
    starts_at: isoInstant(row.starts_at),
    ends_at: isoInstant(row.ends_at),
  })),
)

const begins = beginsAt(outer(requests.id))
const ends = endsAt(outer(requests.id))

const requestColumns = {
  id: requests.id,
  order_id: requests.order_id,
  project_id: requests.project_id,
  project_name: music_projects.name,
  status: requests.status,
  reason: requests.reason,
  message: requests.message,
  sent_at: requests.sent_at,
  reply_by: requests.reply_by,
  answered_at: requests.answered_at,
  confirmed_at: requests.confirmed_at,
  moments,
  stage: orders.stage,
  type: orders.type,
  event_starts_at: sql<string>`coalesce(${orders.starts_at}, ${begins})`,
  event_ends_at: sql<string>`coalesce(${orders.ends_at}, ${ends})`,
  zone: orders.zone,
  city: orders.city,
  guests: orders.guests,
  brief: orders.brief,
  currency: orders.currency,
  hunter_name: users.name,
  hunter_city: users.city,
  hunter_checks: checksOf(sql`${outer(users.id)}`),
}

/** What somebody is in a request's project, where they may see it: a collaborator's begins after they joined. */
const roleOf = (user_id: number) => sql<Role | null>`(
  select m.role from ${project_members} m
  where m.project_id = ${outer(requests.project_id)} and m.user_id = ${user_id} and m.left_at is null
    and (m.role = 'OWNER' or ${begins} >= m.joined_at))`

const itsBudget = and(eq(budgets.request_id, requests.id), budgets.latest)

/** What a request is read as. @param role the caller's in its project */
const columnsOf = (now: Date, role: SQL<Role | null>) => ({
  ...requestColumns,
  // While they are asked: whoever has answered has looked.
  calendar_unknown: sql<boolean>`${requests.status} = 'asked' and ${hasUnknown(outer(requests.project_id), now)}`,
  budget: budgets,
  slot_ids: coveredSlots,
  role,
  shares_open: sharesOpen(requests.project_id),
  without_part: membersWithoutPart(requests.project_id),
  artist_plans: heldBy(outer(music_projects.owner_id)),
  hunter_plans: heldBy(outer(orders.hunter_id)),
  earlier,
})

const requestRows = ({ db, now }: Pick<Reading, 'db' | 'now'>, role: SQL<Role | null> = sql`null`) =>
  db
    .select(columnsOf(now, role))
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .leftJoin(budgets, itsBudget)
    .$dynamic()

export type RequestRow = Awaited<ReturnType<typeof requestRows>>[number]

/** The platform's fee of a quote of the request that is sent now, in percent. */
export const feeOfRow = (row: Pick<RequestRow, 'artist_plans' | 'hunter_plans' | 'project_id'>): number =>
  feeOf(row.artist_plans, row.hunter_plans, row.project_id)

/** A slot as it travels, from what a plan says of it. */
export const slotOf = (
  { slot_id, from, to, ...moment }: typeof plan_moments.$inferSelect,
  currency: string,
): RequestSlot => ({
  id: slot_id,
  intent: moment.intent,
  title: moment.title,
  genre: moment.genre,
  format: moment.format,
  energy: moment.energy,
  required: moment.required,
  starts_at: from,
  ends_at: to,
  cost: moment.cost,
  currency: currency as Currency,
})

/** Whether the two sides of a request have an agreement in force, and so know how to reach each other. */
export const isAgreed = (row: { status: RequestStatus; confirmed_at: string | null }): boolean =>
  row.status === 'accepted' && row.confirmed_at !== null

/** A request as the project may see it: no name beyond the first, no address; prices for its owner only. */
function requestView(
  row: RequestRow,
  owner: boolean,
  again: MusicianRequest['again'] = null,
): MusicianRequest {
  const { brief } = row
  return readBy(
    // A band's collaborators ask its owner, who made the agreement.
    { side: 'artist', open: owner && isAgreed(row) },
    {
      id: row.id,
      status: row.status,
      reason: row.reason,
      sent_at: row.sent_at,
      reply_by: row.reply_by,
      answered_at: row.answered_at,
      project_id: row.project_id,
      project_name: row.project_name,
      hunter: {
        first_name: row.hunter_name?.trim().split(/\s+/)[0] ?? null,
        city: row.hunter_city,
        checks: row.hunter_checks,
      },
      event: {
        type: row.type ?? 'other',
        starts_at: row.event_starts_at,
        ends_at: row.event_ends_at,
        zone: row.zone,
        city: row.city,
        setting: brief.event?.setting ?? null,
        guests: row.guests,
        objective: brief.objective?.kind ?? null,
        genres_forbidden: brief.sound?.genres_forbidden ?? [],
        sound_available: brief.technical?.sound_available ?? null,
        power_available: brief.technical?.power_available ?? null,
        message: row.message,
      },
      moments: row.moments.map((moment) => ({
        ...moment,
        cost: owner ? moment.cost : null,
        offer: owner ? moment.offer : null,
        currency: row.currency as Currency,
      })),
      budget: owner && row.budget ? budgetOf(row.budget, row.slot_ids) : null,
      again: owner ? again : null,
      can_answer: owner,
      fee_pct: owner ? feeOfRow(row) : null,
      calendar_unknown: row.calendar_unknown,
    },
  )
}

/** A request as its owner may see it after they wrote to it. @param now what has changed since it was read */
export const ownView = (
  row: RequestRow,
  now: Partial<Pick<RequestRow, 'status' | 'reason' | 'answered_at' | 'budget' | 'slot_ids' | 'moments'>>,
): MusicianRequest => requestView({ ...row, ...now }, true)

/** A request `r` whose quote is to be changed. */
const changesAsked = sql`exists (
  select 1 from ${budgets} b where b.request_id = r.id and b.latest and b.state = 'changes_requested')`

/** Which of the requests `r` a list shows: each stands in one of them. */
const FILTERS: Record<RequestFilter, SQL> = {
  open: sql`r.status in ('asked', 'available') and (r.status = 'asked' or ${changesAsked})`,
  quoted: sql`r.status = 'available' and not ${changesAsked}`,
  won: sql`r.status = 'accepted'`,
  past: sql`r.status in ('unavailable', 'expired', 'withdrawn', 'closed')`,
}

/** Requests to somebody's projects, newest first. */
export async function requestsOf(
  reading: Pick<Reading, 'db' | 'now'>,
  mine: Mine,
  query: { cursor?: string | undefined; limit: number; filter?: RequestFilter | undefined },
): Promise<Page<MusicianRequest>> {
  const after = idAfter(query.cursor)
  const projects = await actedFor(reading.db, mine)
  if (projects.length === 0) return { results: [], next: null }
  const most = query.limit + 1
  // Which ones first, then what they are about: the joins needn't know of the others. Of each project no more than a page
  // is looked at: some have thousands.
  const some = projects.map(
    ({ project_id, role, joined_at }) => sql`(
      select r.id from ${requests} r where r.project_id = ${project_id}
        ${role === 'OWNER' ? sql`` : sql`and ${beginsAt(sql`r.id`)} >= ${joined_at}::timestamptz`}
        ${query.filter ? sql`and ${FILTERS[query.filter]}` : sql``}
        ${after === undefined ? sql`` : sql`and r.id < ${after}`}
      order by r.id desc limit ${most})`,
  )
  const page = sql`(
    select id from (${sql.join(some, sql` union all `)}) listed order by id desc limit ${most})`
  const rows = await requestRows(reading).where(sql`${requests.id} in ${page}`).orderBy(desc(requests.id))
  const { results, next } = pageOf(rows, query.limit, (row) => row.id)
  const owned = new Set(projects.filter(({ role }) => role === 'OWNER').map(({ project_id }) => project_id))
  return {
    results: results.map((row) => requestView(row, owned.has(row.project_id), quoteAgain(row, reading.now))),
    next,
  }
}

/**
 * A request to a project that somebody is a member of, and whether they own it; a collaborator's begins after they
 * joined.
 * @throws Refusal 404 when they aren't a member
 */
export async function requestForMember(
  reading: Pick<Reading, 'db' | 'now'>,
  user_id: number,
  request_id: number,
) {
  const [row] = await requestRows(reading, roleOf(user_id)).where(eq(requests.id, request_id))
  if (!row?.role) throw notFound()
  return { row, owner: row.role === 'OWNER' }
}

/**
 * A request to a project that somebody owns, with its order, which is locked from here on and as it is now. What else is
 * read of the request is from before the order was waited for.
 * @returns null when they don't own it: nothing is locked then
 */
export async function lockRequestForOwner(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  user_id: number,
  request_id: number,
) {
  const role = roleOf(user_id)
  const [found] = await db
    .select({ ...columnsOf(now, role), order: orders })
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .leftJoin(budgets, itsBudget)
    .where(and(eq(requests.id, request_id), eq(role, 'OWNER')))
    .for('update', { of: orders })
  if (!found) return null
  const { order, ...row } = found
  return { row, order }
}

/** One request to a project of the caller's. @throws Refusal 404 when it isn't */
export async function requestOf(
  reading: Pick<Reading, 'db' | 'now'>,
  user_id: number,
  request_id: number,
): Promise<MusicianRequest> {
  const { row, owner } = await requestForMember(reading, user_id, request_id)
  return requestView(row, owner, quoteAgain(row, reading.now))
}

/** What waits for an answer by whoever owns a project: `mine` and its `waiting`, requests and quotes to be changed. */
const unanswered = (mine: Mine) => sql`${actsFor({ ...mine, owned: true })} cross join lateral (
  select 'request' as kind, r.id, r.order_id, ${beginsAt(sql`r.id`)} as starts_at, r.reply_by as until
  from ${requests} r where r.project_id = mine.project_id and r.status = 'asked'
  union all
  select 'changes', r.id, r.order_id, ${beginsAt(sql`r.id`)}, b.valid_until
  from ${requests} r join ${budgets} b on b.request_id = r.id and b.latest and b.state = 'changes_requested'
  where r.project_id = mine.project_id and r.status = 'available') waiting`

/** How many requests and changes wait for somebody's answer, as an expression. */
export const unansweredCount = (user_id: number): SQL<number> =>
  sql<number>`(select count(*)::int from ${unanswered({ user_id })})`

/** What waits for an answer, with what it is about. */
export interface Unanswered {
  kind: 'request' | 'changes'
  id: number
  project_id: number
  project_name: string
  type: EventType
  city: string | null
  starts_at: string
  zone: string
  /** When the time to answer is over, or when the quote runs out. */
  until: string
}

/** The requests and changes whose time runs out first, of those that wait for somebody's answer, and how many there are. */
export async function unansweredOf(
  db: Db,
  mine: Mine,
  most: number,
): Promise<{ rows: Unanswered[]; requests: number; changes: number }> {
  const rows = await plannedRows<
    { requests: number; total: number } & { [K in keyof Unanswered]: Unanswered[K] }
  >(
    db,
    sql`select first.kind, first.id, first.project_id, first.project_name, coalesce(o.type, 'other') as type, o.city,
      first.starts_at, o.zone, first.until, first.requests, first.total
    from (
      select waiting.*, mine.project_id, mine.project_name,
        (count(*) filter (where kind = 'request') over ())::int as requests, (count(*) over ())::int as total
      from ${unanswered(mine)}
      order by until, id limit ${most}) first
    join ${orders} o on o.id = first.order_id
    order by first.until, first.id`,
  )
  const [{ requests: asked, total } = { requests: 0, total: 0 }] = rows
  return {
    rows: rows.map(({ requests: _, total: __, ...row }) => row),
    requests: asked,
    changes: total - asked,
  }
}

/** What a letter about a request and its budget says, and to whom. Null when it is gone. */
export async function letterFacts(db: Db, request_id: number) {
  const [facts] = await db
    .select({
      to: users.email,
      language: users.language,
      project_name: music_projects.name,
      status: requests.status,
      confirmed_at: requests.confirmed_at,
      reason: sql<string>`coalesce(${budgets.reason}, ${requests.reason})`,
      total: budgets.total,
      currency: orders.currency,
      type: orders.type,
      city: orders.city,
      starts_at: begins,
      zone: orders.zone,
    })
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .leftJoin(budgets, and(eq(budgets.request_id, requests.id), budgets.latest))
    .where(eq(requests.id, request_id))
  return facts ?? null
}
