import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { enqueue } from '#core/server/queues.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import { orderParams } from '#features/hiring/journey/queries.ts'
import { request_moments } from '#features/hiring/table.ts'
import { changeRequest } from '#features/hiring/talent/commands.ts'
import { HELD_ELSEWHERE } from '#features/hiring/talent/rules.ts'
import { deleteAboutSubjects, notify } from '#features/notifications/commands.ts'
import { tellToChange } from './commands.hunter.ts'
import { budgetSteps, requestKey } from './commands.ts'
import { answerFacts, askedOf, type HeldElsewhere } from './queries.closing.ts'
import { type Answered, type BudgetNews, letters } from './queues.ts'
import { budget_moments, budgets } from './table.ts'

/* How budgets end without the hunter or the musician: with their request, with their time or with an account. */

/**
 * Closes the budget of a request that ended, if it has an open one, and writes to its author.
 * @param news `closed_some` where the request goes on, with what they haven't answered yet
 */
export async function closeBudget(
  work: Work,
  request_id: number,
  reason: string,
  news: Extract<BudgetNews, 'closed' | 'closed_some'> = 'closed',
): Promise<void> {
  const closed = (which: SQL) =>
    budgetSteps.takeAll(
      work,
      sql`${budgets.request_id} = ${request_id} and ${budgets.latest} and ${which}`,
      'close',
      'system',
      { set: { reason, answered_at: work.now.toISOString() } },
    )
  const open = await closed(sql`${budgets.state} <> 'contracted'`)
  if (open.length > 0) await enqueue(work, letters, { request_id, news })
  // Once contracted, the letter about the agreement says it.
  else await closed(sql`${budgets.state} = 'contracted'`)
}

/** Expires a budget whose time is over, if it is still open: its date is free, the order may need somebody else. */
export async function expireBudget(work: Work, budget_id: number): Promise<void> {
  const [budget] = await work.db.select().from(budgets).where(eq(budgets.id, budget_id))
  if (!budget) return
  await lockOrder(work, budget.order_id)
  const now = work.now.toISOString()
  const [expired] = await budgetSteps.takeAll(
    work,
    sql`${budgets.id} = ${budget_id} and ${budgets.latest} and ${budgets.valid_until} <= ${now}::timestamptz`,
    'expire',
    'clock',
    { set: { answered_at: now } },
  )
  if (!expired) return
  // What it covers is held no longer; what they were asked besides still waits for an answer.
  await changeRequest(work, requestKey(budget), 'expire', 'system', {
    reason: 'budget_expired',
    which: eq(request_moments.status, 'available'),
  })
}

/**
 * Asks for a new version of a request's budget, as moments that it covers aren't to be had any more: for the others, whose
 * time stays held. An agreement that was being made of it is none.
 */
export async function askWithout(work: Work, request_id: number, slot_ids: readonly number[]): Promise<void> {
  const covers = sql`exists (select from ${budget_moments} c
    where c.budget_id = ${budgets.id} and c.slot_id = any(${sql.param(slot_ids)}::bigint[]))`
  const [budget] = await budgetSteps.takeAll(
    work,
    sql`${budgets.request_id} = ${request_id} and ${budgets.latest} and ${covers}`,
    'lose_moment',
    'system',
    {
      set: {
        // What the hunter wants changed besides is still to be changed.
        reason: sql`case when ${budgets.state} = 'changes_requested' then ${budgets.reason} else 'moment_lost' end`,
        answered_at: work.now.toISOString(),
      },
    },
  )
  if (budget) await tellToChange(work, budget)
}

/** Closes what somebody was asked because its hour went to somebody else's event, and says so to its order. */
export async function closeHeldElsewhere(
  work: Work,
  { request_id, order_id, slot_ids }: HeldElsewhere,
): Promise<void> {
  await lockOrder(work, order_id)
  const open = await work.db
    .select({ slot_id: request_moments.slot_id })
    .from(request_moments)
    .where(
      and(
        eq(request_moments.request_id, request_id),
        inArray(request_moments.slot_id, slot_ids),
        eq(request_moments.status, 'asked'),
      ),
    )
  if (open.length === 0) return
  const part = { reason: HELD_ELSEWHERE, slot_ids: open.map(({ slot_id }) => slot_id) }
  await changeRequest(work, { id: request_id, order_id }, 'close', 'system', part)
}

/** Tells the hunter what a musician said to a request of theirs; once for each answer, however often it is tried. */
export async function tellAnswer(
  work: Work,
  request_id: number,
  { answer, version, slot_id }: Answered,
): Promise<void> {
  const facts = await answerFacts(work.db, request_id)
  // Whoever is gone has no name.
  if (!facts?.project_name) return
  const { hunter_id, order_id, project_name, ...order } = facts
  notify(work, [
    {
      user_id: hunter_id,
      type: 'SCOUTING_INITIATED',
      subject: subject('request', request_id, slot_id ? { kind: 'slot', id: slot_id } : undefined),
      version,
      value: String(order_id),
      params: { ...orderParams(order), project_name, voice: answer },
    },
  ])
}

/** Takes back what hunters were told of a project's answers: its name is in it. */
export async function deleteAnswersTold(work: Work, project_id: number): Promise<void> {
  const asked = await askedOf(work.db, project_id)
  await deleteAboutSubjects(
    work,
    [...new Set(asked.map(({ hunter_id }) => hunter_id))],
    asked.flatMap(({ id, slot_id }) => [
      subject('request', id),
      subject('request', id, { kind: 'slot', id: slot_id }),
    ]),
  )
}

/** Erases a project's own words from its budgets; the amounts and what came of them stay. */
export async function eraseBudgetTexts(db: Db, project_id: number): Promise<void> {
  await db.update(budgets).set({ line_up: '', note: '' }).where(eq(budgets.project_id, project_id))
}
