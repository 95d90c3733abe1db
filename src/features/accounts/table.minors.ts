import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text } from 'drizzle-orm/pg-core'
import { citext, instant, ref } from '#core/server/columns.ts'
import { users } from './table.ts'

/** Who isn't of age yet, with the adult who opens their account. A row goes on the 18th birthday. */
export const minors = pgTable(
  'minors',
  {
    user_id: ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    birth_date: date({ mode: 'string' }).notNull(),
    /** The first day on which they need nobody: what is asked by each call. */
    adult_on: date({ mode: 'string' }).notNull(),
    guardian_email: citext().notNull(),
    /** When an adult was asked first. */
    asked_at: instant().notNull(),
    /** What the adult calls themself; with when and from where, the proof that they said yes. */
    guardian_name: text(),
    guardian_ip: text(),
    confirmed_at: instant(),
    refused_at: instant(),
    /** When the adult allowed lessons to be recorded; null: they didn't, or not any more. */
    recording_at: instant(),
  },
  (t) => [
    check('guardian_says_one_thing', sql`${t.confirmed_at} is null or ${t.refused_at} is null`),
    check('guardian_has_a_name', sql`${t.confirmed_at} is null or ${t.guardian_name} is not null`),
    check('recorded_with_permission', sql`${t.recording_at} is null or ${t.confirmed_at} is not null`),
    index('minors_by_adult_on').on(t.adult_on),
    index('minors_not_open').on(t.asked_at).where(sql`confirmed_at is null`),
  ],
)
