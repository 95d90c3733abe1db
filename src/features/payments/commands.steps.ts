import { type SQL, sql } from 'drizzle-orm'
import type { TakerOf } from '#core/contract/steps.ts'
import type { Subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { machine } from '#core/server/steps.ts'
import { post } from '#features/ledger/commands.ts'
import type { PaymentRow } from './queries.ts'
import { linesOf, PAYMENT_STEPS, type PaymentStep } from './rules.ts'
import { payment_history, payments } from './table.ts'

/* The steps that payments take: each is written down with it and, where money moves, into the books. */

export const paymentSteps = machine({
  table: payments,
  column: 'state',
  steps: PAYMENT_STEPS,
  moved_on: 'payments.moved_on',
})

/** Steps that say that money arrived: the books know it once, whoever says so. */
const ARRIVED: readonly PaymentStep[] = ['confirm', 'find', 'collect']

/** Writes a step into the history of the payments that a statement has put where it leads. */
export const noted =
  (work: Work, step: PaymentStep, by: string, text = '') =>
  (rows: SQL): SQL =>
    sql`
    insert into ${payment_history} (payment_id, step, state, "by", note, at)
    select id, ${step}, state, ${by}, ${text}, ${work.now.toISOString()}::timestamptz from ${rows} order by id`

/** Writes what a step that was taken moves into the books. */
export const book = (work: Work, rows: readonly PaymentRow[], step: PaymentStep): Promise<void> =>
  post(
    work,
    rows.map((row) => ({
      key: `payment:${row.id} ${ARRIVED.includes(step) ? 'confirm' : step}`,
      subject: row.subject as Subject,
      at: work.now,
      lines: linesOf(step, row),
    })),
  )

/** Writes down what payments that were just written begin with, and what it moves. */
export async function note(
  work: Work,
  rows: readonly PaymentRow[],
  step: PaymentStep,
  by: string,
  text = '',
): Promise<void> {
  if (rows.length === 0) return
  const at = work.now.toISOString()
  await work.db
    .insert(payment_history)
    .values(rows.map(({ id, state }) => ({ payment_id: id, step, state, by, note: text, at })))
  await book(work, rows, step)
}

type Change = Partial<typeof payments.$inferInsert>

/**
 * Takes a step of one payment: it is written down in the same statement, and into the books what it moves.
 * @param more.by who took it, where that is more than the actor says
 * @throws Refusal 409 `payments.moved_on` when it can't start (any more)
 */
export async function takeStep<Step extends PaymentStep>(
  work: Work,
  id: number,
  step: Step,
  actor: TakerOf<typeof PAYMENT_STEPS, Step>,
  { set, by = actor, text }: { set: Omit<Change, 'id' | 'state'>; by?: string; text?: string },
): Promise<PaymentRow> {
  const row = await paymentSteps.take(work, id, step, actor, { set, noted: noted(work, step, by, text) })
  await book(work, [row], step)
  return row
}
