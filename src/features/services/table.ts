import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { created_at, id, instant, money, ref } from '#core/server/columns.ts'
import { music_projects } from '#features/projects/table.ts'

export const services = pgTable(
  'services',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    /** A booked service isn't rewritten: an edit makes the next version and archives this one. */
    version: integer().notNull().default(1),
    previous_id: ref(),
    title: text().notNull(),
    category: text({
      enum: ['MUSIC_LEARNING', 'MUSIC_MARKETING', 'MUSIC_SETTING', 'MUSIC_THERAPY'],
    }).notNull(),
    description: text().notNull(),
    genres: text().array().notNull(),
    event_types: text().array().notNull().default(sql`'{}'`),
    format: text({ enum: ['solo', 'duo', 'trio', 'quartet', 'band'] }).notNull(),
    duration_minutes: integer().notNull(),
    price_mode: text({ enum: ['fixed', 'from', 'per_hour', 'on_request'] }).notNull(),
    price: money(),
    currency: text().notNull(),
    travel_radius_km: integer().notNull(),
    travel_fee_per_km: money().notNull().default(0),
    includes_sound: boolean().notNull().default(false),
    setup_minutes: integer().notNull().default(0),
    lead_time_days: integer().notNull().default(0),
    languages: text().array().notNull().default(sql`'{es}'`),
    media: jsonb()
      .$type<{ kind: 'image' | 'audio' | 'video'; url: string; title: string }[]>()
      .notNull()
      .default([]),
    /** How many of them are shown; null: all. Its owner's plan says so. */
    media_shown: integer(),
    extras: jsonb().$type<{ name: string; price: number }[]>().notNull().default([]),
    instrument: text(),
    level: text({ enum: ['beginner', 'intermediate', 'advanced', 'any'] }),
    modality: text({ enum: ['online', 'in_person', 'both'] }),
    lesson_minutes: integer(),
    trial_price: money(),
    package_4_price: money(),
    package_8_price: money(),
    package_12_price: money(),
    status: text({ enum: ['draft', 'active', 'inactive', 'archived'] })
      .notNull()
      .default('draft'),
    created_at: created_at(),
    updated_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    // All three: with the first alone the planner would rather walk every active service of a category.
    index().on(t.project_id, t.category, t.status),
    index('active_services').on(t.category, t.format, t.price).where(sql`status = 'active'`),
  ],
)
