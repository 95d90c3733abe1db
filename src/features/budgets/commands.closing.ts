import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { changeRequest } from '#features/hiring/commands.requests.ts'
import { lockOrder } from '#features/hiring/commands.ts'
import { requests } from '#features/hiring/table.ts'
import type { Budget } from './contract.ts'
import { BUDGET_STEPS } from './rules.ts'
import { budgets } from './table.ts'

/* What others cause: quotes that end with their request, with their time or with a person. */

/**
 * A request ended: whatever stands of its quote is closed.
 * @returns the state it was in, if one stood
 */
export async function closeBudget(
  work: Work,
  request_id: number,
  reason: string,
): Promise<Budget['state'] | null> {
  const [standing] = await work.db
    .select({ id: budgets.id, state: budgets.state })
    .from(budgets)
    .where(
      and(
        eq(budgets.request_id, request_id),
        eq(budgets.latest, true),
        inArray(budgets.state, [...BUDGET_STEPS.close.from]),
      ),
    )
    .for('update')
  if (!standing) return null
  await work.db
    .update(budgets)
    .set({ state: BUDGET_STEPS.close.to, reason, answered_at: work.now.toISOString() })
    .where(eq(budgets.id, standing.id))
  return standing.state
}

/** Lets a quote run out, if it still may: its date is free, the order may need somebody else. */
export async function expire(work: Work, budget_id: number): Promise<void> {
  const [budget] = await work.db.select().from(budgets).where(eq(budgets.id, budget_id))
  if (!budget) return
  await lockOrder(work, budget.order_id)
  const [expired] = await work.db
    .update(budgets)
    .set({ state: 'expired', answered_at: work.now.toISOString() })
    .where(
      and(
        eq(budgets.id, budget_id),
        eq(budgets.latest, true),
        inArray(budgets.state, [...BUDGET_STEPS.expire.from]),
        sql`${budgets.valid_until} <= ${work.now.toISOString()}::timestamptz`,
      ),
    )
    .returning({ id: budgets.id })
  if (!expired) return
  await changeRequest(work, budget.request_id, 'expire', 'system', 'quote_expired')
}

/** Closes a request because its hour went to somebody else's event, and says so to its order. */
export async function closeHeldElsewhere(work: Work, request_id: number, order_id: number): Promise<void> {
  await lockOrder(work, order_id)
  const [open] = await work.db
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.id, request_id), eq(requests.status, 'asked')))
  if (!open) return
  await changeRequest(work, request_id, 'close', 'system', 'held_elsewhere')
}

/** Takes a project's own words off its quotes; what it asked for, and what came of it, stays. */
export async function eraseQuotes(db: Db, project_id: number): Promise<void> {
  await db.update(budgets).set({ line_up: '', note: '' }).where(eq(budgets.project_id, project_id))
}
