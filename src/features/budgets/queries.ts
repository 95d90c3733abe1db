import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { notFound, type Problem, Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { idAfter, type Page, pageOf } from '#core/contract/page.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { happening } from '#core/server/events.ts'
import { users } from '#features/accounts/table.ts'
import { answerRequest, coverOrder, dropRequest, holdRequest } from '#features/hiring/queries.requests.ts'
import { lockOrder } from '#features/hiring/queries.ts'
import { orders, plan_moments, requests } from '#features/hiring/table.ts'
import type { ProjectScope } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type {
  Budget,
  MusicianRequest,
  Offer,
  RequestFilter,
  RequestSlot,
  UnavailableReason,
} from './contract.ts'
import { BUDGET_STEPS, type BudgetStep, offerProblems, totalsOf, withoutContacts } from './rules.ts'
import { budgets } from './table.ts'

/** Every required slot of an order has an accepted quote (again): agreements can be drafted. */
export const budgetsAccepted = happening<{ order_id: number }>('budgets.accepted')

export type Row = typeof budgets.$inferSelect

/** A quote as it travels. */
export function budgetOf(row: Row): Budget {
  const { project_id: _project, created_at: _created, currency, ...rest } = row
  return { ...rest, currency: currency as Currency }
}

/** The version of the slot that holds: the approved plan's, else the newest one it was in. */
const presentMoment = sql`(
  select pm.plan_id from plan_moments pm
  where pm.slot_id = requests.slot_id
  order by (pm.plan_id = orders.plan_id) desc nulls last, pm.plan_id desc limit 1)`

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

const requestRows = (db: Db) =>
  db
    .select({ ...requestColumns, budget: budgets })
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .innerJoin(
      plan_moments,
      and(eq(plan_moments.slot_id, requests.slot_id), eq(plan_moments.plan_id, presentMoment)),
    )
    .leftJoin(budgets, and(eq(budgets.request_id, requests.id), budgets.latest))
    .$dynamic()

type RequestRow = Awaited<ReturnType<typeof requestRows>>[number]

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

/** A request as the project may see it: no name beyond the first, no address; prices for its owner only. */
function requestView(row: RequestRow, owner: boolean): MusicianRequest {
  const { brief } = row
  return {
    id: row.id,
    status: row.status,
    reason: row.reason,
    sent_at: row.sent_at,
    reply_by: row.reply_by,
    answered_at: row.answered_at,
    project_id: row.project_id,
    hunter: { first_name: row.hunter_name.trim().split(/\s+/)[0] ?? '', city: row.hunter_city },
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
      message: withoutContacts(row.message),
    },
    slot: slotOf(row),
    budget: owner && row.budget ? budgetOf(row.budget) : null,
    can_answer: owner,
  }
}

const FILTERS: Record<RequestFilter, (typeof requests.$inferSelect)['status'][]> = {
  open: ['asked'],
  quoted: ['available'],
  won: ['accepted'],
  past: ['unavailable', 'expired', 'withdrawn', 'closed'],
}

/** Requests to a project, newest first. */
export async function requestsOf(
  db: Db,
  scope: ProjectScope,
  query: { cursor?: string | undefined; limit: number; filter?: RequestFilter | undefined },
): Promise<Page<MusicianRequest>> {
  const after = idAfter(query.cursor)
  const rows = await requestRows(db)
    .where(
      and(
        eq(requests.project_id, scope.project_id),
        query.filter ? inArray(requests.status, FILTERS[query.filter]) : undefined,
        after === undefined ? undefined : lt(requests.id, after),
      ),
    )
    .orderBy(desc(requests.id))
    .limit(query.limit + 1)
  const { results, next } = pageOf(rows, query.limit, (row) => row.id)
  return { results: results.map((row) => requestView(row, scope.role === 'OWNER')), next }
}

/** Whether the caller belongs to the project, and owns it. */
const belongs = (user_id: number) => sql`exists (
  select 1 from project_members m
  where m.project_id = requests.project_id and m.user_id = ${user_id} and m.left_at is null)`
const ownership = (user_id: number) => sql<boolean>`exists (
  select 1 from project_members m
  where m.project_id = requests.project_id and m.user_id = ${user_id} and m.left_at is null
    and m.role = 'OWNER')`

async function memberRow(db: Db, user_id: number, request_id: number) {
  const [row] = await requestRows(db).where(and(eq(requests.id, request_id), belongs(user_id)))
  if (!row) throw notFound()
  const [mine] = await db
    .select({ owner: ownership(user_id) })
    .from(requests)
    .where(eq(requests.id, request_id))
  return { row, owner: mine?.owner ?? false }
}

/** One request to a project of the caller's. @throws Refusal 404 when it isn't */
export async function requestOf(db: Db, user_id: number, request_id: number): Promise<MusicianRequest> {
  const { row, owner } = await memberRow(db, user_id, request_id)
  return requestView(row, owner)
}

/** @throws Refusal 404 for a stranger, 403 for a collaborator */
async function ownedRow(db: Db, user_id: number, request_id: number): Promise<RequestRow> {
  const { row, owner } = await memberRow(db, user_id, request_id)
  if (!owner) throw new Refusal(403, 'budgets.owner_only')
  return row
}

/** @throws Refusal 409 when the request no longer waits for an answer */
function mustWait(row: RequestRow, now: Date): void {
  if (row.status === 'closed' && row.reason === 'held_elsewhere') throw new Refusal(409, 'availability.taken')
  if (row.status !== 'asked') throw new Refusal(409, 'budgets.request_moved_on')
  if (Date.parse(row.reply_by) <= now.getTime()) throw new Refusal(409, 'budgets.reply_time_over')
}

/** @throws Refusal 422 by field */
function mustBeSound(offer: Offer, row: RequestRow, now: Date): void {
  const problems: Record<string, Problem> = offerProblems(offer, row.event_starts_at, now)
  if (offer.currency !== row.currency) problems['budget.currency'] = { key: 'validation.option' }
  if (Object.keys(problems).length > 0) throw new Refusal(422, 'common.invalid', { fields: problems })
}

const utc = (at: string) => new Date(at).toISOString()

async function insertVersion(work: Work, row: RequestRow, offer: Offer, version: number): Promise<void> {
  const totals = totalsOf(offer)
  await work.db.insert(budgets).values({
    request_id: row.id,
    order_id: row.order_id,
    slot_id: row.slot_id,
    project_id: row.project_id,
    version,
    state: BUDGET_STEPS.send.to,
    ...offer,
    ...totals,
    balance_due_at: utc(offer.balance_due_at),
    valid_until: utc(offer.valid_until),
    sent_at: work.now.toISOString(),
    created_at: work.now.toISOString(),
  })
}

/**
 * Says that the project can play: holds its time, sends the first quote. The hold comes before anything else is
 * locked, so that those who race for the same hour queue up there and nowhere else.
 * @throws Refusal 409 `availability.taken` when somebody else's event has the hour
 */
export async function answerWithBudget(
  work: Work,
  user_id: number,
  request_id: number,
  offer: Offer,
): Promise<MusicianRequest> {
  const row = await ownedRow(work.db, user_id, request_id)
  mustWait(row, work.now)
  mustBeSound(offer, row, work.now)
  await holdRequest(work, request_id)
  await answerRequest(work, request_id, 'available', '')
  await insertVersion(work, row, offer, 1)
  await coverOrder(work, row.order_id)
  return requestOf(work.db, user_id, request_id)
}

/** Says that the project can't play, and why; the order may lose its last candidate by it. */
export async function answerNo(
  work: Work,
  user_id: number,
  request_id: number,
  { reason, detail }: { reason: UnavailableReason; detail: string },
): Promise<MusicianRequest> {
  const row = await ownedRow(work.db, user_id, request_id)
  mustWait(row, work.now)
  await answerRequest(work, request_id, 'unavailable', detail || reason)
  await coverOrder(work, row.order_id)
  return requestOf(work.db, user_id, request_id)
}

/** The request of a quote of the caller's project. @throws Refusal 404, 403 for a collaborator */
async function ownBudget(work: Work, user_id: number, budget_id: number) {
  const [budget] = await work.db.select().from(budgets).where(eq(budgets.id, budget_id))
  if (!budget) throw notFound()
  return { budget, row: await ownedRow(work.db, user_id, budget.request_id) }
}

/**
 * Takes a step of a quote, when it is the latest version and in a state that the step starts from.
 * @throws Refusal 409
 */
export async function step(
  work: Work,
  budget: Row,
  name: BudgetStep,
  set: Partial<typeof budgets.$inferInsert> = {},
): Promise<Row> {
  const [moved] = await work.db
    .update(budgets)
    .set({ ...set, state: BUDGET_STEPS[name].to })
    .where(
      and(
        eq(budgets.id, budget.id),
        eq(budgets.latest, true),
        inArray(budgets.state, [...BUDGET_STEPS[name].from]),
      ),
    )
    .returning()
  if (moved) return moved
  throw new Refusal(409, budget.latest ? 'budgets.moved_on' : 'budgets.not_latest')
}

/** Sends a new version of a quote; the hold stays. */
export async function revise(
  work: Work,
  user_id: number,
  budget_id: number,
  offer: Offer,
): Promise<MusicianRequest> {
  const { budget, row } = await ownBudget(work, user_id, budget_id)
  mustBeSound(offer, row, work.now)
  // The order before the quote, as whoever ends it locks them: the version it closes is the last there is.
  await lockOrder(work, row.order_id)
  const [old] = await work.db
    .update(budgets)
    .set({ latest: false })
    .where(
      and(
        eq(budgets.id, budget_id),
        eq(budgets.latest, true),
        inArray(budgets.state, [...BUDGET_STEPS.revise.from]),
      ),
    )
    .returning()
  if (!old) throw new Refusal(409, budget.latest ? 'budgets.moved_on' : 'budgets.not_latest')
  await insertVersion(work, row, offer, old.version + 1)
  return requestOf(work.db, user_id, row.id)
}

/** Takes a quote back: its date is free, the order may need somebody else. */
export async function withdraw(
  work: Work,
  user_id: number,
  budget_id: number,
  reason: string,
): Promise<MusicianRequest> {
  const { budget, row } = await ownBudget(work, user_id, budget_id)
  await lockOrder(work, row.order_id)
  await step(work, budget, 'withdraw', { reason, answered_at: work.now.toISOString() })
  await dropRequest(work, row.id, 'withdrawn', reason)
  await coverOrder(work, row.order_id)
  return requestOf(work.db, user_id, row.id)
}

/* ---------------------------------------------------------------- what others cause */

/** What a letter about a request and its quote says, and to whom. Null when it is gone. */
export async function letterFacts(db: Db, request_id: number) {
  const [facts] = await db
    .select({
      to: users.email,
      language: users.language,
      project_name: music_projects.name,
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

/** Accepted quotes of an order, as agreements are drafted from them; those of the approved plan's slots only. */
export async function acceptedBudgets(db: Db, order_id: number) {
  return db
    .select({
      budget: budgets,
      moment: plan_moments,
      owner_name: users.name,
      project_name: music_projects.name,
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

/** An accepted quote became part of an agreement. */
export async function markContracted(work: Work, budget_id: number): Promise<void> {
  const { rowCount } = await work.db
    .update(budgets)
    .set({ state: BUDGET_STEPS.contract.to })
    .where(and(eq(budgets.id, budget_id), inArray(budgets.state, [...BUDGET_STEPS.contract.from])))
  if (!rowCount) throw new Refusal(409, 'budgets.moved_on')
}
