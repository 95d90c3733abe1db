import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { created_at, id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { events } from '#features/events/table.ts'
import { ATTACHMENT_FORMATS } from '#features/files/contract.ts'
import { orders } from '#features/hiring/table.ts'
import { lesson_series } from '#features/lessons/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { REPORT_REASONS, SIDES } from './contract.ts'

/**
 * Conversations, each about one thing: a hunter's question to a project, a project's part in an order, an event with
 * everybody who plays, or lessons that were booked together. Who takes part follows from that.
 */
export const threads = pgTable(
  'threads',
  {
    id: id(),
    /** Who hires, or learns. */
    hunter_id: ref()
      .notNull()
      .references(() => users.id),
    /** None where it is an event's. */
    project_id: ref().references(() => music_projects.id),
    order_id: ref().references(() => orders.id, { onDelete: 'cascade' }),
    event_id: ref().references(() => events.id, { onDelete: 'cascade' }),
    series_id: ref().references(() => lesson_series.id, { onDelete: 'cascade' }),
    /** The place of its last line; whoever writes raises it, one after the other. */
    last_seq: integer().notNull().default(0),
    last_at: instant().notNull(),
    created_at: created_at(),
  },
  (t) => [
    check('thread_has_one_subject', sql`(${t.project_id} is null) = (${t.event_id} is not null)`),
    check(
      'series_is_one_subject',
      sql`${t.series_id} is null or (${t.order_id} is null and ${t.event_id} is null)`,
    ),
    uniqueIndex('one_thread_of_question')
      .on(t.hunter_id, t.project_id)
      .where(sql`order_id is null and event_id is null and series_id is null`),
    uniqueIndex('one_thread_of_order').on(t.order_id, t.project_id).where(sql`event_id is null`),
    uniqueIndex('one_thread_of_event').on(t.event_id).where(sql`event_id is not null`),
    uniqueIndex('one_thread_of_series').on(t.series_id).where(sql`series_id is not null`),
    index('threads_of_hunter').on(t.hunter_id, t.last_at, t.id),
    index('threads_of_project').on(t.project_id, t.last_at, t.id),
  ],
)

/** What was said in a thread, and what happened meanwhile: `event` names that, and then nobody wrote it. */
export const thread_messages = pgTable(
  'thread_messages',
  {
    thread_id: ref()
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    /** Its place in the thread, without gaps: the one order for everybody. */
    seq: integer().notNull(),
    user_id: ref().references(() => users.id),
    side: text({ enum: SIDES }),
    /** For whom they wrote, on the artists' side. */
    project_id: ref().references(() => music_projects.id),
    /** The writer's own name for it: sent twice, it stands once. */
    client_id: text(),
    text: text().notNull().default(''),
    event: text(),
    params: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    /** Taken back, or erased with its writer's account; its place stays. */
    deleted_at: instant(),
    /** Why staff removed it, as both sides read it. */
    removed_reason: text(),
    created_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.thread_id, t.seq] }),
    unique('message_sent_once').on(t.thread_id, t.user_id, t.client_id),
    check('removed_is_deleted', sql`${t.removed_reason} is null or ${t.deleted_at} is not null`),
    index('messages_of_person').on(t.user_id).where(sql`user_id is not null`),
    check('said_or_happened', sql`(${t.event} is null) = (${t.client_id} is not null)`),
  ],
)

/** Files of messages; one is uploaded before the message that brings it is sent. */
export const thread_files = pgTable(
  'thread_files',
  {
    id: id(),
    thread_id: ref()
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** Of which message; null until that is sent. */
    seq: integer(),
    key: text().notNull().unique(),
    format: text({ enum: ATTACHMENT_FORMATS }).notNull(),
    bytes: integer().notNull(),
    name: text().notNull(),
    stored_at: instant(),
    created_at: instant().notNull(),
  },
  (t) => [
    index().on(t.thread_id, t.seq),
    index('thread_files_of_person').on(t.user_id),
    index('thread_files_not_sent').on(t.created_at).where(sql`seq is null`),
  ],
)

/** How far somebody has read. */
export const thread_reads = pgTable(
  'thread_reads',
  {
    thread_id: ref()
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    read_seq: integer().notNull().default(0),
    /** The message they were last notified of: one that isn't read yet is enough. */
    told_seq: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.thread_id, t.user_id] }), index().on(t.user_id)],
)

/** How far a minor's adult has been sent a copy of a conversation. */
export const thread_copies = pgTable('thread_copies', {
  thread_id: ref()
    .primaryKey()
    .references(() => threads.id, { onDelete: 'cascade' }),
  copied_seq: integer().notNull(),
})

/** Who wants to hear nothing from whom. */
export const thread_blocks = pgTable(
  'thread_blocks',
  {
    hunter_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    by: text({ enum: SIDES }).notNull(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hunter_id, t.project_id, t.by] }), index().on(t.project_id)],
)

/** Messages that somebody found wrong, as they were read then: what is taken back afterwards stays known. */
export const thread_reports = pgTable(
  'thread_reports',
  {
    id: id(),
    thread_id: ref()
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    note: text().notNull().default(''),
    text: text().notNull(),
    /** Closed by staff. */
    closed: boolean().notNull().default(false),
    created_at: instant().notNull(),
  },
  (t) => [
    unique('reported_once').on(t.thread_id, t.seq, t.user_id),
    index().on(t.user_id),
    index('reports_of_messages_waiting').on(t.id).where(sql`not closed`),
  ],
)

/** What a musician writes again and again. */
export const saved_replies = pgTable(
  'saved_replies',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    text: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index().on(t.user_id)],
)
