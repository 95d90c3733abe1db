import { and, eq, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { readBy } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { orderScope } from '#features/hiring/journey/queries.ts'
import { orders, plan_moments, requests } from '#features/hiring/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Budget, ProjectCard } from './contract.ts'
import { budgetOf, isAgreed, slotOf } from './queries.ts'
import { budgets } from './table.ts'

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
  reliability: music_projects.reliability,
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

/**
 * Latest budgets of an order of the caller's, by slot in the plan's order; open ones first, cheap before dear.
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
      slot_id: requests.slot_id,
      status: requests.status,
      confirmed_at: requests.confirmed_at,
      budget: budgets,
      project: cardColumns,
    })
    .from(requests)
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .leftJoin(budgets, and(eq(budgets.request_id, requests.id), budgets.latest))
    .where(eq(requests.order_id, order_id))
    .orderBy(requests.id)
  const slots = moments.map((moment) => {
    const mine = rows.filter((row) => row.slot_id === moment.slot_id)
    const offered = mine
      .flatMap((row) =>
        row.budget
          ? [
              readBy(
                { side: 'hunter', open: isAgreed(row) },
                { ...budgetOf(row.budget), project: row.project as ProjectCard },
              ),
            ]
          : [],
      )
      .sort((a, b) => STATE_RANK[a.state] - STATE_RANK[b.state] || a.total - b.total)
    return {
      slot: readBy(
        { side: 'hunter', open: false },
        slotOf({
          ...moment,
          starts_at: moment.from,
          ends_at: moment.to,
          currency: order.currency,
        }),
      ),
      budgets: offered,
      waiting: mine.filter((row) => row.status === 'asked').length,
      gone: mine.filter((row) => ['unavailable', 'expired', 'withdrawn', 'closed'].includes(row.status))
        .length,
    }
  })
  return {
    slots: slots.filter(
      ({ slot, budgets, waiting, gone }) => slot.required || budgets.length + waiting + gone > 0,
    ),
    currency: order.currency as Currency,
    budget_min: order.brief.budget?.min ?? null,
    budget_max: order.budget_max,
    accepted_total: slots
      .flatMap(({ budgets }) => budgets)
      .filter(({ state }) => state === 'accepted' || state === 'contracted')
      .reduce((sum, { total }) => sum + total, 0),
  }
}

/** One budget for an order of the caller's. @throws Refusal 404 */
export async function budgetOfHunter(db: Db, user_id: number, budget_id: number): Promise<Budget> {
  const [found] = await db
    .select({ budget: budgets, status: requests.status, confirmed_at: requests.confirmed_at })
    .from(budgets)
    .innerJoin(requests, eq(requests.id, budgets.request_id))
    .innerJoin(orders, eq(orders.id, budgets.order_id))
    .where(and(eq(budgets.id, budget_id), eq(orders.hunter_id, user_id)))
  if (!found) throw notFound()
  return readBy({ side: 'hunter', open: isAgreed(found) }, budgetOf(found.budget))
}
