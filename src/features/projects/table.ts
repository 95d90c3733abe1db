import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  real,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { created_at, id, instant, money, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'

export const music_projects = pgTable(
  'music_projects',
  {
    id: id(),
    /** None once the account that it was of is deleted. */
    name: text(),
    owner_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    project_type: text({ enum: ['INDIVIDUAL', 'GROUP'] }).notNull(),
    /** Path of the picture as the browser asks for it, or nothing. */
    profile_image: text(),
    bio: text().notNull().default(''),
    city: text(),
    country: text(),
    lat: doublePrecision(),
    lng: doublePrecision(),
    zone: text().notNull().default('America/Guatemala'),
    genres: text().array().notNull().default(sql`'{}'`),
    languages: text().array().notNull().default(sql`'{es}'`),
    main_instrument: text(),
    /** Computed of the rows of reviews by their triggers (refresh_ratings), never written; search and match read it. */
    rating: real(),
    rating_count: integer().notNull().default(0),
    /*
     * What is known of them, computed of the rows of `promises` and `replies` by their triggers (refresh_records), never
     * written; search and match read it.
     */
    /** Promises kept. */
    gigs_played: integer().notNull().default(0),
    /** Share of promises kept, 0 to 1; 1 where none was made. */
    reliability: real().notNull().default(1),
    /** Promises that were kept or broken: what `reliability` is a share of. */
    promises: integer().notNull().default(0),
    /** Median minutes to answer a request, of the last 90 days; none without answers. */
    reply_minutes: integer(),
    /** Answers that it is the median of. */
    replies: integer().notNull().default(0),
    /** Has a weekly rule at least; written by availability. */
    has_availability: boolean().notNull().default(false),
    /** There is something of it to be heard; written by media. */
    has_sound: boolean().notNull().default(false),
    status: text({ enum: ['active', 'archived'] })
      .notNull()
      .default('active'),
    /** Since when staff hides it, why (its owner reads that), and who did. */
    hidden_at: instant(),
    hidden_reason: text(),
    hidden_by: text(),
    /** Since when it is its owner's, where somebody else had it before. */
    owned_since: instant(),
    created_at: created_at(),
    updated_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    check('music_projects_name_until_archived', sql`${t.name} is not null or ${t.status} = 'archived'`),
    check('projects_hidden_for_a_reason', sql`(${t.hidden_at} is null) = (${t.hidden_reason} is null)`),
    index().on(t.owner_id),
    uniqueIndex('one_individual_project').on(t.owner_id).where(sql`project_type = 'INDIVIDUAL'`),
  ],
)

export const project_members = pgTable(
  'project_members',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['OWNER', 'COLLABORATOR'] }).notNull(),
    /** What they do in the band: voice, bass, sound… */
    function: text(),
    instruments: text().array().notNull().default(sql`'{}'`),
    /** The band can't play without them (or their substitute). */
    required: boolean().notNull().default(true),
    substitute_for: ref().references((): AnyPgColumn => project_members.id, { onDelete: 'set null' }),
    substitute_rank: integer(),
    /** What they get for a gig: a sum, or a percent of the band's fee, never both. */
    fee: money(),
    share: real(),
    joined_at: instant().notNull().default(sql`now()`),
    left_at: instant(),
  },
  (t) => [
    unique().on(t.project_id, t.user_id),
    index().on(t.user_id),
    check('fee_or_share', sql`${t.fee} is null or ${t.share} is null`),
  ],
)

/** Offers of a band's ownership to one of its members; one at a time is open. */
export const project_transfers = pgTable(
  'project_transfers',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    from_user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    to_user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: ['offered', 'accepted', 'declined', 'withdrawn', 'lapsed'] })
      .notNull()
      .default('offered'),
    offered_at: instant().notNull(),
    answered_at: instant(),
  },
  (t) => [
    uniqueIndex('one_open_transfer').on(t.project_id).where(sql`state = 'offered'`),
    index().on(t.to_user_id),
    index().on(t.from_user_id),
  ],
)
