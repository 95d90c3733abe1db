import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, money, ref } from '#core/server/columns.ts'
import { PAYMENT_METHODS } from '#features/payments/contract.ts'
import { PARTY_KINDS, RECEIPT_KINDS, type ReceiptAbout } from './contract.ts'

/** How many receipts an issuer has given in a year: the next one's number. It rises with each, and by one. */
export const receipt_counters = pgTable(
  'receipt_counters',
  {
    issuer_kind: text({ enum: PARTY_KINDS }).notNull(),
    issuer_id: ref().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer_kind, t.issuer_id, t.year] })],
)

/** That money arrived. Never changed but for what names somebody, which is erased with their account. */
export const receipts = pgTable(
  'receipts',
  {
    id: id(),
    /** What was confirmed, e.g. `payment:12` or `charge:3`. */
    source: text().notNull(),
    /** What was paid for, e.g. `contract:12`. */
    subject: text().notNull(),
    kind: text({ enum: RECEIPT_KINDS }).notNull(),
    /** Who was paid; 0: the platform. */
    issuer_kind: text({ enum: PARTY_KINDS }).notNull(),
    issuer_id: ref().notNull(),
    year: integer().notNull(),
    number: integer().notNull(),
    payer_kind: text({ enum: PARTY_KINDS }).notNull(),
    payer_id: ref().notNull(),
    issuer_name: text(),
    issuer_legal_name: text(),
    issuer_tax_id: text(),
    payer_name: text(),
    payer_legal_name: text(),
    payer_tax_id: text(),
    /** Who stood for the project: their account takes its legal name along. */
    person_id: ref(),
    about: jsonb().$type<ReceiptAbout>().notNull(),
    amount: money().notNull(),
    currency: text().notNull(),
    method: text({ enum: PAYMENT_METHODS }),
    reference: text().notNull().default(''),
    paid_at: instant().notNull(),
    issued_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('one_receipt_a_payment').on(t.source),
    uniqueIndex('one_receipt_a_number').on(t.issuer_kind, t.issuer_id, t.year, t.number),
    index('receipts_about').on(t.subject, t.id),
    index('receipts_of_payer').on(t.payer_kind, t.payer_id, t.id),
    index('receipts_of_person').on(t.person_id).where(sql`person_id is not null`),
    check('receipt_of_something', sql`${t.amount} > 0`),
    check('receipt_numbered', sql`${t.number} > 0`),
  ],
)
