import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { created_at, id, instant, money, ref } from '#core/server/columns.ts'
import { orders, requests, slots } from '#features/hiring/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { BUDGET_STATES, type BudgetItem, type CancellationTier } from './contract.ts'

/** Budgets: one row a version, never rewritten but for its state. Money in minor units of `currency`. */
export const budgets = pgTable(
  'budgets',
  {
    id: id(),
    request_id: ref()
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    order_id: ref()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    /** The newest version of its request; only that one can be answered. */
    latest: boolean().notNull().default(true),
    state: text({ enum: BUDGET_STATES }).notNull(),
    items: jsonb().$type<BudgetItem[]>().notNull(),
    /** Positions of the optional items that the hunter took. */
    chosen: integer().array().notNull().default(sql`'{}'`),
    subtotal: money().notNull(),
    discount: money().notNull(),
    tax: money().notNull(),
    platform_fee: money().notNull(),
    /** In percent, by the plans of both sides when it was sent. */
    fee_pct: integer().notNull(),
    total: money().notNull(),
    payout: money().notNull(),
    deposit: money().notNull(),
    currency: text().notNull(),
    deposit_pct: integer().notNull(),
    balance_due_at: instant().notNull(),
    valid_until: instant().notNull(),
    cancellation: jsonb().$type<CancellationTier[]>().notNull(),
    line_up: text().notNull().default(''),
    note: text().notNull().default(''),
    /** Why it was declined or withdrawn, or what should change. */
    reason: text().notNull().default(''),
    sent_at: instant(),
    viewed_at: instant(),
    answered_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    unique().on(t.request_id, t.version),
    uniqueIndex('one_latest_budget').on(t.request_id).where(sql`latest`),
    unique('budget_in_state').on(t.id, t.state),
    index().on(t.order_id),
    index().on(t.project_id),
    index('budgets_running_out')
      .on(t.valid_until)
      .where(sql`latest and state in ('sent', 'viewed', 'changes_requested')`),
  ],
)

/** Which moments a version covers: what its project held when it was sent. */
export const budget_moments = pgTable(
  'budget_moments',
  {
    budget_id: ref().notNull(),
    slot_id: ref()
      .notNull()
      .references(() => slots.id, { onDelete: 'cascade' }),
    /** The budget's, which the database keeps here too: it decides that a slot is accepted once. */
    state: text({ enum: BUDGET_STATES }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.budget_id, t.slot_id] }),
    foreignKey({
      name: 'state_of_budget',
      columns: [t.budget_id, t.state],
      foreignColumns: [budgets.id, budgets.state],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    uniqueIndex('one_accepted_budget').on(t.slot_id).where(sql`state in ('accepted', 'contracted')`),
    index().on(t.slot_id),
  ],
)
