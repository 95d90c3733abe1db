import { and, eq, type SQL, sql } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { enqueue } from '#core/server/queues.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import { orderParams } from '#features/hiring/journey/queries.ts'
import { requests } from '#features/hiring/table.ts'
import { changeRequest } from '#features/hiring/talent/commands.ts'
import { HELD_ELSEWHERE } from '#features/hiring/talent/rules.ts'
import { deleteAboutSubjects, notify } from '#features/notifications/commands.ts'
import { budgetSteps, requestKey } from './commands.ts'
import { answerFacts, askedOf } from './queries.closing.ts'
import { type Answer, letters } from './queues.ts'
import { budgets } from './table.ts'

/* How budgets end without the hunter or the musician: with their request, with their time or with an account. */

/** Closes the budget of a request that ended, if it has an open one, and writes to its author. */
export async function closeBudget(work: Work, request_id: number, reason: string): Promise<void> {
  const closed = (which: SQL) =>
    budgetSteps.takeAll(
      work,
      sql`${budgets.request_id} = ${request_id} and ${budgets.latest} and ${which}`,
      'close',
      'system',
      { set: { reason, answered_at: work.now.toISOString() } },
    )
  const open = await closed(sql`${budgets.state} <> 'contracted'`)
  if (open.length > 0) await enqueue(work, letters, { request_id, news: 'closed' })
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
  await changeRequest(work, requestKey(budget), 'expire', 'system', 'budget_expired')
}

/** Closes a request because its hour went to somebody else's event, and says so to its order. */
export async function closeHeldElsewhere(work: Work, request_id: number, order_id: number): Promise<void> {
  await lockOrder(work, order_id)
  const [open] = await work.db
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.id, request_id), eq(requests.status, 'asked')))
  if (!open) return
  await changeRequest(work, { id: request_id, order_id }, 'close', 'system', HELD_ELSEWHERE)
}

/** Tells the hunter what a musician said to a request of theirs; once for each answer, however often it is tried. */
export async function tellAnswer(
  work: Work,
  request_id: number,
  answer: Answer,
  version: number,
): Promise<void> {
  const facts = await answerFacts(work.db, request_id)
  // Whoever is gone has no name.
  if (!facts?.project_name) return
  const { hunter_id, order_id, project_name, ...order } = facts
  notify(work, [
    {
      user_id: hunter_id,
      type: 'SCOUTING_INITIATED',
      subject: subject('request', request_id),
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
    asked.map(({ id }) => subject('request', id)),
  )
}

/** Erases a project's own words from its budgets; the amounts and what came of them stay. */
export async function eraseBudgetTexts(db: Db, project_id: number): Promise<void> {
  await db.update(budgets).set({ line_up: '', note: '' }).where(eq(budgets.project_id, project_id))
}
