import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { idAfter, type Page, pageOf } from '#core/contract/page.ts'
import { readBy } from '#core/server/audience.ts'
import { outer, present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { orders, plan_moments, requests } from '#features/hiring/table.ts'
import type { RequestStatus } from '#features/hiring/talent/contract.ts'
import type { Role } from '#features/projects/contract.ts'
import type { ProjectScope } from '#features/projects/queries.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { EventType } from '#features/services/contract.ts'
import type { Budget, MusicianRequest, RequestFilter, RequestSlot } from './contract.ts'
import { budgets } from './table.ts'

export type BudgetRow = typeof budgets.$inferSelect

/** A budget as it travels. */
export function budgetOf(row: BudgetRow): Budget {
  const { project_id: _project, created_at: _created, currency, ...rest } = row
  return { ...rest, currency: currency as Currency }
}

/** The plan whose version of the slot applies: the approved one, else the newest that has the slot. */
const currentPlan = sql`(
  select pm.plan_id from ${plan_moments} pm
  where pm.slot_id = ${outer(requests.slot_id)}
  order by (pm.plan_id = ${outer(orders.plan_id)}) desc nulls last, pm.plan_id desc limit 1)`

const requestColumns = {
  id: requests.id,
  order_id: requests.order_id,
  slot_id: requests.slot_id,
  project_id: requests.project_id,
  status: requests.status,
  reason: requests.reason,
  message: requests.message,
  sent_at: requests.sent_at,
  reply_by: requests.reply_by,
  answered_at: requests.answered_at,
  confirmed_at: requests.confirmed_at,
  starts_at: sql<string>`lower(${requests.during})`,
  ends_at: sql<string>`upper(${requests.during})`,
  stage: orders.stage,
  type: orders.type,
  event_starts_at: sql<string>`coalesce(${orders.starts_at}, lower(${requests.during}))`,
  event_ends_at: sql<string>`coalesce(${orders.ends_at}, upper(${requests.during}))`,
  zone: orders.zone,
  city: orders.city,
  guests: orders.guests,
  brief: orders.brief,
  currency: orders.currency,
  hunter_name: users.name,
  hunter_city: users.city,
  intent: plan_moments.intent,
  title: plan_moments.title,
  genre: plan_moments.genre,
  format: plan_moments.format,
  energy: plan_moments.energy,
  required: plan_moments.required,
  cost: plan_moments.cost,
}

/** What somebody is in a request's project, where they may see it: a collaborator's begins after they joined. */
const roleOf = (user_id: number) => sql<Role | null>`(
  select m.role from ${project_members} m
  where m.project_id = ${outer(requests.project_id)} and m.user_id = ${user_id} and m.left_at is null
    and (m.role = 'OWNER' or lower(${outer(requests.during)}) >= m.joined_at))`

const itsMoment = and(eq(plan_moments.slot_id, requests.slot_id), eq(plan_moments.plan_id, currentPlan))
const itsBudget = and(eq(budgets.request_id, requests.id), budgets.latest)

const requestRows = (db: Db, role: SQL<Role | null> = sql`null`) =>
  db
    .select({ ...requestColumns, budget: budgets, role })
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .innerJoin(plan_moments, itsMoment)
    .leftJoin(budgets, itsBudget)
    .$dynamic()

export type RequestRow = Awaited<ReturnType<typeof requestRows>>[number]

export const slotOf = (
  row: Pick<
    RequestRow,
    | 'slot_id'
    | 'intent'
    | 'title'
    | 'genre'
    | 'format'
    | 'energy'
    | 'required'
    | 'starts_at'
    | 'ends_at'
    | 'cost'
    | 'currency'
  >,
): RequestSlot => ({
  id: row.slot_id,
  intent: row.intent,
  title: row.title,
  genre: row.genre,
  format: row.format,
  energy: row.energy,
  required: row.required,
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  cost: row.cost,
  currency: row.currency as Currency,
})

/** Whether the two sides of a request have an agreement in force, and so know how to reach each other. */
export const isAgreed = (row: { status: RequestStatus; confirmed_at: string | null }): boolean =>
  row.status === 'accepted' && row.confirmed_at !== null

/** A request as the project may see it: no name beyond the first, no address; prices for its owner only. */
function requestView(row: RequestRow, owner: boolean): MusicianRequest {
  const { brief } = row
  return readBy(
    { side: 'artist', open: isAgreed(row) },
    {
      id: row.id,
      status: row.status,
      reason: row.reason,
      sent_at: row.sent_at,
      reply_by: row.reply_by,
      answered_at: row.answered_at,
      project_id: row.project_id,
      hunter: { first_name: row.hunter_name?.trim().split(/\s+/)[0] ?? null, city: row.hunter_city },
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
      slot: { ...slotOf(row), cost: owner ? row.cost : null },
      budget: owner && row.budget ? budgetOf(row.budget) : null,
      can_answer: owner,
    },
  )
}

/** A request as its owner may see it after they wrote to it. @param now what has changed since it was read */
export const ownView = (
  row: RequestRow,
  now: Partial<Pick<RequestRow, 'status' | 'reason' | 'answered_at' | 'budget'>>,
): MusicianRequest => requestView({ ...row, ...now }, true)

const FILTERS: Record<RequestFilter, (typeof requests.$inferSelect)['status'][]> = {
  open: ['asked'],
  quoted: ['available'],
  won: ['accepted'],
  past: ['unavailable', 'expired', 'withdrawn', 'closed'],
}

/** How many requests wait for a project's answer. */
export const openRequests = (db: Db, project_id: number): Promise<number> =>
  db.$count(requests, and(eq(requests.project_id, project_id), inArray(requests.status, FILTERS.open)))

/** Requests to a project that somebody may see: a collaborator's begin after they joined. */
const ofProject = ({ project_id, role, joined_at }: ProjectScope, filter?: RequestFilter) =>
  and(
    eq(requests.project_id, project_id),
    role === 'OWNER' ? undefined : sql`lower(${requests.during}) >= ${joined_at}::timestamptz`,
    filter ? inArray(requests.status, FILTERS[filter]) : undefined,
  )

/** The request whose time to answer runs out first. */
export async function nextToAnswer(db: Db, scope: ProjectScope) {
  const [next] = await db
    .select({
      id: requests.id,
      type: sql<EventType>`coalesce(${orders.type}, 'other')`,
      city: orders.city,
      starts_at: sql<string>`lower(${requests.during})`,
      zone: orders.zone,
      reply_by: requests.reply_by,
    })
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .where(ofProject(scope, 'open'))
    .orderBy(asc(requests.reply_by), desc(requests.id))
    .limit(1)
  return next ?? null
}

/** Requests to a project, newest first. */
export async function requestsOf(
  db: Db,
  scope: ProjectScope,
  query: { cursor?: string | undefined; limit: number; filter?: RequestFilter | undefined },
): Promise<Page<MusicianRequest>> {
  const after = idAfter(query.cursor)
  // Which ones first, then what they are about: the joins needn't know of the others.
  const page = db
    .select({ id: requests.id })
    .from(requests)
    .where(and(ofProject(scope, query.filter), after === undefined ? undefined : lt(requests.id, after)))
    .orderBy(desc(requests.id))
    .limit(query.limit + 1)
  const rows = await requestRows(db).where(inArray(requests.id, page)).orderBy(desc(requests.id))
  const { results, next } = pageOf(rows, query.limit, (row) => row.id)
  return { results: results.map((row) => requestView(row, scope.role === 'OWNER')), next }
}

/**
 * A request to a project that somebody is a member of, and whether they own it; a collaborator's begins after they
 * joined.
 * @throws Refusal 404 when they aren't a member
 */
export async function requestForMember(db: Db, user_id: number, request_id: number) {
  const [row] = await requestRows(db, roleOf(user_id)).where(eq(requests.id, request_id))
  if (!row?.role) throw notFound()
  return { row, owner: row.role === 'OWNER' }
}

/**
 * A request to a project that somebody owns, with its order, which is locked from here on.
 * @returns null when they don't own it, or the order got another plan while it was waited for
 */
export async function lockRequestForOwner(db: Db, user_id: number, request_id: number) {
  const role = roleOf(user_id)
  const [found] = await db
    .select({ ...requestColumns, budget: budgets, role, order: orders })
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .innerJoin(plan_moments, itsMoment)
    .leftJoin(budgets, itsBudget)
    .where(and(eq(requests.id, request_id), eq(role, 'OWNER')))
    .for('update', { of: orders })
  if (!found) return null
  const { order, ...row } = found
  return { row, order }
}

/** One request to a project of the caller's. @throws Refusal 404 when it isn't */
export async function requestOf(db: Db, user_id: number, request_id: number): Promise<MusicianRequest> {
  const { row, owner } = await requestForMember(db, user_id, request_id)
  return requestView(row, owner)
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
      starts_at: sql<string>`lower(${requests.during})`,
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

/** Accepted budgets of an order, as agreements are drafted from them; those of the approved plan's slots only. */
export async function acceptedBudgets(db: Db, order_id: number) {
  return db
    .select({
      budget: budgets,
      moment: plan_moments,
      owner_name: present(users.name),
      project_name: present(music_projects.name),
    })
    .from(budgets)
    .innerJoin(orders, eq(orders.id, budgets.order_id))
    .innerJoin(
      plan_moments,
      and(eq(plan_moments.slot_id, budgets.slot_id), eq(plan_moments.plan_id, orders.plan_id)),
    )
    .innerJoin(music_projects, eq(music_projects.id, budgets.project_id))
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .where(and(eq(budgets.order_id, order_id), eq(budgets.latest, true), eq(budgets.state, 'accepted')))
    .orderBy(plan_moments.position)
}
