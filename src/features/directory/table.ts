import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { id, instant, money, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { PROFILE_REPORT_REASONS } from './contract.reports.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** What a project without a price is sorted by: after all that have one. */
export const NO_PRICE = 9_000_000_000_000_000
/** The cell of whoever has no point on the map. */
export const NOWHERE = -1

/**
 * Everybody by score, the best first and each of them in one: whoever says a text is looked for tier by tier, since an index of
 * words has no order. Each has several times as many as the one before it, as people are scored usually; one that few or all
 * are in costs time alone.
 */
export const FOUND_TIERS = [
  'score > 92',
  'score > 91 and score <= 92',
  'score > 90 and score <= 91',
  'score > 88 and score <= 90',
  'score > 86 and score <= 88',
  'score <= 86',
] as const

/**
 * What the search looks at, one row for each active project with an active live-music service. Maintained by triggers on
 * the tables it is made of (refresh_found, last written in migrations/0089_search_by_hours.sql, which
 * refresh_project_search calls): nobody writes it.
 */
export const project_search = pgTable(
  'project_search',
  {
    project_id: ref()
      .primaryKey()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    /** Of the project and of its services. */
    genres: text().array().notNull().default(sql`'{}'`),
    /** Of the project, its people and its list; keys of INSTRUMENTS where they are. */
    instruments: text().array().notNull().default(sql`'{}'`),
    formats: text().array().notNull().default(sql`'{}'`),
    lat: doublePrecision(),
    lng: doublePrecision(),
    /** City without accents and case. */
    city_key: text(),
    /** Of the service that travels farthest. */
    radius_km: integer().notNull(),
    /** 0 to 100 from rating, promises kept and gigs; a paid membership changes nothing. */
    score: doublePrecision().notNull(),
    rating: real(),
    words: tsvector().notNull(),
    /** The score with its sign turned: rising is best first. */
    turned_score: doublePrecision().notNull().generatedAlwaysAs(sql`-score`),
    /** The least that one of its services asks, in whatever currency; NO_PRICE when all are on request. */
    min_price: money().notNull().default(NO_PRICE),
    /** Of all its services; none when they differ. */
    currency: text(),
    /** The least that one of its services asks for an hour of its time, rounded down; NO_PRICE when all are on request. */
    rate: money().notNull().default(NO_PRICE),
    /** The least that one of its services asks for a kilometre. */
    travel_fee: money().notNull().default(0),
    /** What it can be narrowed by, a bit each, of whichever service (search_traits; TRAITS in rules.traits.ts). */
    traits: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    /**
     * When it may be open, a bit for each three hours of a week in UTC (hoursOf in rules.hours.ts): who is free then has the bits
     * of the whole time. All of them for whoever opened a date besides. refresh_hours writes it where the week does.
     */
    open_hours: bigint({ mode: 'bigint' }).notNull().default(sql`-1`),
    /** Name without accents and case. */
    name_key: text().notNull().default(''),
    /**
     * By what and where it is found: `g:salsa` anywhere, `@104089<200` whoever is in that cell and travels 200 km at most,
     * `g:salsa@104089<200` (placesReaching in rules.ts).
     */
    places: text()
      .array()
      .generatedAlwaysAs(sql`search_places(lat, lng, radius_km, genres, instruments, formats)`),
  },
  (t) => [
    // With what tells who is left out beside it: they are passed over without a look at the row.
    index('best_first').on(
      t.turned_score,
      t.project_id,
      t.min_price,
      t.currency,
      t.rate,
      t.traits,
      t.open_hours,
    ),
    index('best_rated').on(
      sql`((-coalesce(rating, 0) * 1000)::float8)`,
      t.project_id,
      t.rating,
      t.lat,
      t.lng,
      t.radius_km,
      t.min_price,
      t.currency,
      t.rate,
      t.traits,
      t.open_hours,
    ),
    index('cheapest').on(
      t.min_price,
      t.project_id,
      t.currency,
      t.rate,
      t.lat,
      t.lng,
      t.radius_km,
      t.traits,
      t.open_hours,
    ),
    index('best_in_town').on(t.city_key, t.turned_score, t.project_id),
    index('nearest').using('gist', sql`search_point(lat, lng)`),
    // Each tier by itself: of what thousands say, only the best are looked at.
    ...FOUND_TIERS.map((tier, at) =>
      index(`found_in_tier_${at}`)
        .using('gin', t.words, t.name_key.op('gin_trgm_ops'), t.places)
        .where(sql.raw(tier)),
    ),
    index().using('gin', t.genres),
    index().using('gin', t.instruments),
  ],
)

/**
 * The same people once more by place and by what is asked for most, best first in each, so that a search near a point
 * reads the best of the cells around it and nobody else. Written by refresh_project_search; who has no point is in a cell
 * that is nowhere (NOWHERE).
 */
export const project_search_cells = pgTable(
  'project_search_cells',
  {
    project_id: ref()
      .notNull()
      .references(() => project_search.project_id, { onDelete: 'cascade' }),
    /** '' for everybody, `g:salsa`, `i:violin` or `f:band`. */
    facet: text().notNull(),
    /** A degree by a degree, as `cellOf` numbers them. */
    cell: integer().notNull(),
    turned_score: doublePrecision().notNull(),
    lat: doublePrecision().notNull(),
    lng: doublePrecision().notNull(),
    radius_km: integer().notNull(),
    min_price: money().notNull(),
    currency: text(),
    rate: money().notNull().default(NO_PRICE),
    travel_fee: money().notNull().default(0),
    traits: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    open_hours: bigint({ mode: 'bigint' }).notNull().default(sql`-1`),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.facet] }),
    // All that tells who is left out, so that only who stays is looked up.
    index('best_of_cell').on(
      t.facet,
      t.cell,
      t.turned_score,
      t.project_id,
      t.lat,
      t.lng,
      t.radius_km,
      t.min_price,
      t.currency,
      t.rate,
      t.travel_fee,
      t.traits,
      t.open_hours,
    ),
    index('cheapest_of_cell').on(
      t.facet,
      t.cell,
      t.rate,
      t.project_id,
      t.lat,
      t.lng,
      t.radius_km,
      t.min_price,
      t.currency,
      t.travel_fee,
      t.traits,
      t.open_hours,
    ),
  ],
)

/** How far anybody travels who ever was in a cell: cells farther away needn't be asked. Only ever grows. */
export const project_search_reach = pgTable('project_search_reach', {
  cell: integer().primaryKey(),
  radius_km: integer().notNull(),
})

/**
 * What the matcher looks at: every active live-music service with a price, once for each of its genres, by place. All that
 * the hard rules and the fit ask of it, so that thousands are compared without a look at their rows. Written by
 * refresh_project_search and, once a day for whoever is here, by note_seen; who has no point isn't in it.
 */
export const project_search_offers = pgTable(
  'project_search_offers',
  {
    project_id: ref()
      .notNull()
      .references(() => project_search.project_id, { onDelete: 'cascade' }),
    service_id: ref().notNull(),
    /** Currency, line-up and genre: `USD duo jazz`. */
    facet: text().notNull(),
    /** A degree by a degree, as `cellOf` numbers them. */
    cell: integer().notNull(),
    /** Points of the fit for rating, reliability and reply time, 0 to 37 (record_points). */
    record: smallint().notNull(),
    price: money().notNull(),
    per_hour: boolean().notNull(),
    duration_minutes: integer().notNull(),
    travel_fee_per_km: money().notNull(),
    travel_radius_km: integer().notNull(),
    lat: doublePrecision().notNull(),
    lng: doublePrecision().notNull(),
    lead_time_days: integer().notNull(),
    /** Of the service, a bit each (genre_bits). */
    genres: integer().notNull(),
    /** That the service names, a bit each (event_type_bits). */
    event_types: integer().notNull(),
    /** Day in UTC on which the owner was last here. */
    seen_on: date({ mode: 'string' }),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.service_id, t.facet] }),
    // Each with all of it, so that who is measured is read side by side instead of from all over the table.
    index('best_offers').on(
      t.facet,
      t.cell,
      t.record,
      t.price,
      t.project_id,
      t.service_id,
      t.per_hour,
      t.duration_minutes,
      t.travel_fee_per_km,
      t.travel_radius_km,
      t.lat,
      t.lng,
      t.lead_time_days,
      t.genres,
      t.event_types,
      t.seen_on,
    ),
    index('cheapest_offers').on(
      t.facet,
      t.cell,
      t.price,
      t.record,
      t.project_id,
      t.service_id,
      t.per_hour,
      t.duration_minutes,
      t.travel_fee_per_km,
      t.travel_radius_km,
      t.lat,
      t.lng,
      t.lead_time_days,
      t.genres,
      t.event_types,
      t.seen_on,
    ),
  ],
)

/** Whom somebody wants to find again. */
export const favourites = pgTable(
  'favourites',
  {
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    added_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.project_id] }), index().on(t.project_id)],
)

/** Somebody finds that a profile shouldn't be shown; staff decides. */
export const profile_reports = pgTable(
  'profile_reports',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text({ enum: PROFILE_REPORT_REASONS }).notNull(),
    note: text().notNull().default(''),
    reported_at: instant().notNull(),
    /** When staff had looked at it. */
    settled_at: instant(),
  },
  (t) => [
    unique('one_profile_report_a_person').on(t.project_id, t.user_id),
    index('open_profile_reports').on(t.id).where(sql`settled_at is null`),
    index().on(t.user_id),
  ],
)
