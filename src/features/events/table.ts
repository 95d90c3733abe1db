import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
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
import { created_at, id, instant, money, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { contracts } from '#features/contracts/table.ts'
import { orders, slots } from '#features/hiring/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { EventType } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import { BACKUP_STATES } from './contract.backups.ts'
import { type ArtistFacts, type HostFacts, REPORT_KINDS } from './contract.day.ts'
import { DOCUMENT_FORMATS } from './contract.documents.ts'
import { LOSS_CAUSES } from './contract.replacing.ts'
import { SUBSTITUTE_STATES } from './contract.substitutes.ts'
import { EVENT_STATES, type Schedule, type StagePlan } from './contract.ts'

/** What a confirmed order became: one event an order. */
export const events = pgTable(
  'events',
  {
    id: id(),
    order_id: ref()
      .notNull()
      .unique()
      .references(() => orders.id),
    hunter_id: ref()
      .notNull()
      .references(() => users.id),
    title: text(),
    type: text().$type<EventType>().notNull(),
    state: text({ enum: EVENT_STATES }).notNull(),
    starts_at: instant().notNull(),
    ends_at: instant().notNull(),
    zone: text().notNull(),
    city: text(),
    place: text(),
    lat: doublePrecision(),
    lng: doublePrecision(),
    guests: integer(),
    setting: text(),
    confirmed_at: instant().notNull(),
    /** Last reminder that was dealt with: 0 none, 1 to 4 as in rules.ts. */
    reminder: smallint().notNull().default(0),
    /** The same for those who play, whose reminders are counted by their call. */
    gig_reminder: smallint().notNull().default(0),
    ended_at: instant(),
    /** From when the place can be entered, as the host said. */
    opens_at: instant(),
    /** The stage's timetable, planned with the performers' schedules; null until it is. */
    stage_plan: jsonb().$type<StagePlan>(),
    /** When it was last looked for who could stand by; null until it is. */
    backups_ranked_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    index().on(t.hunter_id, t.starts_at),
    index().on(t.state, t.starts_at),
    // Events like another: of its type, in its town.
    index('events_alike').on(t.type, sql`lower(${t.city})`, t.ends_at),
  ],
)

/** Who plays, by their agreements: a row each. What they play stands in its terms. */
export const event_performers = pgTable(
  'event_performers',
  {
    id: id(),
    event_id: ref()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    contract_id: ref()
      .notNull()
      .references(() => contracts.id),
    line_up: text().notNull().default(''),
    schedule: jsonb().$type<Schedule>().notNull(),
  },
  (t) => [unique().on(t.event_id, t.contract_id), index().on(t.project_id)],
)

export const checklist_items = pgTable(
  'checklist_items',
  {
    id: id(),
    event_id: ref()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** One of ours, translated when read; the hunter's own have a title instead. */
    key: text(),
    title: text().notNull().default(''),
    owner: text({ enum: ['hunter', 'musician'] }).notNull(),
    project_id: ref().references(() => music_projects.id),
    due_at: instant().notNull(),
    done_at: instant(),
    done_by: ref().references(() => users.id),
  },
  (t) => [index().on(t.event_id, t.due_at)],
)

/** What the host says to everybody who plays: at most one row an event. */
export const host_facts = pgTable('host_facts', {
  event_id: ref()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  facts: jsonb().$type<HostFacts>().notNull(),
  /** Rises at each save: two writers don't overwrite each other. */
  version: integer().notNull(),
  edited_at: instant().notNull(),
  edited_by: ref()
    .notNull()
    .references(() => users.id),
})

/** What a project that plays says to the host. */
export const artist_facts = pgTable(
  'artist_facts',
  {
    event_id: ref()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    facts: jsonb().$type<ArtistFacts>().notNull(),
    version: integer().notNull(),
    edited_at: instant().notNull(),
    edited_by: ref()
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.event_id, t.project_id] })],
)

/** What the sides hand over for the evening; the bytes themselves are in the store, under `key`. */
export const event_documents = pgTable(
  'event_documents',
  {
    id: id(),
    event_id: ref()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Whose it is; null: the host's. */
    project_id: ref().references(() => music_projects.id),
    /** Who uploaded it. */
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** Where its bytes are stored. Random, so that nothing is guessed from an id. */
    key: text().notNull().unique(),
    format: text({ enum: DOCUMENT_FORMATS }).notNull(),
    bytes: integer().notNull(),
    title: text().notNull(),
    /** When its bytes were stored; null until then: nobody is shown it, and what breaks off is found by its row. */
    stored_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    index().on(t.event_id),
    index('documents_of_project').on(t.project_id).where(sql`project_id is not null`),
    index('documents_of_person').on(t.user_id),
    index('documents_not_stored').on(t.created_at).where(sql`stored_at is null`),
  ],
)

/** What people said on the day: rows stay, also those that were taken back. */
export const day_reports = pgTable(
  'day_reports',
  {
    id: id(),
    event_id: ref()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Of whoever plays; null: the host's side. */
    project_id: ref().references(() => music_projects.id),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: REPORT_KINDS }).notNull(),
    minutes: smallint(),
    problem: text().notNull().default(''),
    /** When they say it was; beside the call it tells who was punctual. */
    at: instant().notNull(),
    /** When their project was called, as it was planned then. */
    call_at: instant(),
    /** The other side was notified of it. */
    told: boolean().notNull().default(false),
    undone_at: instant(),
    created_at: created_at(),
  },
  (t) => [index().on(t.event_id, t.at)],
)

/** Who was to play an event and doesn't: an agreement that ended while it was on. Stays when somebody else plays. */
export const event_losses = pgTable(
  'event_losses',
  {
    id: id(),
    event_id: ref()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    contract_id: ref()
      .notNull()
      .unique()
      .references(() => contracts.id),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    cause: text({ enum: LOSS_CAUSES }).notNull(),
    lost_at: instant().notNull(),
  },
  (t) => [index().on(t.event_id), index().on(t.project_id)],
)

/** Who could stand by for a moment of an event, and what became of asking them. */
export const event_backups = pgTable(
  'event_backups',
  {
    id: id(),
    event_id: ref()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    slot_id: ref()
      .notNull()
      .references(() => slots.id, { onDelete: 'cascade' }),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    service_id: ref()
      .notNull()
      .references(() => services.id),
    price: money().notNull(),
    fit: smallint().notNull(),
    state: text({ enum: BACKUP_STATES }).notNull(),
    asked_at: instant(),
    reply_by: instant(),
    answered_at: instant(),
  },
  (t) => [
    unique().on(t.event_id, t.slot_id, t.project_id),
    index('backups_of_project').on(t.project_id, t.state),
    index('backups_that_count').on(t.reply_by).where(sql`state in ('asked', 'standing')`),
  ],
)

/** Moments that the host goes without a backup for, who said so and when. */
export const accepted_risks = pgTable(
  'accepted_risks',
  {
    event_id: ref()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    slot_id: ref()
      .notNull()
      .references(() => slots.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    accepted_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.event_id, t.slot_id] })],
)

/** Who of a band plays an event in place of a member who can't: proposed by its owner, answered by the host. */
export const event_substitutes = pgTable(
  'event_substitutes',
  {
    id: id(),
    event_id: ref()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    /** Who can't play. */
    member_id: ref()
      .notNull()
      .references(() => project_members.id, { onDelete: 'cascade' }),
    /** Whose part of the gig it is: theirs, or that of whom they stood in for already. */
    place_id: ref()
      .notNull()
      .references(() => project_members.id, { onDelete: 'cascade' }),
    /** Who plays instead, a member too. */
    substitute_id: ref()
      .notNull()
      .references(() => project_members.id, { onDelete: 'cascade' }),
    /** Who proposed it. */
    user_id: ref()
      .notNull()
      .references(() => users.id),
    reason: text().notNull().default(''),
    state: text({ enum: SUBSTITUTE_STATES }).notNull(),
    proposed_at: instant().notNull(),
    /** Until when the host may answer. */
    reply_by: instant().notNull(),
    /** When it was answered, taken back or over. */
    ended_at: instant(),
  },
  (t) => [
    uniqueIndex('one_open_for_member').on(t.event_id, t.member_id).where(sql`state = 'proposed'`),
    uniqueIndex('one_open_as_substitute').on(t.event_id, t.substitute_id).where(sql`state = 'proposed'`),
    index('substitutes_to_answer').on(t.reply_by).where(sql`state = 'proposed'`),
    index().on(t.event_id),
    index().on(t.project_id),
    index('substitutes_of_member').on(t.member_id),
    index('substitutes_of_place').on(t.place_id),
    index('substitutes_of_substitute').on(t.substitute_id),
    index('substitutes_proposed_by').on(t.user_id),
  ],
)
