import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, real, smallint, text } from 'drizzle-orm/pg-core'
import { created_at, id, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'

export const instruments = pgTable(
  'instruments',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    type: text({ enum: ['musical instrument', 'scenography'] }).notNull(),
    family: text({ enum: ['strings', 'wind', 'percussion', 'keys', 'electronic', 'voice', 'other'] }),
    brand: text(),
    model: text(),
    /** The member it belongs to; the project's own without one. */
    owner_id: ref().references(() => project_members.id, { onDelete: 'set null' }),
    since_year: smallint(),
    level: text({ enum: ['beginner', 'intermediate', 'advanced', 'professional'] }),
    is_primary: boolean().notNull().default(false),
    condition: text({ enum: ['new', 'good', 'fair', 'in repair'] })
      .notNull()
      .default('good'),
    photo: text(),
    created_at: created_at(),
  },
  (t) => [index().on(t.project_id)],
)

/** What somebody without a project plays or learns, and since when. */
export const learner_instruments = pgTable(
  'learner_instruments',
  {
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    since_year: smallint(),
    level: text({ enum: ['beginner', 'intermediate', 'advanced', 'professional'] }),
    /** In the order in which they were written. */
    place: smallint().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.name] })],
)

/** What goes on stage together, with what it needs there. */
export const instrument_sets = pgTable(
  'instrument_sets',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Rows of instruments; a removed one is taken out with it. */
    instrument_ids: ref().array().notNull().default(sql`'{}'`),
    setup_minutes: integer().notNull().default(0),
    teardown_minutes: integer().notNull().default(0),
    footprint_m2: real(),
    watts: integer(),
    input_channels: smallint(),
    created_at: created_at(),
  },
  (t) => [index().on(t.project_id)],
)
