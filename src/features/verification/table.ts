import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { created_at, id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { CHECK_STATES, REFUSALS } from './contract.ts'

/** Codes sent to phones; one a person. */
export const phone_codes = pgTable('phone_codes', {
  user_id: ref()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** E.164. */
  number: text().notNull(),
  /** argon2id: six digits are soon guessed by whoever reads a fast hash. None until the job has made the code. */
  code_hash: text(),
  tries: integer().notNull().default(0),
  expires_at: instant().notNull(),
  created_at: created_at(),
})

/**
 * Numbers that somebody proved to be theirs. A number is one person's: whoever proves it last has it. A row goes by itself
 * when its owner's number becomes another (a trigger on users).
 */
export const verified_phones = pgTable('verified_phones', {
  user_id: ref()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** E.164. */
  number: text().notNull().unique('one_phone_one_account'),
  verified_at: instant().notNull(),
})

/** Identity documents that were sent, and what staff said of each. The files go with the decision, the row stays. */
export const identity_checks = pgTable(
  'identity_checks',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: CHECK_STATES }).notNull().default('pending'),
    /** Whose name it was compared with: under another name the check says nothing. */
    name: text().notNull(),
    /** The wording that they agreed to. */
    consent_version: integer().notNull(),
    reason: text({ enum: REFUSALS }),
    /** Who of the staff. */
    decided_by: text(),
    decided_at: instant(),
    sent_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('one_pending_check').on(t.user_id).where(sql`state = 'pending'`),
    index('checks_of_person').on(t.user_id, t.id),
    index('checks_to_decide').on(t.sent_at, t.id).where(sql`state = 'pending'`),
    check('refused_for_a_reason', sql`(${t.state} = 'refused') = (${t.reason} is not null)`),
  ],
)

/** Sides of a document; the bytes themselves are in the store, under `key`. No address leads to them. */
export const identity_files = pgTable(
  'identity_files',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** None until it is sent. */
    check_id: ref().references(() => identity_checks.id, { onDelete: 'cascade' }),
    key: text().notNull().unique(),
    format: text({ enum: ['pdf', 'jpeg', 'png', 'webp'] }).notNull(),
    bytes: integer().notNull(),
    /** When its bytes were stored; null until then. */
    stored_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    index('identity_files_of_person').on(t.user_id),
    index('identity_files_of_check').on(t.check_id),
    index('identity_files_unsent').on(t.created_at).where(sql`check_id is null`),
  ],
)
