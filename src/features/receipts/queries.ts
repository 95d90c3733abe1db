import { and, asc, desc, eq, inArray, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { type Subject, subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint } from '#core/server/events.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { Receipt, ReceiptAbout } from './contract.ts'
import { numberOf } from './rules.ts'
import { receipts } from './table.ts'

type Row = typeof receipts.$inferSelect

/** What an end of a payment is called. */
export interface PartyFacts {
  name: string | null
  legal_name: string | null
  tax_id: string | null
  /** Who stands for a project. */
  person_id?: number
}

/**
 * Who the ends of a payment are and what it is for: whoever owns its subject says so. `under`: what its receipt is found
 * with, where that is another subject.
 */
export const receiptFacts = extensionPoint<
  { subject: string },
  { user: PartyFacts; project: PartyFacts; about: ReceiptAbout; under?: Subject }
>('receipts.facts')

/** What a receipt is for: a payment, a charge of a plan, or a statement of fees. */
export const sourceOf = (kind: 'payment' | 'charge' | 'fees', id: number): Subject => subject(kind, id)

/**
 * Whether an end of a receipt is somebody, or a project that they own. Their projects are an array, found before: with
 * `in (select …)` there no index would serve, and everybody's receipts be read.
 */
const isEnd = (kind: SQLWrapper, id: SQLWrapper, user_id: number) =>
  sql`(${kind} = 'user' and ${id} = ${user_id} or ${kind} = 'project' and ${id} = any(array(
    select p.id from ${music_projects} p where p.owner_id = ${user_id})))`

const isGiver = (user_id: number) => isEnd(receipts.issuer_kind, receipts.issuer_id, user_id)
const isMine = (user_id: number) =>
  sql`(${isGiver(user_id)} or ${isEnd(receipts.payer_kind, receipts.payer_id, user_id)})`

/** A receipt as one of its ends reads it. */
const viewOf = ({ row, gave }: { row: Row; gave: boolean }): Receipt => ({
  id: row.id,
  number: numberOf(row),
  kind: row.kind,
  direction: gave ? 'given' : 'got',
  issuer: {
    kind: row.issuer_kind,
    name: row.issuer_name,
    legal_name: row.issuer_legal_name,
    tax_id: row.issuer_tax_id,
  },
  payer: {
    kind: row.payer_kind,
    name: row.payer_name,
    legal_name: row.payer_legal_name,
    tax_id: row.payer_tax_id,
  },
  about: row.about,
  amount: row.amount,
  currency: row.currency as Currency,
  method: row.method,
  reference: row.reference,
  paid_at: row.paid_at,
  issued_at: row.issued_at,
})

const seenBy = (db: Db, user_id: number) =>
  db.select({ row: receipts, gave: sql<boolean>`${isGiver(user_id)}` }).from(receipts)

/** Receipts that somebody, or a project that they own, gave or got, of all or of one agreement, newest first. */
export async function receiptsOf(
  db: Db,
  user_id: number,
  query: PageQuery & { contract?: number | undefined },
): Promise<Page<Receipt>> {
  const after = idAfter(query.cursor)
  const of = query.contract
  const rows = await seenBy(db, user_id)
    .where(
      and(
        isMine(user_id),
        of === undefined ? undefined : eq(receipts.subject, subject('contract', of)),
        after === undefined ? undefined : lt(receipts.id, after),
      ),
    )
    .orderBy(desc(receipts.id))
    .limit(query.limit + 1)
  const { results, next } = pageOf(rows, query.limit, ({ row }) => row.id)
  return { results: results.map(viewOf), next }
}

/** Years in which somebody gave or got receipts, and how many, the latest first. */
export const yearsOf = (db: Db, user_id: number): Promise<{ year: number; count: number }[]> =>
  db
    .select({ year: receipts.year, count: sql<number>`count(*)`.mapWith(Number) })
    .from(receipts)
    .where(isMine(user_id))
    .groupBy(receipts.year)
    .orderBy(desc(receipts.year))

/** Every receipt of somebody's, or of a year, in the order in which they came. */
export async function allReceiptsOf(db: Db, user_id: number, year?: number): Promise<Receipt[]> {
  const rows = await seenBy(db, user_id)
    .where(and(isMine(user_id), year === undefined ? undefined : eq(receipts.year, year)))
    .orderBy(asc(receipts.id))
  return rows.map(viewOf)
}

/**
 * A receipt, for one of its ends.
 * @throws Refusal 404 when it isn't there or they are no end of it, 403 `receipts.owner_only` for those of a band that
 * somebody else owns
 */
export async function receiptOf(db: Db, user_id: number, id: number): Promise<Receipt> {
  const [found] = await seenBy(db, user_id).where(and(eq(receipts.id, id), isMine(user_id)))
  if (found) return viewOf(found)
  const projectOf = (kind: SQLWrapper, of: SQLWrapper) =>
    sql`(${kind} = 'project' and ${of} = ${project_members.project_id})`
  const [member] = await db
    .select({ id: receipts.id })
    .from(receipts)
    .innerJoin(
      project_members,
      sql`${projectOf(receipts.issuer_kind, receipts.issuer_id)} or ${projectOf(receipts.payer_kind, receipts.payer_id)}`,
    )
    .where(and(eq(receipts.id, id), eq(project_members.user_id, user_id), isNull(project_members.left_at)))
  if (member) throw new Refusal(403, 'receipts.owner_only')
  throw notFound()
}

/** The receipts of what was confirmed, by their sources. Who may open them is for the caller to say. */
export async function receiptIdsOf(
  db: Db,
  sources: readonly Subject[],
): Promise<ReadonlyMap<string, number>> {
  if (sources.length === 0) return new Map()
  const rows = await db
    .select({ id: receipts.id, source: receipts.source })
    .from(receipts)
    .where(inArray(receipts.source, [...sources]))
  return new Map(rows.map(({ id, source }) => [source, id]))
}

/** The same of sources that a statement finds: a select, to be read with others. They are an array, found before. */
export const receiptIdsIn = (db: Db, sources: SQL) =>
  db
    .select({ id: receipts.id, source: receipts.source })
    .from(receipts)
    .where(sql`${receipts.source} = any(array(${sources}))`)

/** How many receipts stay when somebody's account goes. */
export const receiptCountOf = (db: Db, user_id: number): Promise<number> =>
  db.$count(receipts, isMine(user_id))
