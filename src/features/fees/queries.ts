import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { parseSubject } from '#core/contract/subject.ts'
import { readBy } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { balancesOf } from '#features/ledger/queries.ts'
import { ledger_accounts, ledger_postings, ledger_transactions } from '#features/ledger/table.ts'
import { actedFor } from '#features/projects/queries.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { receiptIdsOf, sourceOf } from '#features/receipts/queries.ts'
import { hasSlip, type SlipAsked, type SlipRights } from '#features/slips/queries.ts'
import type { FeeStatement, GatheringFees } from './contract.ts'
import { feeKind, MOST_LINES, numberOf } from './rules.ts'
import { fee_lines, fee_months, fee_statements } from './table.ts'

export type StatementRow = typeof fee_statements.$inferSelect

const readColumns = {
  ...getTableColumns(fee_statements),
  has_slip: hasSlip(sql`'fees:' || ${fee_statements}.id`),
  payments:
    sql<number>`(select count(*) from ${fee_lines} l where l.statement_id = ${fee_statements}.id)`.mapWith(
      Number,
    ),
  extras: sql<number>`(select count(*) from ${fee_lines} l where l.statement_id = ${fee_statements}.id
    and l.subject like 'extra:%')`.mapWith(Number),
}

/** A statement with what is counted beside it. */
type ReadStatement = StatementRow & { has_slip: boolean; payments: number; extras: number }

/** A statement as whoever owns its project reads it. */
const viewOf = (row: ReadStatement, receipt_id: number | null): FeeStatement =>
  readBy(
    { side: 'artist', open: true },
    {
      id: row.id,
      number: numberOf(row),
      project_id: row.project_id,
      project_name: row.name,
      month: row.month,
      currency: row.currency as Currency,
      payments: row.payments,
      extras: row.extras,
      amount: row.amount,
      credit: row.credit,
      state: row.state,
      closed_at: row.closed_at,
      due_at: row.due_at,
      reference: row.reference,
      declared_at: row.declared_at,
      settled_at: row.settled_at,
      note: row.note,
      receipt_id,
      has_slip: row.has_slip,
    },
  )

async function viewsOf(db: Db, rows: readonly ReadStatement[]): Promise<FeeStatement[]> {
  const paid = rows.filter(({ state }) => state === 'paid').map(({ id }) => sourceOf('fees', id))
  const receipts = await receiptIdsOf(db, paid)
  return rows.map((row) => viewOf(row, receipts.get(sourceOf('fees', row.id)) ?? null))
}

/** The projects that somebody owns, archived ones too: what is owed stays owed. @throws Refusal 404 for another's */
const ownedBy = (db: Db, user_id: number, project_id?: number) =>
  actedFor(db, { user_id, project_id, owned: true, archived: true })

/**
 * Statements of the projects that somebody owns, newest first.
 * @throws Refusal 404 when one is asked for that isn't theirs
 */
export async function statementsOf(
  db: Db,
  user_id: number,
  { project, ...query }: PageQuery & { project?: number | undefined },
): Promise<Page<FeeStatement>> {
  const after = idAfter(query.cursor)
  const ids = (await ownedBy(db, user_id, project)).map(({ project_id }) => project_id)
  if (ids.length === 0) return { results: [], next: null }
  const rows = await db
    .select(readColumns)
    .from(fee_statements)
    .where(
      and(
        inArray(fee_statements.project_id, ids),
        after === undefined ? undefined : lt(fee_statements.id, after),
      ),
    )
    .orderBy(desc(fee_statements.id))
    .limit(query.limit + 1)
  const { results, next } = pageOf(rows, query.limit, (row) => row.id)
  return { results: await viewsOf(db, results), next }
}

/**
 * A statement, for who owns its project.
 * @throws Refusal 404 when it isn't there or not theirs, 403 `fees.owner_only` to who plays in the band
 */
export async function statementOf(db: Db, user_id: number, id: number): Promise<FeeStatement> {
  const [found] = await db
    .select({ ...readColumns, role: project_members.role })
    .from(fee_statements)
    .innerJoin(
      project_members,
      and(
        eq(project_members.project_id, fee_statements.project_id),
        eq(project_members.user_id, user_id),
        isNull(project_members.left_at),
      ),
    )
    .where(eq(fee_statements.id, id))
  if (!found) throw notFound()
  const { role, ...row } = found
  if (role !== 'OWNER') throw new Refusal(403, 'fees.owner_only')
  const [view] = await viewsOf(db, [row])
  if (!view) throw notFound()
  return view
}

/** A statement with its lines and who it is for, as its paper says it. @throws Refusal as `statementOf` */
export async function paperFactsOf(db: Db, user_id: number, id: number) {
  const statement = await statementOf(db, user_id, id)
  const [party] = await db
    .select({
      person_id: fee_statements.person_id,
      legal_name: fee_statements.legal_name,
      tax_id: fee_statements.tax_id,
    })
    .from(fee_statements)
    .where(eq(fee_statements.id, id))
  const lines = await db
    .select()
    .from(fee_lines)
    .where(eq(fee_lines.statement_id, id))
    .orderBy(asc(fee_lines.id))
    .limit(MOST_LINES)
  // Of whoever owned the project then: not for whoever owns it now.
  const own = party?.person_id === user_id ? party : null
  return { statement, legal_name: own?.legal_name ?? null, tax_id: own?.tax_id ?? null, lines }
}

/** What of some projects' statements isn't paid yet, by project and currency; minor units. */
async function openOf(db: Db, project_ids: readonly number[]) {
  if (project_ids.length === 0) return []
  return db
    .select({
      project_id: fee_statements.project_id,
      currency: fee_statements.currency,
      amount: sql<number>`sum(${fee_statements.amount} - ${fee_statements.credit})`.mapWith(Number),
    })
    .from(fee_statements)
    .where(and(inArray(fee_statements.project_id, [...project_ids]), ne(fee_statements.state, 'paid')))
    .groupBy(fee_statements.project_id, fee_statements.currency)
}

/** What gathers on the next statements of the projects that somebody owns: what the books have, less what is closed. */
export async function gatheringOf(db: Db, user_id: number): Promise<GatheringFees[]> {
  const projects = await ownedBy(db, user_id)
  const ids = projects.map(({ project_id }) => project_id)
  const open = await openOf(db, ids)
  const balances = await balancesOf(
    db,
    ids.map((owner_id) => ({ owner_kind: 'project', owner_id })),
  )
  return balances.flatMap(({ owner_id, kind, currency, balance }) => {
    if (kind !== 'fees') return []
    const closed = open.find((one) => one.project_id === owner_id && one.currency === currency)?.amount ?? 0
    const project_name = projects.find(({ project_id }) => project_id === owner_id)?.name ?? null
    return balance > closed
      ? [
          readBy(
            { side: 'artist', open: true },
            { project_id: owner_id, project_name, currency: currency as Currency, amount: balance - closed },
          ),
        ]
      : []
  })
}

/** Fees of a month that is over and on no statement, as lines of the books: `p` of account `a`, by transaction `t`. */
const unstated = (until: Date) => sql`${ledger_accounts} a join ${ledger_postings} p on p.account_id = a.id
  join ${ledger_transactions} t on t.id = p.transaction_id
  where a.owner_kind = 'project' and a.kind = 'fees' and p.amount > 0 and t.at < ${until.toISOString()}::timestamptz
    and not exists (select from ${fee_lines} l where l.posting_id = p.id)`

/** Whether a month was closed for everybody. */
export const isClosed = async (db: Db, month: string): Promise<boolean> =>
  (await db.$count(fee_months, eq(fee_months.month, month))) > 0

/** How many a sweep takes; the next one goes on. */
export const A_SWEEP = 200

/** Projects, with the currency, that have fees of a month which is over and no statement of it yet. */
export async function toClose(
  db: Db,
  { month, until }: { month: string; until: Date },
): Promise<{ project_id: number; currency: string }[]> {
  const { rows } = await db.execute<{ project_id: number; currency: string }>(sql`
    select distinct a.owner_id as project_id, a.currency from ${unstated(until)}
      and not exists (select from ${fee_statements} s
        where s.project_id = a.owner_id and s.month = ${month} and s.currency = a.currency)
    order by 1, 2 limit ${A_SWEEP}`)
  return rows
}

/** The fees of a project that its statement is made of, the first ones first. */
export async function feesToState(
  db: Db,
  { project_id, currency, until }: { project_id: number; currency: string; until: Date },
): Promise<{ posting_id: number; subject: string; amount: number; at: string }[]> {
  const { rows } = await db.execute<{ posting_id: number; subject: string; amount: number; at: string }>(sql`
    select p.id as posting_id, t.subject, p.amount, t.at from ${unstated(until)}
      and a.owner_id = ${project_id} and a.currency = ${currency}
    order by p.id limit ${MOST_LINES}`)
  return rows
}

/** Statements that somebody is to be told of by now, the longest waiting first. */
export const toRemind = (db: Db, now: Date): Promise<StatementRow[]> =>
  db
    .select()
    .from(fee_statements)
    .where(lte(fee_statements.remind_at, now.toISOString()))
    .orderBy(asc(fee_statements.remind_at))
    .limit(A_SWEEP)

/** What somebody may do with the slip of a statement of their project's; nothing for another's, and for what is none. */
export async function feeSlipRightsOf(
  db: Db,
  { subject, user_id, holds = false }: SlipAsked,
): Promise<SlipRights[]> {
  const about = parseSubject(subject)
  if (about?.kind !== 'fees') return []
  const its = db
    .select({ state: fee_statements.state })
    .from(fee_statements)
    .innerJoin(music_projects, eq(music_projects.id, fee_statements.project_id))
    .where(and(eq(fee_statements.id, about.id), eq(music_projects.owner_id, user_id)))
  const [own] = await (holds ? its.for('share', { of: fee_statements }) : its)
  return own ? [{ adds: own.state === 'declared' }] : []
}

/** Every statement of the projects that somebody owns, with its lines, as the copy of their data has it. */
export async function feeDataOf(db: Db, user_id: number) {
  const ids = (await ownedBy(db, user_id)).map(({ project_id }) => project_id)
  if (ids.length === 0) return []
  const rows = await db
    .select(readColumns)
    .from(fee_statements)
    .where(inArray(fee_statements.project_id, ids))
    .orderBy(asc(fee_statements.id))
  const views = await viewsOf(db, rows)
  const lines =
    views.length === 0
      ? []
      : await db
          .select()
          .from(fee_lines)
          .where(
            inArray(
              fee_lines.statement_id,
              views.map(({ id }) => id),
            ),
          )
          .orderBy(asc(fee_lines.id))
  return views.map((view) => ({
    ...view,
    lines: lines
      .filter(({ statement_id }) => statement_id === view.id)
      .map(({ subject, about, amount, at }) => ({ subject, kind: feeKind(subject), about, amount, at })),
  }))
}

/** How many statements stay when somebody's account goes. */
export const statementCountOf = (db: Db, user_id: number): Promise<number> =>
  db.$count(fee_statements, eq(fee_statements.person_id, user_id))
