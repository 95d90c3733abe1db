import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { created_at, id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { SLIP_FORMATS } from './contract.ts'

/** Slips of transfers that somebody recorded; the bytes themselves are in the store, under `key`. */
export const transfer_slips = pgTable(
  'transfer_slips',
  {
    id: id(),
    /** What was recorded, e.g. `payment:12`. */
    subject: text().notNull(),
    /** Who added it. */
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull().unique(),
    format: text({ enum: SLIP_FORMATS }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** When its bytes were there: from then on it is shown. */
    stored_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    // The one that is shown; another that is being uploaded takes its place.
    uniqueIndex('one_slip').on(t.subject).where(sql`stored_at is not null`),
    index('slips_of_user').on(t.user_id),
    index('slips_broken_off').on(t.created_at).where(sql`stored_at is null`),
  ],
)
