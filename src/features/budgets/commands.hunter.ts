import { and, eq, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { readBy } from '#core/server/audience.ts'
import { outer } from '#core/server/columns.ts'
import { type Db, isUniqueViolation } from '#core/server/db.ts'
import { raise } from '#core/server/events.ts'
import { enqueue } from '#core/server/queues.ts'
import { advance, lockOrder, lockOrderOf } from '#features/hiring/journey/commands.ts'
import type { Stage } from '#features/hiring/journey/contract.ts'
import { orderRow } from '#features/hiring/journey/queries.ts'
import { canStep } from '#features/hiring/journey/rules.ts'
import { orders, plan_moments, request_moments, requests } from '#features/hiring/table.ts'
import { changeRequest, toMusician } from '#features/hiring/talent/commands.ts'
import { beginsAt } from '#features/hiring/talent/queries.ts'
import { notify } from '#features/notifications/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import { budgetSteps, budgetsAccepted, contractedNow, movedOn, requestKey, takeStep } from './commands.ts'
import type { Budget } from './contract.ts'
import { type BudgetRow, budgetOf, coveredSlots } from './queries.ts'
import { letters } from './queues.ts'
import { chosenOf, TAKEN, totalsOf } from './rules.ts'
import { budget_moments, budgets } from './table.ts'

/** That budget, if it is for an order of theirs. */
const ofHunter = (user_id: number, budget_id: number) =>
  and(eq(budgets.id, budget_id), eq(orders.hunter_id, user_id))

/** A budget with what it covers, for an order of the caller's. @throws Refusal 404 */
async function budgetForHunter(db: Db, user_id: number, budget_id: number) {
  const [found] = await db
    .select({ budget: budgets, slot_ids: coveredSlots })
    .from(budgets)
    .innerJoin(orders, eq(orders.id, budgets.order_id))
    .where(ofHunter(user_id, budget_id))
  if (!found) throw notFound()
  return found
}

/** A budget as its hunter reads it while they decide. @param slot_ids what it covers */
const asHunter = (row: BudgetRow, slot_ids: number[]): Budget =>
  readBy({ side: 'hunter', open: false }, budgetOf(row, slot_ids))

/** Notes that the hunter has opened the budget; only the first time counts. @throws Refusal 404 */
export async function markViewed(work: Work, user_id: number, budget_id: number): Promise<Budget> {
  const { budget, slot_ids } = await budgetForHunter(work.db, user_id, budget_id)
  const [viewed] = await budgetSteps.takeAll(
    work,
    sql`${budgets.id} = ${budget_id} and ${budgets.latest}`,
    'view',
    'hunter',
    { set: { viewed_at: work.now.toISOString() } },
  )
  return asHunter(viewed ?? budget, slot_ids)
}

/**
 * Stages in which budgets can be accepted: from the first answer until everything is signed, and of a confirmed event
 * where somebody is asked in place of who was lost.
 */
const ACCEPTING: readonly Stage[] = [
  'scouting',
  'adjustment_requested',
  'available',
  'contracting',
  'confirmed',
  'tracking',
]

/**
 * Accepts the latest version of a budget, with all that it covers. What others were asked of its slots is closed; with
 * every required slot accepted the order goes on to contracting.
 * @param chosen positions of optional lines
 * @throws Refusal 404, 409 when it moved on or has expired, when a slot has somebody already, or
 * `budgets.asked_for_more` while the project is asked for other moments besides
 */
export async function accept(
  work: Work,
  user_id: number,
  budget_id: number,
  chosen: readonly number[],
): Promise<Budget> {
  // Before the budget itself: whoever closes it (a cancelled order, an expiry) locks in the same order.
  const { order, row: budget } = await lockOrderOf(work, budgets, ofHunter(user_id, budget_id))
  if (!ACCEPTING.includes(order.stage)) throw new Refusal(409, 'hiring.moved_on')
  if (Date.parse(budget.valid_until) <= work.now.getTime()) throw new Refusal(409, 'budgets.expired')
  const taken = chosenOf(budget.items, chosen)
  const { row: accepted, read: slot_ids = [] } = await takeAccept(work, budget, {
    chosen: taken,
    ...totalsOf(budget, budget.fee_pct, taken),
    answered_at: work.now.toISOString(),
  })
  // An order that becomes available by it raises `slotsHeld`, and goes on to contracting from there.
  const { settled } = await changeRequest(work, requestKey(budget), 'accept', 'hunter')
  if (settled !== 'all_available') await contractAccepted(work, order.id)
  await enqueue(work, letters, { request_id: budget.request_id, news: 'accepted' })
  // It may have become part of an agreement by now.
  return asHunter(contractedNow(work, budget_id) ?? accepted, slot_ids)
}

/** Takes the step of a budget that is accepted; with what it covers. */
async function takeAccept(work: Work, budget: BudgetRow, set: Partial<Omit<BudgetRow, 'id' | 'state'>>) {
  const asked = sql`(select r.status = 'asked' from ${requests} r where r.id = ${budget.request_id})`
  try {
    return await budgetSteps.takeInTurn(work, budget.id, [{ step: 'accept', actor: 'hunter' }], {
      set,
      // A quote is the answer to all that was asked.
      where: and(eq(budgets.latest, true), sql`not ${asked}`),
      refusal: movedOn(budget),
      read: coveredSlots,
    })
  } catch (error) {
    if (isUniqueViolation(error, 'one_accepted_budget')) throw new Refusal(409, 'budgets.slot_taken')
    if (!(error instanceof Refusal) || !['sent', 'viewed'].includes(budget.state) || !budget.latest)
      throw error
    const { rows } = await work.db.execute<{ asked: boolean }>(sql`select ${asked} as asked`)
    throw rows[0]?.asked ? new Refusal(409, 'budgets.asked_for_more') : error
  }
}

/**
 * Goes on to contracting once every required slot has an accepted budget; later ones are contracted too. Of a confirmed
 * order each is at once: the others' agreements are in force, and it stays where it is.
 */
export async function contractAccepted(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  if (!canStep('deliver', order.stage)) {
    if (!(await allAccepted(work.db, order_id))) return
    if (canStep('accept_budgets', order.stage))
      await advance(work, order_id, 'accept_budgets', { by: 'hunter', user_id: order.hunter_id })
    else if (order.stage !== 'contracting') return
  }
  await raise(work, budgetsAccepted, { order_id })
}

/** Whether somebody's budget is accepted, and one for every required slot of the approved plan. */
async function allAccepted(db: Db, order_id: number): Promise<boolean> {
  const { rows } = await db.execute<{ done: boolean }>(sql`
    select exists (select 1 from ${budgets} b
      where b.order_id = ${order_id} and b.latest and b.state in ${TAKEN})
    and not exists (
      select 1 from ${orders} o join ${plan_moments} m on m.plan_id = o.plan_id
      where o.id = ${order_id} and m.required and m.format is not null
        and not exists (select 1 from ${budget_moments} c
          where c.slot_id = m.slot_id and c.state in ${TAKEN})) as done`)
  return rows[0]?.done ?? false
}

/**
 * Asks the musician to change the budget, who is told at once; the date stays held.
 * @throws Refusal 404, 409 when it can't be changed
 */
export async function askChanges(
  work: Work,
  user_id: number,
  budget_id: number,
  note: string,
): Promise<Budget> {
  const { budget, slot_ids } = await budgetForHunter(work.db, user_id, budget_id)
  const asked = await takeStep(work, budget, 'ask_changes', 'hunter', {
    reason: note,
    answered_at: work.now.toISOString(),
  })
  await tellToChange(work, asked)
  return asHunter(asked, slot_ids)
}

/** Tells the owner of a project that its quote is to be changed. */
export async function tellToChange(work: Work, budget: BudgetRow): Promise<void> {
  const order = await orderRow(work.db, budget.order_id)
  const [told] = await work.db
    .select({ owner_id: music_projects.owner_id, from: beginsAt(outer(requests.id)) })
    .from(requests)
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(eq(requests.id, budget.request_id))
  if (!told) return
  const { params, ...message } = toMusician(order, budget.request_id, told.owner_id, told.from)
  // The first version of what they are told about a request is the request itself.
  const version = budget.version + 1
  notify(work, [{ ...message, type: 'SCOUTING_INITIATED', version, params: { ...params, voice: 'changes' } }])
}

/** Declines a budget: its date is free; what they were asked besides still waits. @throws Refusal 404, 409 when it can't be declined any more */
export async function decline(
  work: Work,
  user_id: number,
  budget_id: number,
  reason: string,
): Promise<Budget> {
  const { row: budget } = await lockOrderOf(work, budgets, ofHunter(user_id, budget_id))
  const { row: declined, read: slot_ids = [] } = await budgetSteps.takeInTurn(
    work,
    budget_id,
    [{ step: 'decline', actor: 'hunter' }],
    {
      set: { reason, answered_at: work.now.toISOString() },
      where: eq(budgets.latest, true),
      refusal: movedOn(budget),
      read: coveredSlots,
    },
  )
  await changeRequest(work, requestKey(budget), 'close', 'hunter', {
    reason: 'declined',
    which: eq(request_moments.status, 'available'),
  })
  await enqueue(work, letters, { request_id: budget.request_id, news: 'declined' })
  return asHunter(declined, slot_ids)
}
