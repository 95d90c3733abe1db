import { pgTable } from 'drizzle-orm/pg-core'
import { instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'

/** Who wants to hear of subscriptions, and when they last did. */
export const subscription_offers = pgTable('subscription_offers', {
  user_id: ref()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Since when they want to; none: they don't. */
  opted_in_at: instant(),
  /** When one was offered last. */
  offered_at: instant(),
})
