import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { created_at, id, instant, ref } from '#core/server/columns.ts'
import { sessions, users } from '#features/accounts/table.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    /** What it opens: order id, request id, invitation id… as the type says. */
    value: text(),
    /** What it is about, e.g. `order:12`; with type and version it is told once. */
    subject: text().notNull(),
    version: integer().notNull().default(1),
    /** Values of its title and message, which are written in the reader's language. */
    params: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    /** How the band invitation stands; kept by the feature that invites. */
    invitation_status: text({ enum: ['in_process', 'accepted', 'canceled'] }),
    read_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    unique('told_once').on(t.user_id, t.type, t.subject, t.version),
    // Read backwards, bounded by rows: `(user_id, id) < (…)`. An equal user_id and `order by id` would let the
    // planner walk the primary key over everybody else's.
    index('notifications_of_user').on(t.user_id, t.id),
    index('notifications_of_type').on(t.user_id, t.type, t.id),
    index('unread_notifications').on(t.user_id).where(sql`read_at is null`),
    index('notifications_of_invitation').on(t.value).where(sql`type = 'INVITE_BAND_MEMBER'`),
  ],
)

/** When somebody may be disturbed; those without a row have the defaults. */
export const notification_settings = pgTable('notification_settings', {
  user_id: ref()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  zone: text(),
  quiet_from: text(),
  quiet_to: text(),
  /** In the links of letters: whoever has it can stop them, and nothing else. */
  letter_token: text().notNull().unique(),
})

/** What somebody chose otherwise than the default, by kind and way. */
export const notification_preferences = pgTable(
  'notification_preferences',
  {
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    channel: text({ enum: ['email', 'push'] }).notNull(),
    /** of push: off or now */
    choice: text({ enum: ['off', 'now', 'daily'] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.type, t.channel] })],
)

/** Browsers that may be pushed to; one goes with the session that switched it on. */
export const push_subscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    user_agent: text(),
    created_at: created_at(),
  },
  (t) => [index().on(t.user_id), index().on(t.session_id)],
)

/** What still has to be sent. A row goes in the transaction that queues its letter or push: nothing is sent twice. */
export const notification_deliveries = pgTable(
  'notification_deliveries',
  {
    id: id(),
    notification_id: ref()
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    user_id: ref().notNull(),
    channel: text({ enum: ['email', 'push'] }).notNull(),
    /** One browser only, where the others have had it. */
    subscription_id: ref(),
    due_at: instant().notNull(),
  },
  (t) => [
    index('due_deliveries').on(t.due_at),
    index('deliveries_of_user').on(t.user_id, t.channel),
    index().on(t.notification_id),
  ],
)

/** The pair of keys this server proves itself with to push services; made once. */
export const push_keys = pgTable(
  'push_keys',
  {
    id: integer().primaryKey(),
    public_key: text().notNull(),
    private_key: text().notNull(),
    created_at: created_at(),
  },
  (t) => [check('one_pair_of_push_keys', sql`${t.id} = 1`)],
)
