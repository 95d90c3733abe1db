import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { isUnsettled, leftOf, type Unsettled } from '#features/payments/queries.ts'
import { OPEN_STATES } from '#features/payments/rules.ts'
import { payments } from '#features/payments/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { slipMessages } from '#features/slips/queries.ts'
import type { Found, Section } from '#features/staff/queries.lookUps.ts'
import type { GivenFact, WaitingRow, WaitingSheet } from '#features/staff/queries.queue.ts'
import { amountTitle, isSoon } from '#features/staff/rules.ts'
import { contractOfPayment, isForAgreement } from './queries.extras.ts'
import { contracts } from './table.ts'

/* Payments that the two sides of an agreement don't agree on, or don't answer, and agreements, as staff reads them. */

/** The agreement that a payment is for, or is beyond. */
const its = eq(contracts.id, contractOfPayment(payments))
/** Its event begins within a day. */
const soon = (now: Date) =>
  sql`(${contracts.starts_at} <= ${new Date(now.getTime() + DAY).toISOString()}::timestamptz
    and coalesce(${contracts.ends_at}, ${contracts.starts_at}) >= ${now.toISOString()}::timestamptz)`

const unsettledRows = (db: Db) =>
  db
    .select({
      payment: payments,
      left: leftOf,
      contract_id: contracts.id,
      number: contracts.number,
      order_id: contracts.order_id,
      starts_at: contracts.starts_at,
      ends_at: contracts.ends_at,
      payer: users.name,
      project: music_projects.name,
      owner_id: music_projects.owner_id,
      hunter_id: contracts.hunter_id,
    })
    .from(payments)
    .innerJoin(contracts, its)
    .innerJoin(users, eq(users.id, payments.user_id))
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))

type Row = Awaited<ReturnType<typeof unsettledRows>>[number]

const rowOf = ({ payment, left, payer, number, starts_at, ends_at }: Row, now: Date): WaitingRow => ({
  id: payment.id,
  title: amountTitle(left, payment.currency, payment.reference || number),
  who: payer,
  since: payment.declared_at ?? payment.created_at,
  urgent: isSoon(starts_at, ends_at, now),
})

/** How many payments of agreements wait for staff. */
export async function countUnsettled(db: Db, kind: Unsettled, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(payments)
    .innerJoin(contracts, its)
    .where(isUnsettled(kind, now))
  return row?.count ?? 0
}

/** Those that wait: those of an event within a day first, then the longest waiting. */
export async function unsettled(db: Db, kind: Unsettled, now: Date, most: number): Promise<WaitingRow[]> {
  const rows = await unsettledRows(db)
    .where(isUnsettled(kind, now))
    .orderBy(desc(soon(now)), asc(payments.declared_at), asc(payments.id))
    .limit(most)
  return rows.map((row) => rowOf(row, now))
}

/** One of them, with what both sides said; null when it doesn't wait any more. */
export async function unsettledSheet(
  db: Db,
  kind: Unsettled,
  id: number,
  now: Date,
): Promise<WaitingSheet | null> {
  const [row] = await unsettledRows(db).where(and(eq(payments.id, id), isUnsettled(kind, now)))
  if (!row) return null
  const { payment } = row
  const words = (name: string, value: string): GivenFact => ({
    name,
    words: `functionality:desk.payment.${name}s.${value}`,
  })
  return {
    row: rowOf(row, now),
    facts: [
      { name: 'amount', amount: row.left, currency: payment.currency },
      words('part', payment.kind),
      { name: 'reference', text: payment.reference },
      ...(payment.method ? [words('method', payment.method)] : []),
      { name: 'number', text: row.number },
      { name: 'payer', text: row.payer },
      { name: 'project', text: row.project },
      ...(payment.declared_by ? [words('declared_by', payment.declared_by)] : []),
      { name: 'declared_at', at: payment.declared_at },
      { name: 'due_at', at: payment.due_at },
      { name: 'starts_at', at: row.starts_at },
    ],
    // What no card takes back can only be given back otherwise.
    ...(payment.method === 'card' ? { acts: ['find'] } : {}),
    messages: await slipMessages(
      db,
      subject('payment', id),
      payment.declared_by === 'user' ? row.payer : row.project,
    ),
    related: [
      subject('contract', row.contract_id),
      subject('order', row.order_id),
      subject('user', payment.user_id),
      subject('user', row.owner_id),
    ],
    parties: [row.hunter_id],
  }
}

// ─── Looking up ──────────────────────────────────────────────────────────────────────────────────────────────

/** Agreements by their number, or its end. */
export async function agreementsNumbered(db: Db, typed: string, most: number): Promise<Found[]> {
  const digits = typed.replace(/[^\p{L}\p{N}]+/gu, '')
  if (!/\d{2}/.test(digits)) return []
  return db
    .select({
      id: contracts.id,
      title: contracts.number,
      words: sql<string>`'functionality:desk.contract.states.' || ${contracts.state}`,
      at: contracts.starts_at,
    })
    .from(contracts)
    .where(
      sql`strpos(regexp_replace(lower(${contracts.number}), '[^a-z0-9]', '', 'g'), ${digits.toLowerCase()}) > 0`,
    )
    .orderBy(desc(contracts.id))
    .limit(most)
}

/** An agreement in figures; its papers are its sides'. Null when there is none. */
export async function agreementForStaff(db: Db, id: number) {
  const [row] = await db
    .select({
      contract: contracts,
      hunter: users.name,
      project: music_projects.name,
    })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.hunter_id))
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .where(eq(contracts.id, id))
  if (!row) return null
  const { contract } = row
  const facts: GivenFact[] = [
    { name: 'state', words: `functionality:desk.contract.states.${contract.state}` },
    { name: 'hunter', text: row.hunter },
    { name: 'project', text: row.project },
    { name: 'starts_at', at: contract.starts_at },
    ...(contract.total !== null && contract.currency !== null
      ? [{ name: 'total', amount: contract.total, currency: contract.currency }]
      : []),
    { name: 'sent_at', at: contract.sent_at },
    { name: 'signed_at', at: contract.signed_at },
    { name: 'ended_at', at: contract.ended_at },
    // What ends with something else has a code, what somebody turned down their words.
    ...(contract.reason
      ? [{ name: 'reason', code: contract.reason, below: 'business:budgets.reasons' }]
      : []),
  ]
  return { title: contract.number, facts }
}

/** The agreements of an order or of somebody, and the payments of an agreement. */
export async function agreementSections(
  db: Db,
  { kind, id }: { kind: string; id: number },
  most: number,
): Promise<Section[]> {
  if (kind === 'contract') {
    const rows = await db
      .select()
      .from(payments)
      .where(isForAgreement(id))
      .orderBy(asc(payments.id))
      .limit(most)
    return [
      {
        name: 'payments',
        rows: rows.map(({ kind: part, amount, currency, reference, state, due_at }) => ({
          about: null,
          title: amountTitle(amount, currency, reference),
          words: [`functionality:desk.payment.parts.${part}`, `functionality:desk.payment.states.${state}`],
          // Until when; of what is settled that says nothing any more.
          at: OPEN_STATES.some((one) => one === state) ? due_at : null,
        })),
      },
    ]
  }
  if (kind !== 'order' && kind !== 'user') return []
  const rows = await db
    .select({ id: contracts.id, number: contracts.number, state: contracts.state, at: contracts.starts_at })
    .from(contracts)
    .where(
      kind === 'order'
        ? eq(contracts.order_id, id)
        : // Their own projects first: an agreement is found by its index then, on either side.
          sql`(${contracts.hunter_id} = ${id} or ${contracts.project_id} = any(array(
            select own.id from ${music_projects} own where own.owner_id = ${id})))`,
    )
    .orderBy(desc(contracts.id))
    .limit(most)
  return [
    {
      name: 'contracts',
      rows: rows.map(({ id: contract_id, number, state, at }) => ({
        about: subject('contract', contract_id),
        title: number,
        words: `functionality:desk.contract.states.${state}`,
        at,
      })),
    },
  ]
}
