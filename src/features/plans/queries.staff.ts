import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { slipMessages } from '#features/slips/queries.ts'
import type { Section } from '#features/staff/queries.lookUps.ts'
import type { WaitingRow, WaitingSheet } from '#features/staff/queries.queue.ts'
import { amountTitle } from '#features/staff/rules.ts'
import { membership_charges, memberships } from './table.ts'

/* Transfers for plans, as staff finds them. */

const waits = eq(membership_charges.state, 'declared')
const c = membership_charges
const planName = (plan: string) => `business:plans.names.${plan}`

/** How many transfers were sent and wait. */
export const chargesToConfirm = (db: Db): Promise<number> => db.$count(membership_charges, waits)

const chargeRows = (db: Db) =>
  db
    .select({
      id: c.id,
      user_id: c.user_id,
      name: users.name,
      email: users.email,
      plan: c.plan,
      interval: c.interval,
      kind: c.kind,
      amount: sql<number>`${c.amount} - ${c.credit}`.mapWith(Number),
      currency: c.currency,
      reference: c.reference,
      since: sql<string>`coalesce(${c.declared_at}, ${c.created_at})`,
      due_at: c.due_at,
    })
    .from(membership_charges)
    .innerJoin(users, eq(users.id, c.user_id))

type Row = Awaited<ReturnType<typeof chargeRows>>[number]

const rowOf = ({ id, amount, currency, reference, name, since }: Row): WaitingRow => ({
  id,
  title: amountTitle(amount, currency, reference),
  who: name,
  since: new Date(since).toISOString(),
  urgent: false,
})

/** Those that wait, the longest first. */
export async function chargesWaiting(db: Db, most: number): Promise<WaitingRow[]> {
  const rows = await chargeRows(db).where(waits).orderBy(asc(c.declared_at), asc(c.id)).limit(most)
  return rows.map(rowOf)
}

/** One that waits, with what is looked for on the bank's statement; null when it doesn't wait any more. */
export async function chargeSheet(db: Db, id: number): Promise<WaitingSheet | null> {
  const [row] = await chargeRows(db).where(and(eq(c.id, id), waits))
  if (!row) return null
  return {
    row: rowOf(row),
    facts: [
      { name: 'amount', amount: row.amount, currency: row.currency },
      { name: 'reference', text: row.reference },
      { name: 'payer', text: row.name },
      { name: 'plan', words: planName(row.plan) },
      { name: 'interval', words: `functionality:desk.charge.intervals.${row.interval}` },
      { name: 'declared_at', at: new Date(row.since).toISOString() },
      { name: 'due_at', at: row.due_at },
    ],
    messages: await slipMessages(db, subject('charge', id), row.name),
    related: [subject('user', row.user_id)],
  }
}

/** What somebody pays for, and their latest charges, for staff that looks them up. */
export async function plansSection(db: Db, user_id: number, most: number): Promise<Section[]> {
  const held = await db
    .select()
    .from(memberships)
    .where(eq(memberships.user_id, user_id))
    .orderBy(desc(memberships.id))
    .limit(most)
  const charges = await db
    .select()
    .from(membership_charges)
    .where(eq(c.user_id, user_id))
    .orderBy(desc(c.id))
    .limit(most)
  return [
    {
      name: 'memberships',
      rows: held.map(({ plan, state, period_end }) => ({
        about: null,
        title: { words: planName(plan) },
        words: `functionality:desk.charge.memberships.${state}`,
        at: period_end,
      })),
    },
    {
      name: 'charges',
      rows: charges.map(({ amount, currency, reference, state, created_at }) => ({
        about: null,
        title: amountTitle(amount, currency, reference),
        words: `functionality:desk.charge.states.${state}`,
        at: created_at,
      })),
    },
  ]
}
