import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'

/** What somebody of the staff has taken of what waits. */
export const staff_takes = pgTable(
  'staff_takes',
  {
    kind: text().notNull(),
    item_id: ref().notNull(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    taken_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.item_id] }), index().on(t.user_id)],
)

/** Every act of staff; a trigger refuses that a row is changed or deleted. */
export const staff_log = pgTable(
  'staff_log',
  {
    id: id(),
    /** Whose account it was. */
    user_id: ref().references(() => users.id),
    /** At the server's console: the name that was typed. */
    console_name: text(),
    /** `ticket.answer`: the kind, and what was done. */
    act: text().notNull(),
    /** What it was about, e.g. `ticket:12`. */
    subject: text(),
    reason: text().notNull().default(''),
    created_at: instant().notNull(),
  },
  (t) => [
    check('log_says_who', sql`(${t.user_id} is null) <> (${t.console_name} is null)`),
    index('log_of_person').on(t.user_id, t.id),
    index('log_of_subject').on(t.subject, t.id),
  ],
)
