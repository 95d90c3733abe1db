import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { created_at, id, instant, money, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { contracts } from '#features/contracts/table.ts'
import { lessons } from '#features/lessons/table.ts'
import { DENIALS, REFERRAL_STATES } from './contract.ts'
import { MOST_A_MONTH } from './rules.ts'

/** The code that somebody invites with. */
export const referral_codes = pgTable('referral_codes', {
  user_id: ref()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  code: text().notNull().unique(),
  created_at: created_at(),
})

/** Who signed up with whose code, and what came of it. */
export const referrals = pgTable(
  'referrals',
  {
    id: id(),
    referrer_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    invited_id: ref()
      .notNull()
      .unique('one_referral_an_account')
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: REFERRAL_STATES }).notNull(),
    /** SHA-256 of the mailbox behind their e-mail, whatever alias they wrote. */
    mailbox_hash: text(),
    denial: text({ enum: DENIALS }),
    /** What the staff may read of why: never shown. */
    evidence: text().notNull().default(''),
    verified_at: instant(),
    qualified_at: instant(),
    /** The agreement by which they qualified. */
    contract_id: ref().references(() => contracts.id, { onDelete: 'set null' }),
    /** Or the lesson by which they did. */
    lesson_id: ref().references(() => lessons.id, { onDelete: 'set null' }),
    /** When the reward comes, or came. */
    reward_at: instant(),
    waits_for_month: boolean().notNull().default(false),
    /** What each of the two got, minor units. */
    reward: money().notNull().default(0),
    /** The month that it counts for, and its number among those of who invited. */
    reward_month: text(),
    reward_no: integer(),
    /** Since when it is rewarded or denied. */
    settled_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    // Who was denied doesn't stand in anybody's way.
    uniqueIndex('one_referral_a_mailbox').on(t.mailbox_hash).where(sql`state <> 'denied'`),
    unique('one_reward_a_number').on(t.referrer_id, t.reward_month, t.reward_no),
    check('not_oneself', sql`${t.referrer_id} <> ${t.invited_id}`),
    check('denied_with_reason', sql`(${t.state} = 'denied') = (${t.denial} is not null)`),
    check(
      'rewards_of_a_month',
      sql`(${t.state} = 'rewarded') = (${t.reward_no} is not null and ${t.reward_month} is not null)
        and ${t.reward_no} between 1 and ${sql.raw(String(MOST_A_MONTH))}`,
    ),
    check('qualified_by_one_thing', sql`${t.contract_id} is null or ${t.lesson_id} is null`),
    check('rewarded_with_something', sql`(${t.state} = 'rewarded') = (${t.reward} > 0)`),
    check('qualified_with_date', sql`${t.state} <> 'qualified' or ${t.reward_at} is not null`),
    index('referrals_of').on(t.referrer_id, t.id),
    index('referrals_to_qualify').on(t.id).where(sql`state = 'verified'`),
    index('referrals_to_reward').on(t.reward_at).where(sql`state = 'qualified'`),
  ],
)
