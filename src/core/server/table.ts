import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, ref } from './columns.ts'

/** Keyed writes of the last 24 hours: a repeat by the same user does nothing and is answered again. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    user_id: ref().notNull(),
    /** Hash of the key; the key itself isn't stored. */
    key: text().notNull(),
    request_hash: text().notNull(),
    /** Id of what the answer is about: it is read again. */
    about: ref(),
    /** The answer itself, where nothing in it is personal. */
    reply: jsonb(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.key] }), index().on(t.created_at)],
)

/** Counters of limited actions, shared by every server process. */
export const rate_windows = pgTable(
  'rate_windows',
  { key: text().notNull().primaryKey(), count: integer().notNull(), resets_at: instant().notNull() },
  (t) => [index().on(t.resets_at)],
)
