import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { created_at, id, instant, int4multirange, ref, tstzrange } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'

/** How and when a project plays. One row a project, written with its rules. */
export const availability_settings = pgTable('availability_settings', {
  project_id: ref()
    .primaryKey()
    .references(() => music_projects.id, { onDelete: 'cascade' }),
  zone: text().notNull(),
  buffer_before_minutes: integer().notNull().default(60),
  buffer_after_minutes: integer().notNull().default(60),
  minimum_notice_days: integer().notNull().default(2),
  maximum_gigs_a_day: integer().notNull().default(2),
  /**
   * The weekly rules as minutes since Monday 00:00 in `zone`, written over two weeks (0 to 20159) so that
   * a span over Sunday's midnight is contained too. Derived from the rules, for one-operator search.
   */
  week: int4multirange().notNull().default(sql`'{}'`),
})

export const availability_rules = pgTable(
  'availability_rules',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    /** 1 Monday to 7 Sunday. */
    weekday: smallint().notNull(),
    /** HH:MM; an end at or before the start is on the next day. */
    from: text().notNull(),
    to: text().notNull(),
  },
  (t) => [index().on(t.project_id)],
)

export const availability_exceptions = pgTable(
  'availability_exceptions',
  {
    id: id(),
    project_id: ref().references(() => music_projects.id, { onDelete: 'cascade' }),
    /** Whose it is, where somebody without a project says it of their own time. */
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    during: tstzrange().notNull(),
    /** A gig is one that was agreed elsewhere. */
    kind: text({ enum: ['available', 'blocked', 'gig'] }).notNull(),
    /** A note for the project's own people; nobody else reads it. */
    reason: text().notNull().default(''),
    created_at: created_at(),
  },
  (t) => [
    index().using('gist', t.during),
    index().on(t.project_id),
    index('exceptions_of_person').on(t.user_id).where(sql`user_id is not null`),
    check('exception_of_somebody', sql`(${t.project_id} is null) <> (${t.user_id} is null)`),
  ],
)

/** When somebody without a project has time, such as a student for lessons. */
export const personal_weeks = pgTable('personal_weeks', {
  user_id: ref()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  zone: text().notNull(),
  rules: jsonb().$type<{ weekday: number; from: string; to: string }[]>().notNull(),
})

/**
 * Times when a project is busy by a calendar from elsewhere; a personal project's owner is. They stand in nobody's way
 * but when it is asked who is free, and whoever is asked anyway may say yes: so they aren't among the promises.
 */
export const imported_times = pgTable(
  'imported_times',
  {
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    during: tstzrange().notNull(),
    /** Which calendar says it, e.g. `calendar:12`. */
    subject: text().notNull(),
  },
  (t) => [index('imported_to_project').using('gist', t.project_id, t.during), index().on(t.subject)],
)

/**
 * Time somebody has promised. A person's row has user_id; a band's own row has none, and each of its
 * required members gets a row of theirs, so one constraint per column keeps everybody in one place
 * (no_two_places and no_two_stages in migrations/0002_constraints.sql). Buffers are inside `during`.
 */
export const busy_times = pgTable(
  'busy_times',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    during: tstzrange().notNull(),
    kind: text({ enum: ['hold', 'gig', 'lesson'] }).notNull(),
    /** What it is for, e.g. `request:12`; released together. */
    subject: text().notNull(),
    /** The member whose part of a gig they play: a substitute whom its host accepted. */
    in_place_of: ref().references(() => project_members.id, { onDelete: 'set null' }),
    released_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    index().on(t.subject),
    index('promised_in_place').on(t.in_place_of).where(sql`in_place_of is not null`),
    // What a project has promised around a time, however much it ever did.
    index('promises_of_project').using('gist', t.project_id, t.during),
    index().using('gist', t.during),
  ],
)
