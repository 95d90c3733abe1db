import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { created_at, id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { SOURCE_FAILURES } from './contract.ts'

/** Addresses where calendar programs read somebody's dates: in a project, or their own. */
export const calendar_feeds = pgTable(
  'calendar_feeds',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    project_id: ref().references(() => music_projects.id, { onDelete: 'cascade' }),
    /** As it is in the address, which its owner is shown again (decision 0044). */
    key: text().notNull().unique(),
    created_at: created_at(),
  },
  (t) => [unique().on(t.user_id, t.project_id).nullsNotDistinct()],
)

/** How often what a feed says of one date has changed, for SEQUENCE. Nothing of what it says is in it. */
export const calendar_entries = pgTable(
  'calendar_entries',
  {
    key: text().primaryKey(),
    sha: text().notNull(),
    sequence: integer().notNull().default(0),
    changed_at: instant().notNull(),
  },
  (t) => [index().on(t.changed_at)],
)

/** Calendars from elsewhere that are read for a project. What they make busy is in `imported_times`. */
export const calendar_sources = pgTable(
  'calendar_sources',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    url: text().notNull(),
    /** When it is read next. */
    next_at: instant().notNull(),
    /** Since when it waits to be read. */
    queued_at: instant(),
    tried_at: instant(),
    read_at: instant(),
    failure: text({ enum: SOURCE_FAILURES }),
    times: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    cut: boolean().notNull().default(false),
    /** Of the times that were stored last: the same needn't be stored again. */
    sha: text(),
    created_at: created_at(),
  },
  (t) => [unique().on(t.project_id, t.url), index().on(t.next_at)],
)
