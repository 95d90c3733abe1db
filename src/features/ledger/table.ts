import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { created_at, id, instant, money, ref } from '#core/server/columns.ts'
import { ACCOUNT_KINDS, MOST_MOVED, OWNER_KINDS, UNITS } from './contract.ts'

/* Rows of these tables are written once: triggers refuse to change or delete them (migration 0047). */

/** Where money is. What is on an account is nowhere but in its postings. */
export const ledger_accounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    owner_kind: text({ enum: OWNER_KINDS }).notNull(),
    /** Id of the user, project or provider; 0 where there is only one. */
    owner_id: bigint({ mode: 'number' }).notNull(),
    kind: text({ enum: ACCOUNT_KINDS }).notNull(),
    currency: text({ enum: UNITS }).notNull(),
    created_at: created_at(),
  },
  (t) => [
    unique('one_account').on(t.owner_kind, t.owner_id, t.kind, t.currency),
    // What a posting refers to, so that its currency is its account's.
    unique('currency_of_account').on(t.id, t.currency),
  ],
)

/** Why money moved: once for each cause. */
export const ledger_transactions = pgTable(
  'ledger_transactions',
  {
    id: id(),
    /** Names the cause, e.g. `contract:12 deposit`: what has happened once isn't written twice. */
    key: text().notNull().unique('one_transaction_a_cause'),
    /** What it was about, e.g. `contract:12`. */
    subject: text().notNull(),
    /** How many postings it has; none is added later. */
    lines: smallint().notNull(),
    /** When it happened, by the clock of the business. */
    at: instant().notNull(),
    created_at: created_at(),
  },
  (t) => [
    index('transactions_about').on(t.subject, t.id),
    check('some_lines', sql`${t.lines} between 2 and 100`),
  ],
)

/** A line of a transaction: what an account got, or gave where it is negative, minor units. */
export const ledger_postings = pgTable(
  'ledger_postings',
  {
    id: id(),
    transaction_id: ref()
      .notNull()
      .references(() => ledger_transactions.id),
    account_id: ref().notNull(),
    currency: text({ enum: UNITS }).notNull(),
    amount: money().notNull(),
  },
  (t) => [
    foreignKey({
      name: 'posting_in_currency_of_account',
      columns: [t.account_id, t.currency],
      foreignColumns: [ledger_accounts.id, ledger_accounts.currency],
    }),
    index('postings_of_transaction').on(t.transaction_id),
    // A balance is summed up from this alone.
    index('postings_of_account').on(t.account_id, t.id, t.amount),
    check('moves_something', sql`${t.amount} <> 0 and abs(${t.amount}) <= ${sql.raw(String(MOST_MOVED))}`),
  ],
)

/** What an account came to up to a posting: sums begin there. Proved by adding up all that is before. */
export const ledger_checkpoints = pgTable(
  'ledger_checkpoints',
  {
    account_id: ref()
      .notNull()
      .references(() => ledger_accounts.id),
    /** Of all accounts: the last posting that is in it. */
    posting_id: ref().notNull(),
    balance: money().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.posting_id] })],
)

/** When the books were gone through, up to which posting, and how many faults were found. */
export const ledger_proofs = pgTable(
  'ledger_proofs',
  {
    id: id(),
    posting_id: ref().notNull(),
    faults: bigint({ mode: 'number' }).notNull(),
    at: instant().notNull(),
  },
  (t) => [index('proofs_by_time').on(t.at)],
)
