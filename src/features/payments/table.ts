import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { CURRENCIES } from '#core/contract/money.ts'
import { created_at, id, instant, money, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import {
  CHECKOUT_STATES,
  DISPUTE_STATES,
  ENDS,
  MOVE_KINDS,
  MOVE_STATES,
  PAYMENT_KINDS,
  PAYMENT_METHODS,
  PAYMENT_STATES,
} from './contract.ts'

/** What is paid for what was agreed. What there is of it is in the books; a row says what becomes of it. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    /** What it is for, e.g. `contract:12`. */
    subject: text().notNull(),
    kind: text({ enum: PAYMENT_KINDS }).notNull(),
    /** Who pays; of a refund, who is paid back. */
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** Who is paid; of a refund, who gives it back. */
    project_id: bigint({ mode: 'number' }).notNull(),
    amount: money().notNull(),
    /** The platform's share of it, once it is earned. */
    fee: money().notNull().default(0),
    currency: text({ enum: CURRENCIES }).notNull(),
    state: text({ enum: PAYMENT_STATES }).notNull(),
    due_at: instant().notNull(),
    method: text({ enum: PAYMENT_METHODS }),
    reference: text().notNull().default(''),
    declared_by: text({ enum: ENDS }),
    declared_at: instant(),
    /** When the other end, or staff, said that it arrived. */
    held_at: instant(),
    /** When it was released, refunded, carried on or cancelled. */
    settled_at: instant(),
    /** What of it comes back. */
    refunded: money().notNull().default(0),
    /** What it was for was put off: it is kept for what may take its place. */
    waits: boolean().notNull().default(false),
    /** When it is spoken of next. */
    remind_at: instant(),
    /** What of it came by card, of this payment or of those that were carried to it. */
    carded: money().notNull().default(0),
    /** What of it was theirs and hadn't gone on yet when the payer's bank took it back. */
    taken: money().notNull().default(0),
    /** What of it others earned by doing a part of what was paid for, and isn't held of it any more. */
    shared: money().notNull().default(0),
    /** Of a refund to cards: which payment's. */
    refund_of: ref().references((): AnyPgColumn => payments.id),
    /** Until when it is kept, where it was played and came by card. */
    release_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    index('payments_for').on(t.subject, t.id),
    uniqueIndex('one_payment_a_kind').on(t.subject, t.kind).where(sql`kind <> 'refund'`),
    uniqueIndex('one_open_refund')
      .on(t.subject)
      .where(
        sql`kind = 'refund' and refund_of is null and state in ('due', 'processing', 'failed', 'disputed')`,
      ),
    uniqueIndex('one_refund_to_cards').on(t.refund_of).where(sql`refund_of is not null`),
    // What comes back to somebody, until it is there.
    index('refunds_awaited')
      .on(t.user_id)
      .where(sql`kind = 'refund' and state in ('due', 'processing', 'failed', 'disputed')`),
    index('payments_to_release').on(t.release_at).where(sql`state = 'held' and release_at is not null`),
    index('payments_of_project').on(t.project_id, t.state),
    // Money by month is summed up from the months that are shown.
    index('payments_settled').on(t.project_id, t.settled_at).where(sql`state in ('released', 'refunded')`),
    index('payments_to_remind').on(t.remind_at).where(sql`remind_at is not null`),
    index('payments_disputed').on(t.declared_at).where(sql`state = 'disputed'`),
    index('payments_unanswered').on(t.declared_at).where(sql`state = 'processing'`),
    index('payments_waiting').on(t.id).where(sql`waits`),
    check('payment_of_something', sql`${t.amount} > 0`),
    check('share_of_payment', sql`${t.fee} between 0 and ${t.amount}`),
    check('part_of_payment', sql`${t.refunded} between 0 and ${t.amount}`),
    check('part_by_card', sql`${t.carded} between 0 and ${t.amount}`),
    check('part_of_others', sql`${t.shared} between 0 and ${t.amount}`),
    check('part_taken_back', sql`${t.taken} between 0 and ${t.carded}`),
  ],
)

/** Every step of a payment, with who took it; never changed. */
export const payment_history = pgTable(
  'payment_history',
  {
    id: id(),
    payment_id: ref()
      .notNull()
      .references(() => payments.id),
    step: text().notNull(),
    /** The state that it led to. */
    state: text().notNull(),
    /** user, project, system, or the name that staff gave. */
    by: text().notNull(),
    note: text().notNull().default(''),
    at: instant().notNull(),
  },
  (t) => [index('history_of_payment').on(t.payment_id, t.id)],
)

/** A page of the provider's on which somebody may pay a payment. A payment has one that isn't over. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: id(),
    payment_id: ref()
      .notNull()
      .references(() => payments.id),
    amount: money().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    state: text({ enum: CHECKOUT_STATES }).notNull(),
    /* What it was begun with: the same is sent again when nobody answered. */
    title: text().notNull(),
    language: text().notNull(),
    return_url: text().notNull(),
    expires_at: instant().notNull(),
    session_id: text(),
    url: text(),
    /** Why the last card wasn't taken, by the provider's code. */
    failure: text(),
    /** When the provider was asked last. */
    asked_at: instant().notNull(),
    created_at: created_at(),
  },
  (t) => [
    uniqueIndex('one_open_page').on(t.payment_id).where(sql`state in ('begun', 'open')`),
    uniqueIndex('one_page_a_session').on(t.session_id).where(sql`session_id is not null`),
    index('pages_of_payment').on(t.payment_id, t.id),
    index('pages_to_ask_for').on(t.asked_at).where(sql`state in ('begun', 'open')`),
  ],
)

/** A card's money that the provider took. Never more of it goes back and on than came. */
export const card_charges = pgTable(
  'card_charges',
  {
    id: id(),
    /** The payment that it counts for by now. */
    payment_id: ref()
      .notNull()
      .references(() => payments.id),
    checkout_id: ref()
      .notNull()
      .unique('one_charge_a_page')
      .references(() => checkouts.id),
    intent_id: text().notNull().unique('one_charge_an_intent'),
    charge_id: text().notNull(),
    amount: money().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    /** What of it was ordered to go back, and to go on. */
    back: money().notNull().default(0),
    out: money().notNull().default(0),
    dispute: text({ enum: DISPUTE_STATES }),
    /** The bank's claim at the provider, and when it was asked for last. */
    dispute_id: text(),
    dispute_asked_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    index('charges_of_payment').on(t.payment_id, t.id),
    index('claims_to_ask_for').on(t.dispute_asked_at).where(sql`dispute = 'open'`),
    check('no_more_than_came', sql`${t.back} >= 0 and ${t.out} >= 0 and ${t.back} + ${t.out} <= ${t.amount}`),
  ],
)

/** What the provider is told to send: back to a card, or on to a project's account. */
export const card_moves = pgTable(
  'card_moves',
  {
    id: id(),
    kind: text({ enum: MOVE_KINDS }).notNull(),
    charge_id: ref()
      .notNull()
      .references(() => card_charges.id),
    /** The refund that it carries out; of a transfer the payment that it is of. */
    payment_id: ref()
      .notNull()
      .references(() => payments.id),
    project_id: bigint({ mode: 'number' }).notNull(),
    /** Of a transfer: which part of the payment somebody else earned, e.g. `lesson:12`; empty for what is its project's. */
    part: text().notNull().default(''),
    amount: money().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    state: text({ enum: MOVE_STATES }).notNull(),
    /** It isn't sent before then; null: at once. */
    send_at: instant(),
    /** How often the provider has said no: each try has a key of its own. */
    refusals: integer().notNull().default(0),
    failure: text(),
    /** Of a transfer: where it is being sent, until the provider says no; null before. */
    account_id: text(),
    provider_id: text(),
    asked_at: instant().notNull(),
    done_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    uniqueIndex('one_move_a_charge').on(t.kind, t.charge_id, t.payment_id, t.part),
    uniqueIndex('one_move_at_the_provider').on(t.provider_id).where(sql`provider_id is not null`),
    index('moves_of_payment').on(t.payment_id),
    index('moves_of_project').on(t.project_id, t.state),
    index('moves_to_ask_for').on(t.asked_at).where(sql`state in ('ordered', 'sent')`),
    check('moves_money', sql`${t.amount} > 0`),
  ],
)

/** Where at the provider a project is paid. */
export const payout_accounts = pgTable('payout_accounts', {
  project_id: bigint({ mode: 'number' }).primaryKey(),
  account_id: text().notNull().unique('one_project_an_account'),
  ready: boolean().notNull(),
  /** What the provider still wants to know, by its names. */
  missing: jsonb().$type<string[]>().notNull(),
  asked_at: instant().notNull(),
  created_at: created_at(),
})

/** Calls of the provider whose signature held, each once, and what came of them. */
export const provider_events = pgTable(
  'provider_events',
  {
    event_id: text().primaryKey(),
    type: text().notNull(),
    /** Whose account there; none: the platform's. */
    account_id: text(),
    object_id: text(),
    /** Ours, as the call has it. */
    checkout_id: ref(),
    /** The same of a plan's card. */
    plan_card_id: ref(),
    happened_at: instant().notNull(),
    received_at: instant().notNull(),
    worked_at: instant(),
    outcome: text(),
  },
  (t) => [
    index('events_to_work').on(t.received_at).where(sql`worked_at is null`),
    index('events_by_time').on(t.received_at),
  ],
)
