import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { created_at, id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import { LESSON_SUBSTITUTE_STATES } from './contract.ts'
import { lesson_series, lessons } from './table.ts'

/** Who is asked to give lessons in place of the teacher who can't, and what they and the student answered. */
export const lesson_substitutes = pgTable(
  'lesson_substitutes',
  {
    id: id(),
    student_id: ref()
      .notNull()
      .references(() => users.id),
    /** The series that the lessons are of when it is proposed. */
    series_id: ref()
      .notNull()
      .references(() => lesson_series.id),
    /** Who can't give them. */
    from_project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    from_user_id: ref()
      .notNull()
      .references(() => users.id),
    /** Who is to give them instead, by which of their lessons. */
    project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    service_id: ref()
      .notNull()
      .references(() => services.id),
    state: text({ enum: LESSON_SUBSTITUTE_STATES }).notNull(),
    /** Why, in the words of who can't; for the other two. */
    reason: text().notNull().default(''),
    /** Until when whoever is to answer may; then what was agreed stays. */
    reply_by: instant().notNull(),
    /** When the other said yes, and the student was told of it; null where it never came to that. */
    offered_at: instant(),
    ended_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    check(
      'substitute_is_another',
      sql`${t.user_id} <> ${t.from_user_id} and ${t.user_id} <> ${t.student_id}`,
    ),
    check(
      'substitute_offered',
      sql`${t.state} not in ('offered', 'accepted', 'declined') or ${t.offered_at} is not null`,
    ),
    check('substitute_ended', sql`(${t.state} in ('asked', 'offered')) = (${t.ended_at} is null)`),
    index('substitutes_of_series').on(t.series_id, t.id),
    index('substitutes_of_student').on(t.student_id, t.id),
    index('substitutes_of_teacher').on(t.from_user_id, t.id),
    index('substitutes_asked').on(t.user_id, t.id),
    index('substitutes_of_project').on(t.project_id, t.id),
    index('substitutes_from_project').on(t.from_project_id, t.id),
    index('substitutes_of_lesson_service').on(t.service_id),
    index('substitutes_unanswered').on(t.reply_by).where(sql`state in ('asked', 'offered')`),
  ],
)

/** The lessons that a substitute is to give, all of them or none. */
export const lesson_substitute_lessons = pgTable(
  'lesson_substitute_lessons',
  {
    substitute_id: ref()
      .notNull()
      .references(() => lesson_substitutes.id, { onDelete: 'cascade' }),
    lesson_id: ref()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    /** What who can't give it had noted for themselves alone: it doesn't go over with the lesson. */
    notes_private: text().notNull().default(''),
    /** What they had noted for both when it went over: the other two read it as theirs. */
    notes_shared: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.substitute_id, t.lesson_id] }),
    index('substitutes_of_lesson').on(t.lesson_id, t.substitute_id),
  ],
)
