import { and, asc, desc, eq } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { music_projects } from '#features/projects/table.ts'
import { slipMessages } from '#features/slips/queries.ts'
import type { Section } from '#features/staff/queries.lookUps.ts'
import type { WaitingRow, WaitingSheet } from '#features/staff/queries.queue.ts'
import { amountTitle } from '#features/staff/rules.ts'
import type { StatementRow } from './queries.ts'
import { numberOf } from './rules.ts'
import { fee_statements } from './table.ts'

/* Transfers for statements of fees, as staff finds them. */

const waits = eq(fee_statements.state, 'declared')

/** How many transfers were sent and wait. */
export const feesToConfirm = (db: Db): Promise<number> => db.$count(fee_statements, waits)

const statementRows = (db: Db) =>
  db
    .select({ statement: fee_statements, owner_id: music_projects.owner_id })
    .from(fee_statements)
    .innerJoin(music_projects, eq(music_projects.id, fee_statements.project_id))

/** What was to be transferred, minor units: what the owner's credit didn't pay. */
const transferred = ({ amount, credit }: StatementRow) => amount - credit
const titleOf = (row: StatementRow, detail: string) => amountTitle(transferred(row), row.currency, detail)

const rowOf = (row: StatementRow): WaitingRow => ({
  id: row.id,
  title: titleOf(row, row.reference),
  who: row.name,
  since: row.declared_at ?? row.closed_at,
  urgent: false,
})

/** Those that wait, the longest first. */
export async function feesWaiting(db: Db, most: number): Promise<WaitingRow[]> {
  const rows = await statementRows(db)
    .where(waits)
    .orderBy(asc(fee_statements.declared_at), asc(fee_statements.id))
    .limit(most)
  return rows.map(({ statement }) => rowOf(statement))
}

/** One that waits, with what is looked for on the bank's statement; null when it doesn't wait any more. */
export async function feesSheet(db: Db, id: number): Promise<WaitingSheet | null> {
  const [found] = await statementRows(db).where(and(eq(fee_statements.id, id), waits))
  if (!found) return null
  const { statement, owner_id } = found
  const row = rowOf(statement)
  return {
    row,
    facts: [
      { name: 'amount', amount: transferred(statement), currency: statement.currency },
      { name: 'reference', text: statement.reference },
      { name: 'number', text: numberOf(statement) },
      { name: 'project', text: statement.name },
      { name: 'payer', text: statement.legal_name },
      { name: 'month', month: statement.month },
      { name: 'declared_at', at: row.since },
      { name: 'due_at', at: statement.due_at },
    ],
    messages: await slipMessages(db, subject('fees', id), statement.name),
    related: [subject('user', owner_id)],
  }
}

/** The latest statements of the projects that somebody owns, for staff that looks them up. */
export async function feesSection(db: Db, user_id: number, most: number): Promise<Section[]> {
  const rows = await statementRows(db)
    .where(eq(music_projects.owner_id, user_id))
    .orderBy(desc(fee_statements.id))
    .limit(most)
  return [
    {
      name: 'fees',
      rows: rows.map(({ statement }) => ({
        about: null,
        title: titleOf(statement, numberOf(statement)),
        words: `functionality:desk.fees.states.${statement.state}`,
        at: statement.closed_at,
      })),
    },
  ]
}
