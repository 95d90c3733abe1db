import { boolean, customType, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { int4multirange, money, ref, tstzmultirange } from '#core/server/columns.ts'
import { services } from '#features/services/table.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * What the search for a teacher looks at: a row for each active lesson of an active personal project. Written by
 * refresh_lesson_offers, by triggers on what it is made of: nobody else writes it.
 */
export const lesson_offers = pgTable(
  'lesson_offers',
  {
    service_id: ref()
      .primaryKey()
      .references(() => services.id, { onDelete: 'cascade' }),
    project_id: ref().notNull(),
    instrument: text().notNull(),
    level: text().notNull(),
    modality: text().notNull(),
    languages: text().array().notNull(),
    /** Of one lesson; null on request. */
    price: money(),
    currency: text().notNull(),
    minutes: integer().notNull(),
    lead_time_days: integer().notNull(),
    lat: doublePrecision(),
    lng: doublePrecision(),
    city_key: text(),
    zone: text().notNull(),
    /** Of the availability, as minutes since Monday 00:00 in the zone, over two weeks. */
    week: int4multirange().notNull(),
    /** What was opened besides the week, of any day. */
    opens: tstzmultirange().notNull().default('{}'),
    words: tsvector().notNull(),
    /** Rising is best first: as in the search for musicians, a membership changes nothing. */
    turned_score: doublePrecision().notNull(),
    has_trial: boolean().notNull(),
  },
  (t) => [
    index('best_teachers').on(t.turned_score, t.service_id),
    index('best_teachers_of').on(t.instrument, t.turned_score, t.service_id),
    index('teachers_by_zone').on(t.zone),
    index('offers_of_teacher').on(t.project_id),
    index().using('gin', t.words),
  ],
)
