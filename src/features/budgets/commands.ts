import { and, eq, inArray } from 'drizzle-orm'
import { notFound, type Problem, Refusal } from '#core/contract/errors.ts'
import type { TakerOf } from '#core/contract/steps.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { domainEvent } from '#core/server/events.ts'
import { enqueue } from '#core/server/queues.ts'
import { machine } from '#core/server/steps.ts'
import { keepLocked, lockOrder } from '#features/hiring/journey/commands.ts'
import { changeRequest } from '#features/hiring/talent/commands.ts'
import { HELD_ELSEWHERE } from '#features/hiring/talent/rules.ts'
import type { MusicianRequest, Offer, UnavailableReason } from './contract.ts'
import { type BudgetRow, lockRequestForOwner, ownView, type RequestRow, requestForMember } from './queries.ts'
import { answered } from './queues.ts'
import { BUDGET_STEPS, type BudgetStep, offerProblems, totalsOf } from './rules.ts'
import { budgets } from './table.ts'

/** Every required slot of an order has an accepted budget (again): agreements can be drafted. */
export const budgetsAccepted = domainEvent<{ order_id: number }>('budgets.accepted')

export const budgetSteps = machine({
  table: budgets,
  column: 'state',
  steps: BUDGET_STEPS,
  moved_on: 'budgets.moved_on',
})

/** Why a step of a budget wasn't taken: there is a newer version, or it is past the step. */
const movedOn = ({ latest }: Pick<BudgetRow, 'latest'>): Refusal =>
  new Refusal(409, latest ? 'budgets.moved_on' : 'budgets.not_latest')

/**
 * Takes a step of a budget; only the latest version of a request's budget can.
 * @param set columns that change with the state
 * @throws Refusal 409 `budgets.not_latest`, `budgets.moved_on`
 */
export const takeStep = <Step extends BudgetStep>(
  work: Work,
  budget: Pick<BudgetRow, 'id' | 'latest'>,
  step: Step,
  actor: TakerOf<typeof BUDGET_STEPS, Step>,
  set: Partial<Omit<BudgetRow, 'id' | 'state'>>,
): Promise<BudgetRow> =>
  budgetSteps.take(work, budget.id, step, actor, {
    set,
    where: eq(budgets.latest, true),
    refusal: movedOn(budget),
  })

/** The request that a budget answers. */
export const requestKey = ({ request_id, order_id }: Pick<BudgetRow, 'request_id' | 'order_id'>) => ({
  id: request_id,
  order_id,
})

/** @throws Refusal 404 for a stranger, 403 for a collaborator */
async function requestForOwner(db: Db, user_id: number, request_id: number): Promise<RequestRow> {
  const { row, owner } = await requestForMember(db, user_id, request_id)
  if (!owner) throw new Refusal(403, 'budgets.owner_only')
  return row
}

/** As `requestForOwner`, with its order locked by the same statement; who doesn't own it is refused and locks nothing. */
async function requestWithOrder(work: Work, user_id: number, request_id: number): Promise<RequestRow> {
  const locked = await lockRequestForOwner(work.db, user_id, request_id)
  if (!locked) return requestForOwner(work.db, user_id, request_id)
  keepLocked(work, locked.order)
  return locked.row
}

/** @throws Refusal 409 when the request no longer waits for an answer */
function assertAwaitingAnswer(row: RequestRow, now: Date): void {
  if (row.status === 'closed' && row.reason === HELD_ELSEWHERE) throw new Refusal(409, 'availability.taken')
  if (row.status !== 'asked') throw new Refusal(409, 'budgets.request_moved_on')
  if (Date.parse(row.reply_by) <= now.getTime()) throw new Refusal(409, 'budgets.reply_time_over')
}

/** @throws Refusal 409 while a band's shares don't add up, since nobody could say who gets what; 422 by field */
function assertValidOffer(offer: Offer, row: RequestRow, now: Date): void {
  if (row.shares_open) throw new Refusal(409, 'budgets.shares_open')
  const problems: Record<string, Problem> = offerProblems(offer, row.event_starts_at, now)
  if (offer.currency !== row.currency) problems['budget.currency'] = { key: 'validation.option' }
  if (Object.keys(problems).length > 0) throw new Refusal(422, 'common.invalid', { fields: problems })
}

const utc = (at: string) => new Date(at).toISOString()

async function insertVersion(work: Work, row: RequestRow, offer: Offer, version: number): Promise<BudgetRow> {
  const totals = totalsOf(offer)
  const [budget] = await work.db
    .insert(budgets)
    .values({
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
    .returning()
  if (!budget) throw notFound()
  return budget
}

/**
 * Says that the project can play: holds its time and sends the first budget. The hold comes before anything else is
 * locked, so that those who race for the same hour queue up there and nowhere else.
 * @throws Refusal 409 `availability.taken` when somebody else's event has the hour
 */
export async function answerWithBudget(
  work: Work,
  user_id: number,
  request_id: number,
  offer: Offer,
): Promise<MusicianRequest> {
  const row = await requestWithOrder(work, user_id, request_id)
  assertAwaitingAnswer(row, work.now)
  assertValidOffer(offer, row, work.now)
  const { request } = await changeRequest(work, row, 'hold', 'musician')
  const budget = await insertVersion(work, row, offer, 1)
  await enqueue(work, answered, { request_id, answer: 'quoted', version: 1 })
  return ownView(row, { ...request, budget })
}

/** Says that the project can't play, and why; the order may lose its last candidate by it. */
export async function declineRequest(
  work: Work,
  user_id: number,
  request_id: number,
  { reason, detail }: { reason: UnavailableReason; detail: string },
): Promise<MusicianRequest> {
  const row = await requestWithOrder(work, user_id, request_id)
  assertAwaitingAnswer(row, work.now)
  const { request } = await changeRequest(work, row, 'decline', 'musician', detail || reason)
  await enqueue(work, answered, { request_id, answer: 'declined', version: 1 })
  return ownView(row, request)
}

/** A budget of the caller's project with its request. @throws Refusal 404, 403 for a collaborator */
async function budgetForOwner(work: Work, user_id: number, budget_id: number) {
  const [budget] = await work.db.select().from(budgets).where(eq(budgets.id, budget_id))
  if (!budget) throw notFound()
  return { budget, row: await requestForOwner(work.db, user_id, budget.request_id) }
}

/**
 * Sends a new version of a budget; the hold stays.
 * @throws Refusal 404, 403 for a collaborator, 409 when it can't be revised, 422 by field
 */
export async function revise(
  work: Work,
  user_id: number,
  budget_id: number,
  offer: Offer,
): Promise<MusicianRequest> {
  const { budget, row } = await budgetForOwner(work, user_id, budget_id)
  assertValidOffer(offer, row, work.now)
  // The order before the budget, as whoever ends it locks them: the version it closes is the last there is.
  await lockOrder(work, row.order_id)
  const [old] = await work.db
    .update(budgets)
    .set({ latest: false })
    .where(and(eq(budgets.id, budget_id), eq(budgets.latest, true), budgetSteps.mayTake('revise')))
    .returning()
  if (!old) throw movedOn(budget)
  const version = old.version + 1
  await enqueue(work, answered, { request_id: row.id, answer: 'revised', version })
  return ownView(row, { budget: await insertVersion(work, row, offer, version) })
}

/**
 * Withdraws a budget: its date is free, the order may need somebody else.
 * @throws Refusal 404, 403 for a collaborator, 409 when it can't be withdrawn any more
 */
export async function withdraw(
  work: Work,
  user_id: number,
  budget_id: number,
  reason: string,
): Promise<MusicianRequest> {
  const { budget, row } = await budgetForOwner(work, user_id, budget_id)
  await lockOrder(work, row.order_id)
  const withdrawn = await takeStep(work, budget, 'withdraw', 'musician', {
    reason,
    answered_at: work.now.toISOString(),
  })
  const { request } = await changeRequest(work, row, 'withdraw', 'musician', reason)
  await enqueue(work, answered, { request_id: row.id, answer: 'withdrew', version: withdrawn.version + 1 })
  return ownView(row, { ...request, budget: withdrawn })
}

const nameOf = (budget_id: number) => `budget:${budget_id}`

/** Notes that accepted budgets became parts of agreements. @throws Refusal 409 when one isn't accepted */
export async function markContracted(work: Work, budget_ids: readonly number[]): Promise<void> {
  const marked = await budgetSteps.takeAll(work, inArray(budgets.id, [...budget_ids]), 'contract', 'system')
  if (marked.length < budget_ids.length) throw new Refusal(409, 'budgets.moved_on')
  for (const row of marked) work.effects.locked.set(nameOf(row.id), row)
}

/** The budget, if it became part of an agreement in this transaction. */
export const contractedNow = (work: Work, budget_id: number): BudgetRow | undefined =>
  work.effects.locked.get(nameOf(budget_id)) as BudgetRow | undefined
