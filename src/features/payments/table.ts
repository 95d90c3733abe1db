import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { created_at, id, instant, money, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { UNITS } from '#features/ledger/contract.ts'
import { ENDS, PAYMENT_KINDS, PAYMENT_METHODS, PAYMENT_STATES } from './contract.ts'

/** What is paid for what was agreed. What there is of it is in the books; a row says what becomes of it. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    /** What it is for, e.g. `contract:12`. */
    subject: text().notNull(),
    kind: text({ enum: PAYMENT_KINDS }).notNull(),
    /** Who pays; of a refund, who is paid back. */
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** Who is paid; of a refund, who gives it back. */
    project_id: bigint({ mode: 'number' }).notNull(),
    amount: money().notNull(),
    /** The platform's share of it, once it is earned. */
    fee: money().notNull().default(0),
    currency: text({ enum: UNITS }).notNull(),
    state: text({ enum: PAYMENT_STATES }).notNull(),
    due_at: instant().notNull(),
    method: text({ enum: PAYMENT_METHODS }),
    reference: text().notNull().default(''),
    declared_by: text({ enum: ENDS }),
    declared_at: instant(),
    /** When the other end, or staff, said that it arrived. */
    held_at: instant(),
    /** When it was released, refunded, carried on or cancelled. */
    settled_at: instant(),
    /** What of it comes back. */
    refunded: money().notNull().default(0),
    /** What it was for was put off: it is kept for what may take its place. */
    waits: boolean().notNull().default(false),
    /** When it is spoken of next. */
    remind_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    index('payments_for').on(t.subject, t.id),
    uniqueIndex('one_payment_a_kind').on(t.subject, t.kind).where(sql`kind <> 'refund'`),
    uniqueIndex('one_open_refund')
      .on(t.subject)
      .where(sql`kind = 'refund' and state in ('due', 'processing', 'failed', 'disputed')`),
    index('payments_of_project').on(t.project_id, t.state),
    // Money by month is summed up from the months that are shown.
    index('payments_settled').on(t.project_id, t.settled_at).where(sql`state in ('released', 'refunded')`),
    index('payments_to_remind').on(t.remind_at).where(sql`remind_at is not null`),
    index('payments_disputed').on(t.declared_at).where(sql`state = 'disputed'`),
    index('payments_unanswered').on(t.declared_at).where(sql`state = 'processing'`),
    index('payments_waiting').on(t.id).where(sql`waits`),
    check('payment_of_something', sql`${t.amount} > 0`),
    check('share_of_payment', sql`${t.fee} between 0 and ${t.amount}`),
    check('part_of_payment', sql`${t.refunded} between 0 and ${t.amount}`),
  ],
)

/** Every step of a payment, with who took it; never changed. */
export const payment_history = pgTable(
  'payment_history',
  {
    id: id(),
    payment_id: ref()
      .notNull()
      .references(() => payments.id),
    step: text().notNull(),
    /** The state that it led to. */
    state: text().notNull(),
    /** user, project, system, or the name that staff gave. */
    by: text().notNull(),
    note: text().notNull().default(''),
    at: instant().notNull(),
  },
  (t) => [index('history_of_payment').on(t.payment_id, t.id)],
)
