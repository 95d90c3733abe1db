import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { LANGUAGES } from '#core/contract/language.ts'
import { created_at, id, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Certified } from './certificates/contract.ts'

/** What a student reached with a teacher, as it stood when they asked for a paper of it; never changed. */
export const certificates = pgTable(
  'certificates',
  {
    id: id(),
    student_id: ref()
      .notNull()
      .references(() => users.id),
    teacher_id: ref()
      .notNull()
      .references(() => users.id),
    /** By which project the teacher gives lessons. */
    project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    language: text({ enum: LANGUAGES }).notNull(),
    /** What it says; null once the teacher's account is gone, whose name it has. */
    certified: jsonb().$type<Certified>(),
    /** Of what it says, hex: the same is certified once. */
    sha256: text().notNull(),
    /** Where its PDF is, and what of it stays when it is erased. */
    document_key: text(),
    document_sha256: text(),
    document_bytes: integer(),
    created_at: created_at(),
  },
  (t) => [
    uniqueIndex('certified_once').on(t.student_id, t.sha256),
    index('certificates_of_teacher').on(t.teacher_id, t.student_id),
    index('certificates_without_document')
      .on(t.id)
      .where(sql`document_sha256 is null and certified is not null`),
  ],
)
