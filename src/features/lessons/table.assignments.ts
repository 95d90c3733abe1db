import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { created_at, id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { ATTACHMENT_FORMATS } from '#features/files/contract.ts'
import { music_projects } from '#features/projects/table.ts'
import { ASSIGNMENT_STATES, SIDES } from './contract.ts'

/** What a teacher gives a student to do. */
export const assignments = pgTable(
  'assignments',
  {
    id: id(),
    student_id: ref()
      .notNull()
      .references(() => users.id),
    teacher_id: ref()
      .notNull()
      .references(() => users.id),
    /** By which project the teacher gives lessons: the student knows them by its name. */
    project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    title: text().notNull(),
    text: text().notNull().default(''),
    /** By when, on the student's clock; null: whenever it is. */
    due: date(),
    state: text({ enum: ASSIGNMENT_STATES }).notNull(),
    /** How often it was turned in. */
    round: smallint().notNull().default(0),
    turned_in_at: instant(),
    /** When the teacher accepted it, or took it back. */
    ended_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    index('assignments_of_student').on(t.student_id, t.id),
    index('assignments_of_teacher').on(t.teacher_id, t.id),
  ],
)

/** What either side puts to an assignment: a recording, a score. */
export const assignment_files = pgTable(
  'assignment_files',
  {
    id: id(),
    assignment_id: ref()
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    side: text({ enum: SIDES }).notNull(),
    /** Where its bytes are stored. Random, so that nothing is guessed from an id. */
    key: text().notNull().unique(),
    format: text({ enum: ATTACHMENT_FORMATS }).notNull(),
    bytes: integer().notNull(),
    name: text().notNull(),
    /** When its bytes were stored; null until then: nobody is shown it, and what breaks off is found by its row. */
    stored_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    index('files_of_assignment').on(t.assignment_id),
    index('assignment_files_of_person').on(t.user_id),
    index('assignment_files_not_stored').on(t.created_at).where(sql`stored_at is null`),
  ],
)

/** What the two sides say about an assignment; of a recording also at which place of it. */
export const assignment_remarks = pgTable(
  'assignment_remarks',
  {
    id: id(),
    assignment_id: ref()
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    side: text({ enum: SIDES }).notNull(),
    text: text().notNull(),
    file_id: ref().references(() => assignment_files.id, { onDelete: 'cascade' }),
    /** Where in the recording, milliseconds from its beginning. */
    at_ms: integer(),
    created_at: created_at(),
  },
  (t) => [
    index('remarks_of_assignment').on(t.assignment_id, t.id),
    index('remarks_of_person').on(t.user_id),
    check('place_in_a_recording', sql`${t.at_ms} is null or (${t.file_id} is not null and ${t.at_ms} >= 0)`),
  ],
)
