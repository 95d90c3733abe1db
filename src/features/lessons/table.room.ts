import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { lessons } from './table.ts'

/** Who is in the room of a lesson, and in which of their pages: the one that came last. */
export const room_peers = pgTable(
  'room_peers',
  {
    lesson_id: ref()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** The page's own name for itself. */
    peer: uuid().notNull(),
    /** When it last said that it is there. */
    seen_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.lesson_id, t.user_id] }), index('room_peers_seen').on(t.seen_at)],
)

/** What one page in a room tells the other so that their browsers find each other; an hour old, nobody needs it. */
export const room_signals = pgTable(
  'room_signals',
  {
    id: id(),
    lesson_id: ref()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    from_peer: uuid().notNull(),
    to_peer: uuid().notNull(),
    /** As the browsers wrote it; nobody here reads it. */
    body: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index('signals_to_peer').on(t.lesson_id, t.to_peer, t.id), index('signals_at').on(t.at)],
)
