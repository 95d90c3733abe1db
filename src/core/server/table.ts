import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, ref } from './columns.ts'

/** First answers of keyed writes; a repeat by the same user replays them. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    user_id: ref().notNull(),
    key: text().notNull(),
    call: text().notNull(),
    request_hash: text().notNull(),
    status: integer(),
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
