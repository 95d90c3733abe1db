import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { notFound, type Problem, Refusal } from '#core/contract/errors.ts'
import type { TakerOf } from '#core/contract/steps.ts'
import type { Work } from '#core/server/app.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { enqueue } from '#core/server/queues.ts'
import { machine } from '#core/server/steps.ts'
import { keepLocked } from '#features/hiring/journey/commands.ts'
import { request_moments } from '#features/hiring/table.ts'
import { changeRequest } from '#features/hiring/talent/commands.ts'
import { HELD_ELSEWHERE, versionAt } from '#features/hiring/talent/rules.ts'
import type { MusicianRequest, Offer, UnavailableReason } from './contract.ts'
import {
  type BudgetRow,
  feeOfRow,
  lockRequestForOwner,
  ownView,
  type RequestRow,
  requestForMember,
} from './queries.ts'
import { answered } from './queues.ts'
import { isInQuestion } from './rules.question.ts'
import {
  BUDGET_STEPS,
  type BudgetStep,
  type Covering,
  coveringOf,
  coveringProblems,
  offerProblems,
  totalsOf,
} from './rules.ts'
import { budget_moments, budgets } from './table.ts'

/** A version of a budget was sent. */
export const budgetSent = domainEvent<{ order_id: number; project_id: number; version: number }>(
  'budgets.sent',
)

/** Every required slot of an order has an accepted budget (again): agreements can be drafted. */
export const budgetsAccepted = domainEvent<{ order_id: number }>('budgets.accepted')

export const budgetSteps = machine({
  table: budgets,
  column: 'state',
  steps: BUDGET_STEPS,
  moved_on: 'budgets.moved_on',
})

/** Why a step of a budget wasn't taken: there is a newer version, or it is past the step. */
export const movedOn = ({ latest }: Pick<BudgetRow, 'latest'>): Refusal =>
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
async function requestForOwner(work: Work, user_id: number, request_id: number): Promise<RequestRow> {
  const { row, owner } = await requestForMember(work, user_id, request_id)
  if (!owner) throw new Refusal(403, 'budgets.owner_only')
  return row
}

/** As `requestForOwner`, with its order locked by the same statement; who doesn't own it is refused and locks nothing. */
async function requestWithOrder(work: Work, user_id: number, request_id: number): Promise<RequestRow> {
  const locked = await lockRequestForOwner(work, user_id, request_id)
  if (!locked) return requestForOwner(work, user_id, request_id)
  keepLocked(work, locked.order)
  return locked.row
}

/** @throws Refusal 409 when the request no longer waits for an answer */
function assertAwaitingAnswer(row: RequestRow, now: Date): void {
  if (row.status === 'closed' && row.reason === HELD_ELSEWHERE) throw new Refusal(409, 'availability.taken')
  if (row.status !== 'asked') throw new Refusal(409, 'budgets.request_moved_on')
  if (Date.parse(row.reply_by) <= now.getTime()) throw new Refusal(409, 'budgets.reply_time_over')
}

/**
 * What an offer makes of the request's moments.
 * @throws Refusal 409 while a band's shares don't add up, since nobody could say who gets what; 422 by field
 */
function coveringBy(offer: Offer, row: RequestRow, now: Date): Covering {
  if (row.shares_open)
    throw row.without_part.length > 0
      ? new Refusal(409, 'budgets.shares_missing', { values: { names: row.without_part.join(', ') } })
      : new Refusal(409, 'budgets.shares_open')
  const covering = coveringOf(row.moments, offer.slot_ids)
  const problems: Record<string, Problem> = {
    ...offerProblems(offer, row.event_starts_at, now),
    ...coveringProblems(offer, covering),
  }
  if (offer.currency !== row.currency) problems['budget.currency'] = { key: 'validation.option' }
  if (Object.keys(problems).length > 0) throw new Refusal(422, 'common.invalid', { fields: problems })
  return covering
}

const utc = (at: string) => new Date(at).toISOString()

/** A budget that was just written, with the slots that it covers. */
type Sent = Pick<RequestRow, 'slot_ids'> & { budget: BudgetRow }

/**
 * Inserts the next version of a request's budget, for what its project holds.
 * @throws Refusal 409 when a moment that it should cover isn't held any more
 */
async function insertVersion(
  work: Work,
  row: RequestRow,
  { slot_ids: _, ...offer }: Offer,
  { covered }: Covering,
): Promise<Sent> {
  const { db } = work
  // One statement: a version and what it covers are there together or not at all.
  const sent = db.$with('sent', getTableColumns(budgets)).as(
    db
      .insert(budgets)
      .values({
        request_id: row.id,
        order_id: row.order_id,
        project_id: row.project_id,
        version: (row.budget?.version ?? 0) + 1,
        state: BUDGET_STEPS.send.to,
        ...offer,
        fee_pct: feeOfRow(row),
        ...totalsOf(offer, feeOfRow(row)),
        balance_due_at: utc(offer.balance_due_at),
        valid_until: utc(offer.valid_until),
        sent_at: work.now.toISOString(),
        created_at: work.now.toISOString(),
      })
      .returning()
      .getSQL(),
  )
  const covering = db.$with('covering', {}).as(sql`
    insert into ${budget_moments} (budget_id, slot_id, state)
    select sent.id, m.slot_id, sent.state from sent, ${request_moments} m
    where m.request_id = ${row.id} and m.status = 'available' and m.slot_id = any(${sql.param(covered)}::bigint[])
    returning slot_id`)
  const columns = getTableColumns(budgets)
  const fields = Object.keys(columns).map((name) => [name, sent[name as keyof typeof columns]])
  const [found] = await db
    .with(sent, covering)
    .select({
      ...(Object.fromEntries(fields) as typeof columns),
      slot_ids: sql<number[]>`array(select slot_id from covering order by slot_id)`,
    })
    .from(sent)
  if (!found) throw notFound()
  const { slot_ids, ...budget } = found
  if (slot_ids.length < covered.length) throw new Refusal(409, 'budgets.request_moved_on')
  const { order_id, project_id, version } = budget
  await raise(work, budgetSent, { order_id, project_id, version })
  return { budget, slot_ids }
}

/** What of a request changed by an answer, for whoever answered. */
type Changed = Parameters<typeof ownView>[1]

/**
 * Holds what an offer covers and ends what it leaves out. Holding comes first: those who race for the same hour queue up
 * there, and whoever holds all that is left needs nobody else.
 */
async function takeCovering(work: Work, row: RequestRow, of: Covering): Promise<Changed> {
  let changed: Changed = {}
  const { id, order_id } = row
  const key = { id, order_id }
  const now = new Map<number, RequestRow['status']>()
  if (of.hold.length > 0) {
    const { request } = await changeRequest(work, key, 'hold', 'musician', { slot_ids: of.hold })
    for (const slot_id of of.hold) now.set(slot_id, 'available')
    changed = request
  }
  const left = { reason: LEFT_OUT }
  if (of.decline.length > 0) {
    const part = { ...left, slot_ids: of.decline }
    changed = (await changeRequest(work, key, 'decline', 'musician', part)).request
    for (const slot_id of of.decline) now.set(slot_id, 'unavailable')
  }
  if (of.release.length > 0) {
    const part = { ...left, slot_ids: of.release }
    changed = (await changeRequest(work, key, 'withdraw', 'musician', part)).request
    for (const slot_id of of.release) now.set(slot_id, 'withdrawn')
  }
  const { status = row.status, reason = row.reason, answered_at = row.answered_at } = changed
  return { status, reason, answered_at, moments: momentsWith(row, now, LEFT_OUT) }
}

/** The moments of a request after some of them took a step. */
const momentsWith = (
  { moments }: RequestRow,
  now: ReadonlyMap<number, RequestRow['status']>,
  reason: string,
): RequestRow['moments'] =>
  moments.map((one) => {
    const status = now.get(one.id)
    return status ? { ...one, status, reason: status === 'available' ? '' : reason } : one
  })

/** Why a moment ended that a quote leaves out. */
const LEFT_OUT = 'left_out'

/**
 * Says what the project can play: holds its time and sends a budget, the first or the next version. What the budget
 * leaves out is turned down.
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
  const covering = coveringBy(offer, row, work.now)
  // What was sent before they were asked for more.
  if (row.budget) await supersede(work, row.budget)
  const changed = await takeCovering(work, row, covering)
  const sent = await insertVersion(work, row, offer, covering)
  const answer = row.budget ? 'revised' : 'quoted'
  await enqueue(work, answered, { request_id, answer, version: sent.budget.version })
  return ownView(row, { ...changed, ...sent })
}

/**
 * Says that the project can't play, or not these moments, and why; the order may lose its last candidate by it.
 * @throws Refusal 422 for a moment that doesn't wait for an answer
 */
export async function declineRequest(
  work: Work,
  user_id: number,
  request_id: number,
  {
    reason,
    detail,
    slot_ids,
  }: { reason: UnavailableReason; detail: string; slot_ids?: number[] | undefined },
): Promise<MusicianRequest> {
  const row = await requestWithOrder(work, user_id, request_id)
  assertAwaitingAnswer(row, work.now)
  const asked = row.moments.filter(({ status }) => status === 'asked').map(({ id }) => id)
  if (slot_ids?.some((id) => !asked.includes(id)))
    throw new Refusal(422, 'common.invalid', { fields: { slot_ids: { key: 'validation.option' } } })
  const declined = [...new Set(slot_ids ?? asked)]
  const why = detail || reason
  const { request } = await changeRequest(work, row, 'decline', 'musician', {
    reason: why,
    slot_ids: declined,
  })
  const answer = isInQuestion(request.status) ? 'declined_some' : 'declined'
  // A quote for others of its moments is another answer.
  const isPart = answer === 'declined_some' || row.budget !== null
  const part = isPart ? { slot_id: declined[0], version: versionAt(work.now) } : { version: 1 }
  await enqueue(work, answered, { request_id, answer, ...part })
  const moments = momentsWith(row, new Map(declined.map((id) => [id, 'unavailable'])), why)
  return ownView(row, { ...request, moments })
}

/** A budget is followed by a newer version: it stays as it was and can't be answered any more. */
async function supersede(work: Work, { id }: BudgetRow): Promise<void> {
  await work.db.update(budgets).set({ latest: false }).where(eq(budgets.id, id))
}

/** A budget of the caller's project with its request, and its order locked. @throws Refusal 404, 403 for a collaborator */
async function budgetForOwner(work: Work, user_id: number, budget_id: number) {
  const [budget] = await work.db.select().from(budgets).where(eq(budgets.id, budget_id))
  if (!budget) throw notFound()
  return { budget, row: await requestWithOrder(work, user_id, budget.request_id) }
}

/**
 * Sends a new version of a budget. What it covers stays held, or is held now; what it leaves out is given up.
 * @throws Refusal 404, 403 for a collaborator, 409 when it can't be revised, 422 by field
 */
export async function revise(
  work: Work,
  user_id: number,
  budget_id: number,
  offer: Offer,
): Promise<MusicianRequest> {
  const { budget, row } = await budgetForOwner(work, user_id, budget_id)
  const [old] = await work.db
    .update(budgets)
    .set({ latest: false })
    .where(and(eq(budgets.id, budget_id), eq(budgets.latest, true), budgetSteps.mayTake('revise')))
    .returning()
  if (!old) throw movedOn(budget)
  const covering = coveringBy(offer, row, work.now)
  const changed = await takeCovering(work, row, covering)
  const sent = await insertVersion(work, { ...row, budget: old }, offer, covering)
  await enqueue(work, answered, { request_id: row.id, answer: 'revised', version: sent.budget.version })
  return ownView(row, { ...changed, ...sent })
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
  const withdrawn = await takeStep(work, budget, 'withdraw', 'musician', {
    reason,
    answered_at: work.now.toISOString(),
  })
  const { request } = await changeRequest(work, row, 'withdraw', 'musician', { reason })
  await enqueue(work, answered, { request_id: row.id, answer: 'withdrew', version: withdrawn.version + 1 })
  const open = row.moments.filter(({ status }) => status === 'asked' || status === 'available')
  const moments = momentsWith(row, new Map(open.map(({ id }) => [id, 'withdrawn'])), reason)
  return ownView(row, { ...request, budget: withdrawn, moments })
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
