import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { created_at, id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { lessons } from './table.ts'

/** PDFs that either side brought to a lesson, to be looked at together in its room. */
export const lesson_scores = pgTable(
  'lesson_scores',
  {
    id: id(),
    lesson_id: ref()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** Where its bytes are stored. Random, so that nothing is guessed from an id. */
    key: text().notNull().unique(),
    bytes: integer().notNull(),
    name: text().notNull(),
    /** When its bytes were stored; null until then: nobody is shown it, and what breaks off is found by its row. */
    stored_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    index('scores_of_lesson').on(t.lesson_id),
    index('scores_of_person').on(t.user_id),
    index('scores_not_stored').on(t.created_at).where(sql`stored_at is null`),
  ],
)
