import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, real, smallint, text, unique } from 'drizzle-orm/pg-core'
import { id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { events } from '#features/events/table.ts'
import { lessons } from '#features/lessons/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { EventType, InstrumentName } from '#features/services/contract.ts'
import { REPORT_REASONS, SIDES } from './contract.ts'

/**
 * What the two sides may say of each other: the host of an event and a project that played, one row for each project that
 * did, or who learned and who taught in a lesson.
 */
export const review_rounds = pgTable(
  'review_rounds',
  {
    id: id(),
    event_id: ref().references(() => events.id, { onDelete: 'cascade' }),
    lesson_id: ref().references(() => lessons.id, { onDelete: 'cascade' }),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    /** Who hired, or learned. */
    hunter_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    opened_at: instant().notNull(),
    /** Until then both may write; from then on whatever there is can be read. */
    closes_at: instant().notNull(),
    /** When who hadn't written was reminded. */
    reminded_at: instant(),
    /** When it ended: both had written, or its time was over. */
    settled_at: instant(),
  },
  (t) => [
    unique('one_review_round').on(t.event_id, t.project_id),
    unique('one_round_of_lesson').on(t.lesson_id),
    check('round_is_of_one_thing', sql`(${t.event_id} is null) <> (${t.lesson_id} is null)`),
    index('rounds_of_project').on(t.project_id, t.id),
    index('rounds_of_hunter').on(t.hunter_id, t.id),
    index('open_rounds').on(t.closes_at).where(sql`settled_at is null`),
  ],
)

/**
 * What somebody said. Ratings of projects are computed of these rows by triggers (refresh_ratings): nobody else writes
 * them.
 */
export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    /** None for what is older than the product knows: invented people of the demo. */
    round_id: ref().references(() => review_rounds.id, { onDelete: 'cascade' }),
    /** Who wrote it: of the other. */
    side: text({ enum: SIDES }).notNull(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    hunter_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Who hired or learned, or who owned the project then. */
    author_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    satisfaction: smallint().notNull(),
    professionalism: smallint().notNull(),
    communication: smallint().notNull(),
    punctuality: smallint().notNull(),
    /** Their mean: a whole number of quarters, which four bytes hold exactly. */
    mark: real()
      .notNull()
      .generatedAlwaysAs(sql`((satisfaction + professionalism + communication + punctuality) / 4.0)::real`),
    text: text().notNull().default(''),
    /** Of an event. */
    event_type: text().$type<EventType>(),
    /** What was taught in a lesson. */
    instrument: text().$type<InstrumentName>(),
    city: text(),
    played_on: date({ mode: 'string' }).notNull(),
    written_at: instant().notNull(),
    edited_at: instant(),
    /** Since when it can be read by others than its author. */
    revealed_at: instant(),
    answer: text(),
    answered_by: ref().references(() => users.id, { onDelete: 'set null' }),
    answered_at: instant(),
    /** Hidden by staff: no more in public, nor counted. */
    hidden_at: instant(),
    hidden_reason: text(),
    hidden_by: text(),
  },
  (t) => [
    unique('one_review_a_side').on(t.round_id, t.side),
    check(
      'marks_one_to_five',
      sql`${t.satisfaction} between 1 and 5 and ${t.professionalism} between 1 and 5
        and ${t.communication} between 1 and 5 and ${t.punctuality} between 1 and 5`,
    ),
    check('review_is_of_one_thing', sql`(${t.event_type} is null) <> (${t.instrument} is null)`),
    check('answered_once_read', sql`${t.answer} is null or ${t.revealed_at} is not null`),
    check('hidden_for_a_reason', sql`(${t.hidden_at} is null) = (${t.hidden_reason} is null)`),
    // What a profile shows, newest first, with what its figures are made of.
    index('reviews_of_project').on(t.project_id, t.revealed_at, t.id, t.mark).where(sql`side = 'hunter'`),
    index('reviews_of_hunter').on(t.hunter_id, t.revealed_at, t.id).where(sql`side = 'artist'`),
    index('reviews_by').on(t.author_id),
  ],
)

/** Somebody finds that a review shouldn't be shown; staff decides. */
export const review_reports = pgTable(
  'review_reports',
  {
    id: id(),
    review_id: ref()
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    note: text().notNull().default(''),
    reported_at: instant().notNull(),
    /** When staff had looked at it. */
    settled_at: instant(),
  },
  (t) => [
    unique('one_report_a_person').on(t.review_id, t.user_id),
    index('open_reports').on(t.id).where(sql`settled_at is null`),
    index().on(t.user_id),
  ],
)
