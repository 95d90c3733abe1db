import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { RECORDED_FORMATS, RECORDING_STATES } from './contract.ts'
import { lessons } from './table.ts'

/**
 * Each time that one of a lesson asked to record it: who asked, what the other answered and when, and what came of it. That
 * stays with the lesson when the sound is gone.
 */
export const lesson_recordings = pgTable(
  'lesson_recordings',
  {
    id: id(),
    lesson_id: ref()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    state: text({ enum: RECORDING_STATES }).notNull(),
    asked_by: ref()
      .notNull()
      .references(() => users.id),
    /** The page that asked, and records: gone, nothing is recorded any more. */
    asked_peer: uuid().notNull(),
    asked_at: instant().notNull(),
    /** The other's yes or no. */
    answered_by: ref().references(() => users.id),
    answered_at: instant(),
    stopped_at: instant(),
    /** Where its bytes are stored; null before and after. Random, so that nothing is guessed from an id. */
    key: text().unique(),
    format: text({ enum: RECORDED_FORMATS }),
    bytes: integer(),
    seconds: real(),
    /** When its upload began: what isn't kept an hour later broke off. */
    sent_at: instant(),
    /** When its bytes were stored. */
    kept_at: instant(),
    /** When it deletes itself. */
    expires_at: instant(),
    /** Who deleted it; null where nobody did. */
    removed_by: ref().references(() => users.id),
    removed_at: instant(),
  },
  (t) => [
    check(
      'recorded_by_consent',
      sql`(${t.state} in ('asked', 'refused', 'withdrawn') and ${t.key} is null)
        or (${t.answered_at} is not null and ${t.answered_by} is not null and ${t.answered_by} <> ${t.asked_by})`,
    ),
    check(
      'kept_until_it_expires',
      sql`(${t.state} = 'kept') = (${t.kept_at} is not null and ${t.removed_at} is null)
        and (${t.state} <> 'kept' or (${t.key} is not null and ${t.expires_at} is not null))`,
    ),
    uniqueIndex('one_recording_at_a_time').on(t.lesson_id).where(sql`state in ('asked', 'agreed')`),
    index('recordings_of_lesson').on(t.lesson_id, t.id),
    index('recordings_to_expire').on(t.expires_at).where(sql`state = 'kept'`),
    index('recordings_not_kept').on(t.sent_at).where(sql`key is not null and kept_at is null`),
  ],
)
