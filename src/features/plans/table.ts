import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { created_at, id, instant, money, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { CARD_STATES, CHARGE_STATES, MEMBERSHIP_STATES } from './contract.ts'

/** Plans that somebody pays for, or did; one of a person and one of a band at a time. */
export const memberships = pgTable(
  'memberships',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    plan: text({ enum: ['pro', 'band', 'plus', 'frequent'] }).notNull(),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    currency: text().notNull(),
    state: text({ enum: MEMBERSHIP_STATES }).notNull(),
    /** The band that it covers, of that plan alone. */
    project_id: ref().references(() => music_projects.id, { onDelete: 'cascade' }),
    period_start: instant().notNull(),
    period_end: instant().notNull(),
    /** What was paid for that time; what is left of it counts in a change. */
    period_paid: money().notNull().default(0),
    /** Day of the month on which its periods begin. */
    anchor_day: integer().notNull(),
    /** When the clock takes its next step. */
    state_until: instant().notNull(),
    had_trial: boolean().notNull().default(false),
    cancels: boolean().notNull().default(false),
    /** What it becomes when the period ends. */
    next_plan: text({ enum: ['pro', 'band', 'plus', 'frequent'] }),
    next_interval: text({ enum: ['month', 'year'] }),
    next_project_id: ref().references(() => music_projects.id, { onDelete: 'set null' }),
    created_at: created_at(),
    updated_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('one_membership').on(t.user_id).where(sql`state <> 'inactive'`),
    uniqueIndex('one_membership_of_band').on(t.project_id).where(sql`state <> 'inactive'`),
    // Once an account, whatever became of it.
    uniqueIndex('one_trial').on(t.user_id).where(sql`had_trial`),
    check('band_of_plan', sql`(${t.plan} = 'band') = (${t.project_id} is not null)`),
    check('period_in_order', sql`${t.period_start} <= ${t.period_end}`),
    check('paid_or_nothing', sql`${t.period_paid} >= 0`),
    index('memberships_due').on(t.state_until).where(sql`state <> 'inactive'`),
    index('memberships_of_user').on(t.user_id),
  ],
)

/** What a membership is charged; the money comes in by `commands.charges.ts` alone. */
export const membership_charges = pgTable(
  'membership_charges',
  {
    id: id(),
    membership_id: ref()
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['first', 'renewal', 'change'] }).notNull(),
    plan: text({ enum: ['pro', 'band', 'plus', 'frequent'] }).notNull(),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    /** The band that it is for, where it is a change to that plan. */
    project_id: ref().references(() => music_projects.id, { onDelete: 'set null' }),
    /** The price; what of it the payer's credit pays is no part of the transfer. */
    amount: money().notNull(),
    credit: money().notNull().default(0),
    currency: text().notNull(),
    state: text({ enum: CHARGE_STATES }).notNull().default('due'),
    due_at: instant().notNull(),
    /** How it is paid: by a transfer that staff finds, or by the card that the plan is charged to. */
    method: text({ enum: ['transfer', 'card'] })
      .notNull()
      .default('transfer'),
    /** Of a card: the provider's, which is paid once. */
    invoice_id: text(),
    reference: text().notNull().default(''),
    declared_at: instant(),
    /** Who of the staff confirmed it, or didn't find it, and why. */
    settled_by: text(),
    settled_at: instant(),
    note: text().notNull().default(''),
    created_at: created_at(),
  },
  (t) => [
    uniqueIndex('one_open_charge').on(t.membership_id).where(sql`state in ('due', 'declared', 'failed')`),
    uniqueIndex('one_charge_an_invoice').on(t.invoice_id).where(sql`invoice_id is not null`),
    index('charges_of_user').on(t.user_id, t.id),
    index('charges_declared').on(t.declared_at).where(sql`state = 'declared'`),
    check('charge_of_something', sql`${t.amount} > 0`),
    check('credit_within_charge', sql`${t.credit} between 0 and ${t.amount}`),
  ],
)

/** The card that a plan is charged to, from the page on which it is typed in until nothing is charged any more. */
export const plan_cards = pgTable(
  'plan_cards',
  {
    id: id(),
    membership_id: ref()
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    state: text({ enum: CARD_STATES }).notNull(),
    /* What the provider was told last to charge. */
    plan: text({ enum: ['pro', 'band', 'plus', 'frequent'] }).notNull(),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    amount: money().notNull(),
    currency: text().notNull(),
    /* What its page was begun with: the same is sent again when nobody answered. */
    starts_at: instant(),
    email: text().notNull(),
    language: text().notNull(),
    return_url: text().notNull(),
    expires_at: instant().notNull(),
    session_id: text(),
    url: text(),
    subscription_id: text(),
    customer_id: text(),
    /** Its card wasn't taken the last time. */
    late: boolean().notNull().default(false),
    /** How often the plan changed in a way that the provider is to know, and up to which of them it was told. */
    wanted: integer().notNull().default(0),
    told: integer().notNull().default(0),
    /** When the provider was asked last. */
    asked_at: instant().notNull(),
    created_at: created_at(),
  },
  (t) => [
    uniqueIndex('one_card_a_plan').on(t.membership_id).where(sql`state in ('begun', 'open', 'running')`),
    uniqueIndex('one_card_a_subscription').on(t.subscription_id).where(sql`subscription_id is not null`),
    index('plan_cards_to_ask').on(t.asked_at).where(sql`state in ('begun', 'open', 'running')`),
    check('told_what_is_wanted', sql`${t.told} between 0 and ${t.wanted}`),
  ],
)

/** Every step of a membership and of its charges, with who took it; never changed. */
export const membership_history = pgTable(
  'membership_history',
  {
    id: id(),
    membership_id: ref()
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    step: text().notNull(),
    /** The state that it led to. */
    state: text().notNull(),
    /** member, clock, or the name that staff gave. */
    by: text().notNull(),
    charge_id: ref().references(() => membership_charges.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
  },
  (t) => [index().on(t.membership_id)],
)

/** What somebody wants to stay active should they have the free plan. */
export const plan_choices = pgTable('plan_choices', {
  user_id: ref()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  projects: jsonb().$type<number[]>().notNull().default([]),
  services: jsonb().$type<number[]>().notNull().default([]),
})
