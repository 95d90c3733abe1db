import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
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
import { budgets } from '#features/budgets/table.ts'
import { orders, requests } from '#features/hiring/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { CONTRACT_STATES, EXTRA_KINDS, EXTRA_STATES, SIDES, type Terms, VERSION_STATES } from './contract.ts'

/** Its PDF, made by a job once both sides have signed that version. */
const documentColumns = {
  /** Where its bytes are; none before, nor once they were erased with an account. */
  document_key: text(),
  /** SHA-256 of those bytes, hex: stays for ever, so that whoever has a copy can prove that it is the one. */
  document_sha256: text(),
  document_bytes: integer(),
}

/** Agreements: what was accepted, as both sides sign it. */
export const contracts = pgTable(
  'contracts',
  {
    id: id(),
    number: text().notNull().unique(),
    order_id: ref()
      .notNull()
      .references(() => orders.id),
    request_id: ref()
      .notNull()
      .references(() => requests.id),
    budget_id: ref()
      .notNull()
      .references(() => budgets.id),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    hunter_id: ref()
      .notNull()
      .references(() => users.id),
    version: integer().notNull().default(1),
    state: text({ enum: CONTRACT_STATES }).notNull(),
    terms: jsonb().$type<Terms>().notNull(),
    /* What sums, lists and sweeps read, taken out of the terms by the database itself. */
    starts_at: instant().generatedAlwaysAs(sql`instant_of(terms -> 'event' ->> 'starts_at')`),
    ends_at: instant().generatedAlwaysAs(sql`instant_of(terms -> 'event' ->> 'ends_at')`),
    zone: text().generatedAlwaysAs(sql`known_zone(terms -> 'event' ->> 'zone')`),
    currency: text().generatedAlwaysAs(sql`terms -> 'fees' ->> 'currency'`),
    total: money().generatedAlwaysAs(sql`(terms -> 'fees' ->> 'total')::bigint`),
    payout: money().generatedAlwaysAs(sql`(terms -> 'fees' ->> 'payout')::bigint`),
    /** SHA-256 of the terms' canonical JSON, hex. */
    sha256: text().notNull(),
    sent_at: instant(),
    viewed_at: instant(),
    /** When the second side signed. */
    signed_at: instant(),
    activated_at: instant(),
    /** When it was rejected, voided, completed or ran out. */
    ended_at: instant(),
    reason: text().notNull().default(''),
    /** They withdrew after both had signed, or didn't come: all that was paid comes back. */
    artist_left: boolean().notNull().default(false),
    /** Where the artist wants the deposit. */
    pay_to: text().notNull().default(''),
    /** The agreement for another date that was made in its place; it has taken it once both have signed. */
    replaced_by_id: ref().references((): AnyPgColumn => contracts.id),
    ...documentColumns,
    /** The amendment that is waited for: a version that takes the place of this one once both have signed it. */
    amendment_version: integer(),
    amendment_by: text({ enum: SIDES }),
    created_at: created_at(),
  },
  (t) => [
    uniqueIndex('one_standing_contract')
      .on(t.budget_id)
      .where(sql`state not in ('rejected', 'expired', 'voided')`),
    index().on(t.order_id),
    index('contracts_of_project').on(t.project_id, t.id),
    index('contracts_of_project_by_state').on(t.project_id, t.state),
    index('contracts_by_state').on(t.state, t.starts_at),
    // What the sweep looks for each minute: few, among all that were ever signed.
    index('contracts_without_document')
      .on(t.id)
      .where(sql`document_sha256 is null and signed_at is not null`),
    index('contracts_to_amend').on(t.project_id).where(sql`amendment_version is not null`),
    // Money by month is summed up from these alone.
    index('payouts').on(t.project_id, t.starts_at, t.state, t.currency, t.payout),
    index('spending').on(t.hunter_id, t.starts_at, t.state, t.zone, t.currency, t.total),
  ],
)

/** Signatures stay for ever; a change of the terms only marks them void. */
export const signatures = pgTable(
  'signatures',
  {
    id: id(),
    contract_id: ref()
      .notNull()
      .references(() => contracts.id),
    version: integer().notNull(),
    side: text({ enum: SIDES }).notNull(),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** None once the account of whoever signed is deleted. */
    typed_name: text(),
    /** The sentence that was ticked, in the language it was read in. */
    consent: text().notNull(),
    signed_at: instant().notNull(),
    ip: text().notNull(),
    user_agent: text().notNull(),
    sha256: text().notNull(),
    voided_at: instant(),
  },
  (t) => [
    uniqueIndex('one_signature_a_side').on(t.contract_id, t.version, t.side).where(sql`voided_at is null`),
  ],
)

/** Versions of an agreement that aren't the one that stands: those before it, and what was proposed in its place. */
export const contract_versions = pgTable(
  'contract_versions',
  {
    id: id(),
    contract_id: ref()
      .notNull()
      .references(() => contracts.id),
    version: integer().notNull(),
    state: text({ enum: VERSION_STATES }).notNull(),
    terms: jsonb().$type<Terms>().notNull(),
    sha256: text().notNull(),
    /** Who proposed it, where it is an amendment. */
    proposed_by: text({ enum: SIDES }),
    sent_at: instant(),
    ended_at: instant(),
    ...documentColumns,
    created_at: created_at(),
  },
  (t) => [
    uniqueIndex('one_row_a_version').on(t.contract_id, t.version),
    index('versions_without_document')
      .on(t.contract_id, t.version)
      .where(sql`document_sha256 is null and state = 'superseded'`),
  ],
)

/**
 * Agreements that both signed and that are over, by whether the artist played: what `music_projects.reliability` is a
 * share of. Written by a trigger on contracts, at completion or when the artist leaves; never by a command.
 */
export const promises = pgTable(
  'promises',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    /** None of those that the demo's people kept before it begins. */
    contract_id: ref()
      .unique('one_promise_a_contract')
      .references(() => contracts.id),
    kept: boolean().notNull(),
    settled_at: instant().notNull(),
  },
  (t) => [index('settled_promises').on(t.project_id, t.kept)],
)

/** What each member of a band gets of a gig that was played, as the band split it then. Never changed. */
export const payout_parts = pgTable(
  'payout_parts',
  {
    id: id(),
    contract_id: ref()
      .notNull()
      .references(() => contracts.id),
    project_id: ref().notNull(),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    amount: money().notNull(),
    currency: text().notNull(),
    /** Whose place they took. */
    in_place_of: ref(),
    at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('one_part_a_gig').on(t.contract_id, t.user_id),
    index('parts_of_member').on(t.user_id, t.id),
    index('parts_of_band').on(t.project_id, t.id),
    check('part_of_something', sql`${t.amount} >= 0`),
  ],
)

/** What is paid beyond an agreement, each by a payment of its own: `extra:3`, `tip:4`. */
export const contract_extras = pgTable(
  'contract_extras',
  {
    id: id(),
    contract_id: ref()
      .notNull()
      .references(() => contracts.id),
    /** Who is paid: the agreement's. */
    project_id: ref().notNull(),
    kind: text({ enum: EXTRA_KINDS }).notNull(),
    title: text().notNull(),
    amount: money().notNull(),
    /** What of it is the platform's. */
    fee: money().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    state: text({ enum: EXTRA_STATES }).notNull(),
    proposed_by: text({ enum: SIDES }).notNull(),
    /** When it was agreed, declined or taken back, or the clock or the agreement's end ended it. */
    answered_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    index('extras_of_contract').on(t.contract_id, t.id),
    uniqueIndex('one_proposed_extra').on(t.contract_id).where(sql`state = 'proposed'`),
    index('proposed_extras').on(t.project_id).where(sql`state = 'proposed'`),
    check('extra_of_something', sql`${t.amount} > 0`),
    check('share_of_extra', sql`${t.fee} between 0 and ${t.amount} and (${t.kind} <> 'tip' or ${t.fee} = 0)`),
  ],
)
