import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { enqueue } from '#core/server/queues.ts'
import { machine } from '#core/server/steps.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import { carryCharges } from '#features/payments/commands.provider.ts'
import * as payments from '#features/payments/commands.ts'
import { lockPayments, type PaymentRow } from '#features/payments/queries.ts'
import { divided, heldUntil, partsOf, spread } from '#features/payments/rules.ts'
import { payments as paymentTable } from '#features/payments/table.ts'
import { paymentsOf } from './queries.deposit.ts'
import { lockBeyond, subjectsOfBeyond } from './queries.extras.ts'
import { isKept } from './queries.money.ts'
import type { ContractRow } from './queries.ts'
import { letters } from './queues.ts'
import { EXTRA_STEPS } from './rules.extras.ts'
import { depositDueAt, depositToPay, outcomeOf, PUT_OFF } from './rules.ts'
import { contract_extras, contracts } from './table.ts'

/*
 * When payments of agreements are scheduled, fall due, are theirs, or come back. An agreement is locked before its
 * payments, so that of played and cancelled one comes first.
 */

export const extraSteps = machine({
  table: contract_extras,
  column: 'state',
  steps: EXTRA_STEPS,
  moved_on: 'contracts.extra_moved_on',
})

/** How what was paid before was recorded and confirmed. */
export type PaidBefore = Pick<PaymentRow, 'method' | 'reference' | 'declared_by' | 'declared_at' | 'held_at'>
type Agreed = Pick<ContractRow, 'id' | 'hunter_id' | 'project_id' | 'terms'>

/** The payments that an agreement's terms are made of. */
const scheduleOf = ({ id, hunter_id, project_id, terms }: Agreed, signed_at: string) => {
  const { fees, event, replaces } = terms
  const priced = { ...fees, carried: replaces?.carried ?? 0, deposit: depositToPay(terms) }
  return partsOf(priced).map((part) => ({
    ...part,
    subject: paymentsOf(id),
    user_id: hunter_id,
    project_id,
    currency: fees.currency,
    due_at:
      part.kind === 'balance'
        ? fees.balance_due_at
        : part.kind === 'deposit'
          ? depositDueAt(signed_at, event.starts_at)
          : signed_at,
  }))
}

/** What was paid before is to count for agreements that were drafted, as soon as both have signed them. */
export async function scheduleCarried(
  work: Work,
  drafted: readonly (Agreed & { paid: PaidBefore | null })[],
): Promise<void> {
  await payments.schedule(
    work,
    drafted.flatMap(({ paid, ...one }) =>
      scheduleOf(one, work.now.toISOString())
        .filter(({ kind }) => kind === 'carried')
        .map((part) => ({ ...part, ...paid })),
    ),
  )
}

/** What was paid before and is to count for an agreement is another sum by now: what is scheduled of it says so. */
export async function recountCarried(work: Work, row: Agreed, paid: PaidBefore | null): Promise<void> {
  const part = scheduleOf(row, work.now.toISOString()).find(({ kind }) => kind === 'carried')
  const all = await lockPayments(work.db, paymentsOf(row.id))
  const carried = all.filter(({ kind }) => kind === 'carried')
  if (!part) await payments.cancel(work, carried)
  else for (const one of carried) await payments.reschedule(work, one, { ...part, ...paid })
}

/** Both have signed: the deposit is due, the balance is to come, and what was paid for another date counts here. */
export async function begin(work: Work, row: ContractRow): Promise<void> {
  const parts = scheduleOf(row, work.now.toISOString())
  await payments.schedule(
    work,
    parts.map((part) => ({ ...part, isDue: part.kind === 'deposit' })),
  )
  if (!row.terms.replaces) return
  const carried = await carryOver(work, row)
  const own = await lockPayments(work.db, paymentsOf(row.id))
  const brought = await payments.bring(
    work,
    own.filter(({ kind }) => kind === 'carried'),
  )
  for (const one of brought) await carryCharges(work, carried, one)
}

/** Agreements are in force: their balances may be paid. */
export async function dueBalances(work: Work, rows: readonly ContractRow[]): Promise<void> {
  await payments.fallDue(
    work,
    rows.map(({ id }) => paymentsOf(id)),
    'balance',
  )
}

/** Agreements were played: what was paid for them, and beyond them, is theirs. @returns those for which something was */
export async function releasePlayed<Row extends ContractRow>(
  work: Work,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return []
  const agreements = new Map<string, number>([
    ...rows.map(({ id }) => [paymentsOf(id), id] as const),
    ...(await subjectsOfBeyond(
      work.db,
      rows.map(({ id }) => id),
    )),
  ])
  const held = await work.db
    .select()
    .from(paymentTable)
    .where(and(inArray(paymentTable.subject, [...agreements.keys()]), eq(paymentTable.state, 'held')))
    .orderBy(paymentTable.id)
    .for('update')
  const ends = new Map(rows.map(({ id, ends_at }) => [id, ends_at]))
  const released = await payments.release(work, held, ({ subject }) =>
    keptUntil(ends.get(agreements.get(subject) ?? 0) ?? null),
  )
  return rows.filter(({ id }) => released.some((one) => agreements.get(one.subject) === id))
}

const keptUntil = (ends_at: string | null) => (ends_at === null ? null : heldUntil(ends_at))

/** What was paid for an agreement that was played is theirs, as soon as it needn't be kept any more. */
export const releaseOf = (
  work: Work,
  { ends_at }: Pick<ContractRow, 'ends_at'>,
  rows: readonly PaymentRow[],
): Promise<PaymentRow[]> => payments.release(work, rows, () => keptUntil(ends_at))

const isHeld = ({ state, kind }: PaymentRow) => state === 'held' && kind !== 'refund'
/** Somebody says of a refund by hand that it was given back, and the other end hasn't answered yet. */
const isRefundSaid = ({ kind, refund_of, state }: PaymentRow) =>
  kind === 'refund' && refund_of === null && state === 'processing'
const sumOf = (rows: readonly PaymentRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/**
 * What was paid for agreements that a signed one takes the place of counts for it; what is more comes back.
 * @returns what counts for it
 */
async function carryOver(work: Work, { order_id, terms }: ContractRow): Promise<PaymentRow[]> {
  const before = terms.replaces?.agreements ?? []
  if (before.length === 0) return []
  const all: PaymentRow[] = []
  const olds = await work.db
    .select()
    .from(contracts)
    .where(
      and(
        eq(contracts.order_id, order_id),
        inArray(
          contracts.number,
          before.map(({ number }) => number),
        ),
      ),
    )
    .orderBy(contracts.id)
    .for('update')
  for (const old of olds) {
    const held = (await lockPayments(work.db, paymentsOf(old.id))).filter(isHeld)
    const carried = before.find(({ number }) => number === old.number)?.carried ?? 0
    if (carried === 0) {
      await returnHeld(work, old, held)
      continue
    }
    const back = spread(
      held.map(({ amount }) => amount),
      Math.max(0, sumOf(held) - carried),
    )
    const owed = await payments.giveBack(
      work,
      'carry',
      held.map((row, at) => ({ row, refunded: back[at] ?? 0 })),
    )
    if (owed) await tellOwed(work, old)
    all.push(...held)
  }
  return all
}

/** Both sides are told what is to be given back. */
async function tellOwed(work: Work, { id }: Pick<ContractRow, 'id'>): Promise<void> {
  for (const side of ['artist', 'hunter'] as const)
    await enqueue(work, letters, { contract_id: id, side, news: 'payment_due', kind: 'refund' })
}

/** What comes back, minor units: by the artist's hand, and to the cards that it came from. */
interface GivenBack {
  by_hand: number
  to_cards: number
}

/** What is held of an agreement that ended without the gig comes back by its terms; the rest is the artist's. */
async function returnHeld(work: Work, row: ContractRow, held: readonly PaymentRow[]): Promise<GivenBack> {
  const { terms, reason, artist_left } = row
  const paid = sumOf(held)
  if (paid === 0) return { by_hand: 0, to_cards: 0 }
  const ended_at = row.ended_at ?? work.now.toISOString()
  const { refund } = outcomeOf(terms, { reason, ended_at, paid, carried: null, artist_left })
  const back = spread(
    held.map(({ amount }) => amount),
    refund,
  )
  const ends = held.map((one, at) => ({ row: one, refunded: back[at] ?? 0 }))
  const owed = await payments.giveBack(work, 'refund', ends)
  if (owed) await tellOwed(work, row)
  const to_cards = ends.reduce((sum, end) => sum + divided({ ...end.row, refunded: end.refunded }).back, 0)
  return { by_hand: refund - to_cards, to_cards }
}

/**
 * An agreement ended without the gig: what wasn't paid isn't asked for any more, what was comes back by its terms. Where
 * the order was put off it is kept for the new date.
 */
export async function settleEnded(work: Work, row: ContractRow): Promise<void> {
  // Nothing is agreed beyond what never was in force.
  if (row.activated_at !== null) await endBeyond(work, row)
  const all = (await lockPayments(work.db, paymentsOf(row.id))).filter(({ kind }) => kind !== 'refund')
  await payments.cancel(work, all)
  const held = all.filter(isHeld)
  if (row.reason === PUT_OFF) await payments.keepWaiting(work, held)
  else await returnHeld(work, row, held)
}

/**
 * Nothing is to be paid beyond an agreement that ended without the gig, and all that was comes back: it was for what wasn't
 * played, and no terms say otherwise. It is given back with the rest, as one refund of the agreement.
 */
async function endBeyond(work: Work, row: ContractRow): Promise<void> {
  await extraSteps.takeAll(work, eq(contract_extras.contract_id, row.id), 'lapse', 'system', {
    set: { answered_at: work.now.toISOString() },
  })
  const all = await lockBeyond(work.db, row.id)
  await payments.cancel(work, all)
  const held = all.filter(isHeld)
  if (held.length === 0) return
  const owed = await payments.giveBack(
    work,
    'refund',
    held.map((one) => ({ row: one, refunded: one.amount })),
    paymentsOf(row.id),
  )
  if (owed) await tellOwed(work, row)
}

/**
 * What was kept for a new date comes back, once no agreement can take it any more. While somebody says of an earlier refund
 * that it was given back it waits for the answer: an agreement has one open refund.
 * @returns the agreement that it was paid for, and what comes back of it; null where it is kept
 */
export async function settleKept(
  work: Work,
  { id, order_id }: Pick<ContractRow, 'id' | 'order_id'>,
): Promise<({ row: ContractRow } & GivenBack) | null> {
  await lockOrder(work, order_id)
  const [row] = await work.db
    .select()
    .from(contracts)
    .where(and(eq(contracts.id, id), sql`not ${isKept(contracts)}`))
    .for('update')
  if (!row) return null
  const all = await lockPayments(work.db, paymentsOf(id))
  if (all.some(isRefundSaid)) return null
  return { row, ...(await returnHeld(work, row, all.filter(isHeld))) }
}
