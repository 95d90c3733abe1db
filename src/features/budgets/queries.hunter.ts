import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { notFound } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { readBy } from '#core/server/audience.ts'
import { outer, present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { isoInstant } from '#core/server/parsers.ts'
import { users } from '#features/accounts/table.ts'
import { orderScope } from '#features/hiring/journey/queries.ts'
import type { Intent } from '#features/hiring/plan/contract.ts'
import { orders, plan_moments, request_moments, requests } from '#features/hiring/table.ts'
import type { RequestStatus } from '#features/hiring/talent/contract.ts'
import { isOpen } from '#features/hiring/talent/rules.ts'
import { recordColumns } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { checksOf } from '#features/verification/queries.ts'
import type { Budget, ProjectCard } from './contract.ts'
import { budgetOf, coveredSlots, isAgreed, slotOf } from './queries.ts'
import { pricesByMoment } from './rules.ts'
import { budget_moments, budgets } from './table.ts'

/* The hunter’s side: comparing budgets and answering them. */

const cardColumns = {
  id: music_projects.id,
  name: music_projects.name,
  project_type: music_projects.project_type,
  profile_image: music_projects.profile_image,
  city: music_projects.city,
  rating: music_projects.rating,
  rating_count: music_projects.rating_count,
  gigs_played: music_projects.gigs_played,
  ...recordColumns,
  checks: checksOf(sql`${music_projects.owner_id}`),
}

const STATE_RANK: Record<Budget['state'], number> = {
  contracted: 0,
  accepted: 0,
  viewed: 1,
  sent: 1,
  changes_requested: 2,
  draft: 3,
  declined: 4,
  withdrawn: 4,
  expired: 4,
  closed: 4,
}

/** Whether a quote still stands, or stood to its end, at a moment of its request: not where that moment alone was lost. */
const isOffered = ({ asked, status }: { asked: RequestStatus; status: RequestStatus }): boolean =>
  isOpen(asked) || !isOpen(status)

/** What a budget asks for one of its slots, all in. */
const priceAt = (slot_id: number, budget: Budget): number =>
  pricesByMoment(budget).all_in.get(slot_id) ?? budget.total

/**
 * Latest budgets of an order of the caller's, by slot in the plan's order; open ones first, cheap before dear. One that
 * covers several slots stands at each of them.
 * @throws Refusal 404
 */
export async function budgetsOf(db: Db, viewer: { id: number }, order_id: number) {
  await orderScope(db, viewer, order_id)
  const [order] = await db.select().from(orders).where(eq(orders.id, order_id))
  if (!order) throw notFound()
  const moments = await db
    .select()
    .from(plan_moments)
    .where(and(eq(plan_moments.plan_id, order.plan_id ?? 0), sql`${plan_moments.format} is not null`))
    .orderBy(plan_moments.position)
  const rows = await db
    .select({
      slot_id: request_moments.slot_id,
      asked: request_moments.status,
      status: requests.status,
      confirmed_at: requests.confirmed_at,
      budget: budgets,
      slot_ids: coveredSlots,
      project: cardColumns,
    })
    .from(requests)
    .innerJoin(request_moments, eq(request_moments.request_id, requests.id))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .leftJoin(budgets, and(eq(budgets.request_id, requests.id), budgets.latest))
    .where(eq(requests.order_id, order_id))
    .orderBy(requests.id)
  const slots = moments.map((moment) => {
    const mine = rows.filter((row) => row.slot_id === moment.slot_id)
    const offered = mine
      .flatMap((row) =>
        row.budget && row.slot_ids.includes(moment.slot_id) && isOffered(row)
          ? [
              readBy(
                { side: 'hunter', open: isAgreed(row) },
                {
                  ...budgetOf(row.budget, row.slot_ids),
                  project: row.project as ProjectCard,
                  asked_for_more: row.status === 'asked',
                },
              ),
            ]
          : [],
      )
      .sort(
        (a, b) =>
          STATE_RANK[a.state] - STATE_RANK[b.state] ||
          priceAt(moment.slot_id, a) - priceAt(moment.slot_id, b),
      )
    return {
      slot: readBy({ side: 'hunter', open: false }, slotOf(moment, order.currency)),
      budgets: offered,
      waiting: mine.filter((row) => row.asked === 'asked').length,
      gone: mine.filter((row) => !isOpen(row.asked)).length,
    }
  })
  return {
    slots: slots.filter(
      ({ slot, budgets, waiting, gone }) => slot.required || budgets.length + waiting + gone > 0,
    ),
    currency: order.currency as Currency,
    budget_min: order.brief.budget?.min ?? null,
    budget_max: order.budget_max,
    accepted_total: [
      ...new Map(slots.flatMap(({ budgets }) => budgets).map((budget) => [budget.id, budget])).values(),
    ]
      .filter(({ state }) => state === 'accepted' || state === 'contracted')
      .reduce((sum, { total }) => sum + total, 0),
  }
}

/** One budget for an order of the caller's. @throws Refusal 404 */
export async function budgetOfHunter(db: Db, user_id: number, budget_id: number): Promise<Budget> {
  const [found] = await db
    .select({
      budget: budgets,
      slot_ids: coveredSlots,
      status: requests.status,
      confirmed_at: requests.confirmed_at,
    })
    .from(budgets)
    .innerJoin(requests, eq(requests.id, budgets.request_id))
    .innerJoin(orders, eq(orders.id, budgets.order_id))
    .where(and(eq(budgets.id, budget_id), eq(orders.hunter_id, user_id)))
  if (!found) throw notFound()
  return readBy({ side: 'hunter', open: isAgreed(found) }, budgetOf(found.budget, found.slot_ids))
}

/** A moment of the approved plan that somebody is to play, as JSON has it. */
export interface AgreedSet {
  slot_id: number
  intent: Intent
  title: string | null
  /** ISO 8601. */
  starts_at: string
  ends_at: string
}

/**
 * Accepted budgets of an order with both sides of each and what each covers of the approved plan, as agreements are
 * drafted from them: in the order of their first moments.
 */
export async function acceptedBudgets(db: Db, order_id: number) {
  const hunter = alias(users, 'hunter')
  const covered = sql`from ${budget_moments} c join ${plan_moments} m on m.slot_id = c.slot_id
    where c.budget_id = ${outer(budgets.id)} and m.plan_id = ${outer(orders.plan_id)}`
  return db
    .select({
      budget: budgets,
      sets: sql<AgreedSet[]>`(
        select jsonb_agg(jsonb_build_object('slot_id', m.slot_id, 'intent', m.intent, 'title', m.title,
          'starts_at', m."from", 'ends_at', m."to") order by m.position) ${covered})`.mapWith(
        (rows: AgreedSet[]) =>
          rows.map((row) => ({
            ...row,
            starts_at: isoInstant(row.starts_at),
            ends_at: isoInstant(row.ends_at),
          })),
      ),
      hunter: {
        name: hunter.name,
        client_kind: hunter.client_kind,
        legal_name: hunter.legal_name,
        tax_id: hunter.tax_id,
      },
      owner_id: music_projects.owner_id,
      owner_name: present(users.name),
      project_name: present(music_projects.name),
    })
    .from(budgets)
    .innerJoin(orders, eq(orders.id, budgets.order_id))
    .innerJoin(music_projects, eq(music_projects.id, budgets.project_id))
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .innerJoin(hunter, eq(hunter.id, orders.hunter_id))
    .where(
      and(
        eq(budgets.order_id, order_id),
        eq(budgets.latest, true),
        eq(budgets.state, 'accepted'),
        sql`exists (select ${covered})`,
      ),
    )
    .orderBy(sql`(select min(m.position) ${covered})`)
}
