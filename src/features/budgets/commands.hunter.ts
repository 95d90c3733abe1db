import { and, eq, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { type Db, isUniqueViolation } from '#core/server/db.ts'
import { raise } from '#core/server/events.ts'
import { savepoint } from '#core/server/work.ts'
import { acceptRequest, coverOrder, dropRequest } from '#features/hiring/commands.requests.ts'
import { advance, lockOrder } from '#features/hiring/commands.ts'
import type { Stage } from '#features/hiring/contract.ts'
import { canStep } from '#features/hiring/rules.ts'
import { orders } from '#features/hiring/table.ts'
import { budgetsAccepted, step } from './commands.ts'
import type { Budget } from './contract.ts'
import { budgetOf, type Row } from './queries.ts'
import { chosenOf, totalsOf } from './rules.ts'
import { budgets } from './table.ts'

/** A quote for an order of the caller's. @throws Refusal 404 */
async function budgetForHunter(db: Db, user_id: number, budget_id: number): Promise<Row> {
  const [found] = await db
    .select({ budget: budgets })
    .from(budgets)
    .innerJoin(orders, eq(orders.id, budgets.order_id))
    .where(and(eq(budgets.id, budget_id), eq(orders.hunter_id, user_id)))
  if (!found) throw notFound()
  return found.budget
}

/** Notes that the hunter has opened the quote; once. */
export async function markViewed(work: Work, user_id: number, budget_id: number): Promise<Budget> {
  const budget = await budgetForHunter(work.db, user_id, budget_id)
  const [moved] = await work.db
    .update(budgets)
    .set({ state: 'viewed', viewed_at: work.now.toISOString() })
    .where(and(eq(budgets.id, budget_id), eq(budgets.latest, true), eq(budgets.state, 'sent')))
    .returning()
  return budgetOf(moved ?? budget)
}

/** Stages in which quotes can be accepted: from the first answer until everything is signed. */
const ACCEPTING: readonly Stage[] = ['scouting', 'adjustment_requested', 'available', 'contracting']

/**
 * Accepts the latest version of a quote. Rivals for the slot are closed; with every required slot accepted the
 * order goes on to contracting.
 * @param chosen positions of optional lines
 * @throws Refusal 409 when it moved on, ran out, or the slot has somebody already
 */
export async function accept(
  work: Work,
  user_id: number,
  budget_id: number,
  chosen: readonly number[],
): Promise<Budget> {
  const budget = await budgetForHunter(work.db, user_id, budget_id)
  // Before the quote itself: whoever closes it (a cancelled order, an expiry) locks in the same order.
  const order = await lockOrder(work, budget.order_id)
  if (!ACCEPTING.includes(order.stage)) throw new Refusal(409, 'hiring.moved_on')
  if (Date.parse(budget.valid_until) <= work.now.getTime()) throw new Refusal(409, 'budgets.expired')
  const taken = chosenOf(budget.items, chosen)
  let accepted: Row
  try {
    accepted = await savepoint(work, (inner) =>
      step(inner, budget, 'accept', {
        chosen: taken,
        ...totalsOf(budget, taken),
        answered_at: work.now.toISOString(),
      }),
    )
  } catch (error) {
    if (isUniqueViolation(error, 'one_accepted_budget')) throw new Refusal(409, 'budgets.slot_taken')
    throw error
  }
  await acceptRequest(work, budget.request_id)
  // With all of them taken, a change that was asked for is dropped: the order is available first, then goes on.
  if (canStep('all_available', order.stage) && (await allAccepted(work.db, order.id)))
    await coverOrder(work, order.id)
  else await contractAccepted(work, order.id)
  const [now] = await work.db.select().from(budgets).where(eq(budgets.id, budget_id))
  return budgetOf(now ?? accepted)
}

/** Goes on to contracting once every required slot has an accepted quote; later ones are contracted too. */
export async function contractAccepted(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  if (!(await allAccepted(work.db, order_id))) return
  if (canStep('accept_budgets', order.stage))
    await advance(work, order_id, 'accept_budgets', { by: 'hunter', user_id: order.hunter_id })
  else if (order.stage !== 'contracting') return
  await raise(work, budgetsAccepted, { order_id })
}

/** Whether somebody's quote is accepted, and one for every required slot of the approved plan. */
async function allAccepted(db: Db, order_id: number): Promise<boolean> {
  const { rows } = await db.execute<{ done: boolean }>(sql`
    select exists (select 1 from budgets b
      where b.order_id = ${order_id} and b.latest and b.state in ('accepted', 'contracted'))
    and not exists (
      select 1 from orders o join plan_moments m on m.plan_id = o.plan_id
      where o.id = ${order_id} and m.required and m.format is not null
        and not exists (select 1 from budgets b
          where b.slot_id = m.slot_id and b.latest and b.state in ('accepted', 'contracted'))) as done`)
  return rows[0]?.done ?? false
}

/** Asks the musician to change the quote; the date stays held. */
export async function askChanges(
  work: Work,
  user_id: number,
  budget_id: number,
  note: string,
): Promise<Budget> {
  const budget = await budgetForHunter(work.db, user_id, budget_id)
  return budgetOf(
    await step(work, budget, 'ask_changes', { reason: note, answered_at: work.now.toISOString() }),
  )
}

/** Says no to a quote; its date is free. */
export async function decline(
  work: Work,
  user_id: number,
  budget_id: number,
  reason: string,
): Promise<Budget> {
  const budget = await budgetForHunter(work.db, user_id, budget_id)
  await lockOrder(work, budget.order_id)
  const declined = await step(work, budget, 'decline', { reason, answered_at: work.now.toISOString() })
  await dropRequest(work, budget.request_id, 'closed', 'declined')
  await coverOrder(work, budget.order_id)
  return budgetOf(declined)
}
