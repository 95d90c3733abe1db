import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, money, ref } from '#core/server/columns.ts'
import { UNITS } from '#features/ledger/contract.ts'
import { music_projects } from '#features/projects/table.ts'
import type { ReceiptAbout } from '#features/receipts/contract.ts'
import { FEE_STATES } from './contract.ts'

/** Months that are closed for everybody: nobody looks for them again. */
export const fee_months = pgTable('fee_months', {
  month: text().primaryKey(),
  closed_at: instant().notNull(),
})

/** What a project owes the platform of a month. What it says never changes, but for what names somebody. */
export const fee_statements = pgTable(
  'fee_statements',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    /** The how many-th of the project. */
    number: integer().notNull(),
    month: text().notNull(),
    currency: text({ enum: UNITS }).notNull(),
    amount: money().notNull(),
    /** What of it the owner's credit paid. */
    credit: money().notNull().default(0),
    /** Who owned the project then: their account takes its legal name along. */
    person_id: ref().notNull(),
    name: text(),
    legal_name: text(),
    tax_id: text(),
    closed_at: instant().notNull(),
    due_at: instant().notNull(),
    state: text({ enum: FEE_STATES }).notNull(),
    reference: text().notNull().default(''),
    declared_at: instant(),
    /** Who of the staff confirmed it, or didn't find it, and why. */
    settled_by: text(),
    settled_at: instant(),
    note: text().notNull().default(''),
    /** When it is spoken of next. */
    remind_at: instant(),
  },
  (t) => [
    uniqueIndex('one_statement_a_month').on(t.project_id, t.month, t.currency),
    uniqueIndex('one_statement_a_number').on(t.project_id, t.number),
    index('statements_to_remind').on(t.remind_at).where(sql`remind_at is not null`),
    index('statements_to_confirm').on(t.declared_at).where(sql`state = 'declared'`),
    index('statements_of_person').on(t.person_id),
    check('statement_of_something', sql`${t.amount} > 0`),
    check('statement_numbered', sql`${t.number} > 0`),
    check('credit_within_statement', sql`${t.credit} between 0 and ${t.amount}`),
  ],
)

/** One fee of a statement, by the line of the books that took it: on one statement, once. Never changed. */
export const fee_lines = pgTable(
  'fee_lines',
  {
    id: id(),
    statement_id: ref()
      .notNull()
      .references(() => fee_statements.id),
    posting_id: bigint({ mode: 'number' }).notNull().unique('one_line_a_fee'),
    /** What was paid for, e.g. `contract:12`. */
    subject: text().notNull(),
    about: jsonb().$type<ReceiptAbout>(),
    amount: money().notNull(),
    /** When it was earned. */
    at: instant().notNull(),
  },
  (t) => [index('lines_of_statement').on(t.statement_id, t.id)],
)

/** Every step of a statement, with who took it; never changed. */
export const fee_history = pgTable(
  'fee_history',
  {
    id: id(),
    statement_id: ref()
      .notNull()
      .references(() => fee_statements.id),
    step: text().notNull(),
    /** The state that it led to. */
    state: text().notNull(),
    /** owner, clock, credit, or the name that staff gave. */
    by: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index('history_of_statement').on(t.statement_id, t.id)],
)
