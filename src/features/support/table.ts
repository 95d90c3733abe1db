import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { created_at, id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { ATTACHMENT_FORMATS } from '#features/files/contract.ts'
import { TICKET_STATES, TICKET_TOPICS } from './contract.ts'

/** What somebody asks support. */
export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    topic: text({ enum: TICKET_TOPICS }).notNull(),
    title: text().notNull(),
    /** One of their own things, as a subject: `event:12`. */
    about: text(),
    state: text({ enum: TICKET_STATES }).notNull().default('open'),
    urgent: boolean().notNull().default(false),
    /** When it was resolved or closed; none while it isn't. */
    over_at: instant(),
    updated_at: instant().notNull(),
    created_at: created_at(),
  },
  (t) => [
    index().on(t.user_id, t.id),
    index('tickets_waiting').on(t.urgent, t.id).where(sql`state in ('open', 'in_process')`),
    index('tickets_answered').on(t.updated_at, t.id).where(sql`state = 'waiting_user'`),
    index('tickets_done').on(t.updated_at, t.id).where(sql`state in ('resolved', 'closed')`),
    index('tickets_resolved').on(t.over_at).where(sql`state = 'resolved'`),
    check('tickets_over', sql`(${t.over_at} is null) = (${t.state} not in ('resolved', 'closed'))`),
  ],
)

/** What was written in it. */
export const ticket_messages = pgTable(
  'ticket_messages',
  {
    id: id(),
    ticket_id: ref()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    by: text({ enum: ['person', 'staff'] }).notNull(),
    /** Who of support answered; the person isn't told. */
    staff_name: text(),
    text: text().notNull(),
    created_at: created_at(),
  },
  (t) => [
    index().on(t.ticket_id, t.id),
    check('ticket_messages_staff', sql`(${t.staff_name} is not null) = (${t.by} = 'staff')`),
  ],
)

/** Files of these messages; one is uploaded before what it goes with is sent. */
export const ticket_files = pgTable(
  'ticket_files',
  {
    id: id(),
    /** Who sent it: the person, or somebody of support. */
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** Of which message; null until that is sent. */
    message_id: ref().references(() => ticket_messages.id, { onDelete: 'cascade' }),
    key: text().notNull().unique(),
    format: text({ enum: ATTACHMENT_FORMATS }).notNull(),
    bytes: integer().notNull(),
    name: text().notNull(),
    stored_at: instant(),
    created_at: instant().notNull(),
  },
  (t) => [
    index('files_of_ticket_message').on(t.message_id),
    index('ticket_files_of_person').on(t.user_id),
    index('ticket_files_not_sent').on(t.created_at).where(sql`message_id is null`),
  ],
)

/** How often an answer of the help did help, by day: sums alone, nobody's. */
export const help_votes = pgTable(
  'help_votes',
  {
    article: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    yes: integer().notNull().default(0),
    no: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.article, t.day] })],
)
