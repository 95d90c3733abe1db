import { sql } from 'drizzle-orm'
import { customType, doublePrecision, index, integer, pgTable, real, text } from 'drizzle-orm/pg-core'
import { ref } from '#core/server/columns.ts'
import { music_projects } from '#features/projects/table.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * What the search looks at, one row for each active project with an active live-music service. Maintained by triggers on
 * the tables it is made of (refresh_project_search, last written in migrations/0004_search_by_project.sql): nobody writes it.
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
  },
  (t) => [
    index('best_first').on(sql`(-score)`, t.project_id),
    index().using('gin', t.words),
    index().using('gin', t.genres),
    index().using('gin', t.instruments),
    index().on(t.lat),
    index().on(t.city_key),
  ],
)
