import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { created_at, id, instant, money, ref, tstzrange } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { EventType, Format, Genre } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import type { BriefDraft, Score, Sentence } from './brief/contract.ts'
import { LINE_UPS, RHYTHMS } from './continuous/contract.ts'
import { ACTORS, STAGES, STEPS } from './journey/contract.ts'
import { INTENTS, PLAN_STATES, VARIANTS, VOLUMES } from './plan/contract.ts'
import { type Adjustment, type FitPart, REQUEST_STATUSES } from './talent/contract.ts'

export const orders = pgTable(
  'orders',
  {
    id: id(),
    hunter_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stage: text({ enum: STAGES }).notNull(),
    /** Rises at each save of the brief: a tab that read an older one is told. */
    revision: integer().notNull().default(1),
    brief: jsonb().$type<BriefDraft>().notNull().default({}),
    /* What lists and matching read, taken out of the brief at each save. */
    title: text(),
    type: text().$type<EventType>(),
    starts_at: instant(),
    ends_at: instant(),
    zone: text().notNull(),
    city: text(),
    lat: doublePrecision(),
    lng: doublePrecision(),
    guests: integer(),
    currency: text().notNull(),
    budget_max: money(),
    score: jsonb().$type<Score>(),
    /** The approved plan, and its variant. */
    plan_id: ref(),
    variant: text({ enum: VARIANTS }),
    preferred_project_id: ref().references(() => music_projects.id, { onDelete: 'set null' }),
    /** Nobody but the preferred project is asked, until the hunter wants others. */
    asked_alone: boolean().notNull().default(false),
    adjustment: jsonb().$type<Adjustment>(),
    /** How often talent was matched: a later round tells again. */
    round: integer().notNull().default(0),
    /** Whether the line-up of the last round is the best there was, or only the best found in time. */
    best_line_up: boolean().notNull().default(true),
    continuous_offered_at: instant(),
    created_at: created_at(),
    updated_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    // Rising, and read backwards: an index that drizzle lets fall puts nulls last, and serves no ORDER BY … DESC.
    index('orders_of_hunter').on(t.hunter_id, t.updated_at, t.id),
    index('orders_by_stage').on(t.stage, t.starts_at),
  ],
)

/** Each step ever taken; append-only by a trigger in migrations/0002_constraints.sql. */
export const order_history = pgTable(
  'order_history',
  {
    id: id(),
    order_id: ref()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    step: text({ enum: STEPS }).notNull(),
    from: text({ enum: STAGES }),
    to: text({ enum: STAGES }).notNull(),
    by: text({ enum: ACTORS }).notNull(),
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    note: text(),
    at: instant().notNull(),
  },
  (t) => [index().on(t.order_id, t.id)],
)

/** A version of one variant. The newest of a variant is its present one; older ones are there to look back. */
export const plans = pgTable(
  'plans',
  {
    id: id(),
    order_id: ref()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    variant: text({ enum: VARIANTS }).notNull(),
    state: text({ enum: PLAN_STATES }).notNull().default('draft'),
    total: money().notNull(),
    currency: text().notNull(),
    created_at: created_at(),
  },
  (t) => [unique().on(t.order_id, t.version, t.variant)],
)

/** What stays the same when a moment is edited: requests, budgets and contracts point here. */
export const slots = pgTable(
  'slots',
  {
    id: id(),
    order_id: ref()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** How many passed the hard rules when talent was last matched. */
    matching: integer().notNull().default(0),
    created_at: created_at(),
  },
  (t) => [index().on(t.order_id)],
)

/** What a slot is in one version of the plan. */
export const plan_moments = pgTable(
  'plan_moments',
  {
    plan_id: ref()
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    slot_id: ref()
      .notNull()
      .references(() => slots.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    from: instant().notNull(),
    to: instant().notNull(),
    intent: text({ enum: INTENTS }).notNull(),
    title: text(),
    energy: smallint().notNull(),
    genre: text().$type<Genre>().notNull(),
    format: text().$type<Format>(),
    volume: text({ enum: VOLUMES }).notNull(),
    repertoire: text().array().notNull().default(sql`'{}'`),
    cost: money().notNull(),
    kpi: jsonb().$type<Sentence>().notNull(),
    required: boolean().notNull(),
    approved: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.plan_id, t.slot_id] }), index().on(t.slot_id)],
)

/** The talent recommended for a slot, stored as computed so that the page shows the same reasons. */
export const candidates = pgTable(
  'candidates',
  {
    slot_id: ref()
      .notNull()
      .references(() => slots.id, { onDelete: 'cascade' }),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    service_id: ref()
      .notNull()
      .references(() => services.id, { onDelete: 'cascade' }),
    order_id: ref()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    rank: integer().notNull(),
    fit: smallint().notNull(),
    parts: jsonb().$type<FitPart[]>().notNull(),
    price: money().notNull(),
    distance_km: doublePrecision().notNull(),
    chosen: boolean().notNull().default(false),
    preferred: boolean().notNull().default(false),
    created_at: created_at(),
  },
  (t) => [
    primaryKey({ columns: [t.slot_id, t.project_id] }),
    index().on(t.order_id),
    index().on(t.project_id),
  ],
)

/** The question to a project about an order: what it would play there stands in `request_moments`. */
export const requests = pgTable(
  'requests',
  {
    id: id(),
    order_id: ref()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    reply_by: instant().notNull(),
    /** Follows from its moments (`statusOf`). */
    status: text({ enum: REQUEST_STATUSES }).notNull().default('asked'),
    /** Why it ended, as far as it did: what the last of its moments ended by. */
    reason: text().notNull().default(''),
    message: text().notNull().default(''),
    sent_at: instant().notNull(),
    answered_at: instant(),
    /** When its agreement came into force: from then on the two sides know how to reach each other. */
    confirmed_at: instant(),
  },
  (t) => [
    // Once accepted it is a deal of its own: what is asked afterwards is another request.
    uniqueIndex('one_open_request').on(t.order_id, t.project_id).where(sql`status in ('asked', 'available')`),
    unique('request_of_project').on(t.id, t.project_id),
    index().on(t.order_id),
    index('requests_of_project').on(t.project_id, t.id),
    index('requests_of_project_by_status').on(t.project_id, t.status, t.id),
    index('requests_to_expire').on(t.reply_by).where(sql`status = 'asked'`),
  ],
)

/**
 * First answers to requests of the last 90 days, yes or no: what `music_projects.reply_minutes` is the median of. Written by
 * a trigger on requests when one is answered; older ones are deleted by a sweep.
 */
export const replies = pgTable(
  'replies',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    /** None of those that the demo's people gave before it begins. */
    request_id: ref()
      .unique('one_reply_a_request')
      .references(() => requests.id, { onDelete: 'cascade' }),
    asked_at: instant().notNull(),
    answered_at: instant().notNull(),
  },
  (t) => [index('replies_of_project').on(t.project_id), index('replies_by_age').on(t.answered_at)],
)

/** What a request asks for: each slot is answered, held and lost by itself. */
export const request_moments = pgTable(
  'request_moments',
  {
    id: id(),
    request_id: ref().notNull(),
    slot_id: ref()
      .notNull()
      .references(() => slots.id, { onDelete: 'cascade' }),
    /** The request's. */
    project_id: ref().notNull(),
    service_id: ref()
      .notNull()
      .references(() => services.id),
    /** The time on stage as it was asked. */
    during: tstzrange().notNull(),
    status: text({ enum: REQUEST_STATUSES }).notNull().default('asked'),
    reason: text().notNull().default(''),
  },
  (t) => [
    foreignKey({
      name: 'moment_of_request',
      columns: [t.request_id, t.project_id],
      foreignColumns: [requests.id, requests.project_id],
    }).onDelete('cascade'),
    unique('moment_of_request_once').on(t.request_id, t.slot_id),
    uniqueIndex('one_open_moment')
      .on(t.slot_id, t.project_id)
      .where(sql`status in ('asked', 'available', 'accepted')`),
    index().on(t.slot_id),
  ],
)

/** A series of dates with one brief: that of the order it was made of. */
export const continuous_plans = pgTable('continuous_plans', {
  id: id(),
  order_id: ref()
    .notNull()
    .unique('one_continuous_plan')
    .references(() => orders.id, { onDelete: 'cascade' }),
  rhythm: text({ enum: RHYTHMS }).notNull(),
  line_up: text({ enum: LINE_UPS }).notNull(),
  /** For all dates, minor units of the order's currency. */
  budget: money().notNull(),
  created_at: created_at(),
})

/** The dates of a series, each an order of its own. */
export const continuous_dates = pgTable(
  'continuous_dates',
  {
    order_id: ref()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    plan_id: ref()
      .notNull()
      .references(() => continuous_plans.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
  },
  (t) => [unique('date_of_plan').on(t.plan_id, t.position)],
)
