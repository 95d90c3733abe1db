import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { created_at, id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'

/** Pictures people uploaded; the bytes themselves are in the store, under `key`. */
export const files = pgTable(
  'files',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Where its sizes are stored: `<key>/<size>.<format>`. Random, so that nothing is guessed from an id. */
    key: text().notNull().unique(),
    /** Part of its address: ids can be counted up, this can't, and what nothing public shows stays unseen. */
    secret: text().notNull().default(sql`encode(gen_random_bytes(8), 'hex')`),
    /** Rises when another picture takes its place. */
    version: integer().notNull().default(1),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Bytes by size and format, e.g. `{"small.webp": 1234}`. */
    parts: jsonb().$type<Record<string, number>>().notNull(),
    /** How many places show it. */
    uses: integer().notNull().default(0),
    /** Since when nothing shows it (`created_at`: nothing has yet); after a day it is collected. */
    unused_since: instant(),
    created_at: created_at(),
  },
  (t) => [
    index().on(t.user_id, t.created_at),
    index('unused_files').on(t.unused_since).where(sql`unused_since is not null`),
  ],
)
