import { and, eq, inArray } from 'drizzle-orm'
import { notFound, type Problem, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { domainEvent } from '#core/server/events.ts'
import { answerRequest, coverOrder, dropRequest, holdRequest } from '#features/hiring/commands.requests.ts'
import { lockOrder } from '#features/hiring/commands.ts'
import type { MusicianRequest, Offer, UnavailableReason } from './contract.ts'
import { memberRow, type RequestRow, type Row, requestOf } from './queries.ts'
import { BUDGET_STEPS, type BudgetStep, offerProblems, totalsOf } from './rules.ts'
import { budgets } from './table.ts'

/** Every required slot of an order has an accepted quote (again): agreements can be drafted. */
export const budgetsAccepted = domainEvent<{ order_id: number }>('budgets.accepted')

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

/** An accepted quote became part of an agreement. */
export async function markContracted(work: Work, budget_id: number): Promise<void> {
  const { rowCount } = await work.db
    .update(budgets)
    .set({ state: BUDGET_STEPS.contract.to })
    .where(and(eq(budgets.id, budget_id), inArray(budgets.state, [...BUDGET_STEPS.contract.from])))
  if (!rowCount) throw new Refusal(409, 'budgets.moved_on')
}
