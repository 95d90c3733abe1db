import { desc, sql } from 'drizzle-orm'
import type { Subject } from '#core/contract/subject.ts'
import { HOUR } from '#core/contract/time.ts'
import type { App, Work } from '#core/server/app.ts'
import { transaction } from '#core/server/work.ts'
import { type Account, CHECKPOINT_AFTER, faultOf, joined, type Line, PROVED_EVERY_HOURS } from './rules.ts'
import {
  ledger_accounts,
  ledger_checkpoints,
  ledger_postings,
  ledger_proofs,
  ledger_transactions,
} from './table.ts'

/** What moved money. */
export interface Cause {
  /** Names it for ever: the same key is posted once. */
  key: string
  subject: Subject
  /** When it happened. */
  at: Date
  lines: readonly Line[]
}

/** Columns that a list of lines is sent as. */
const columnsOf = (lines: readonly (Line & { key: string })[]) => sql`unnest(
  ${sql.param(lines.map(({ key }) => key))}::text[],
  ${sql.param(lines.map(({ owner_kind }) => owner_kind))}::text[],
  ${sql.param(lines.map(({ owner_id }) => owner_id))}::bigint[],
  ${sql.param(lines.map(({ kind }) => kind))}::text[],
  ${sql.param(lines.map(({ currency }) => currency))}::text[],
  ${sql.param(lines.map(({ amount }) => amount))}::bigint[])
  with ordinality line (key, owner_kind, owner_id, kind, currency, amount, place)`

/**
 * Writes what moved into the books, each cause once however often it is told: the one way in which money moves. Lines
 * that come to nothing are left out, and a cause without any isn't written.
 * @throws Error when lines don't sum to zero, or a key was written with other lines before: no caller may do either
 */
export async function post(work: Work, causes: readonly Cause[]): Promise<void> {
  const told = causes
    .map((cause) => ({ ...cause, lines: joined(cause.lines) }))
    .filter(({ lines }) => lines.length > 0)
  if (told.length === 0) return
  for (const { key, lines } of told) {
    const fault = faultOf(lines)
    if (fault) throw new Error(`${key} can’t be posted: ${fault}`)
  }
  const lines = told.flatMap((cause) => cause.lines.map((line) => ({ ...line, key: cause.key })))
  // Accounts that others make meanwhile a statement doesn't see: it writes nothing then, and the next one finds them.
  const written = (await write(work, told, lines)) ?? (await write(work, told, lines))
  if (!written) throw new Error('an account was made, and isn’t there')
  await assertSame(
    work,
    lines.filter(({ key }) => !written.has(key)),
  )
}

/**
 * Writes causes that aren't written yet, with the accounts that aren't there.
 * @returns the keys that were written; null when an account wasn't to be seen, and nothing was
 */
async function write(
  { db }: Work,
  told: readonly Cause[],
  lines: readonly (Line & { key: string })[],
): Promise<ReadonlySet<string> | null> {
  const sameAccount = sql`(a.owner_kind, a.owner_id, a.kind, a.currency)
    = (line.owner_kind, line.owner_id, line.kind, line.currency)`
  // Lines have their ids by cause as told, and in each by account (joined): statements of fees list them so.
  const { rows } = await db.execute<{ found: boolean; keys: string[] }>(sql`
    with line as (select * from ${columnsOf(lines)}),
    made as (
      insert into ${ledger_accounts} (owner_kind, owner_id, kind, currency)
      select distinct owner_kind, owner_id, kind, currency from line
      where not exists (select from ${ledger_accounts} a where ${sameAccount})
      order by 1, 2, 3, 4 on conflict do nothing returning id, owner_kind, owner_id, kind, currency),
    placed as (
      select line.key, line.place, line.currency, line.amount, coalesce(
        (select a.id from ${ledger_accounts} a where ${sameAccount}),
        (select a.id from made a where ${sameAccount})) as account_id
      from line),
    posted as (
      insert into ${ledger_transactions} (key, subject, lines, at)
      select * from unnest(${sql.param(told.map(({ key }) => key))}::text[],
        ${sql.param(told.map(({ subject }) => subject))}::text[],
        ${sql.param(told.map((cause) => cause.lines.length))}::smallint[],
        ${sql.param(told.map(({ at }) => at.toISOString()))}::timestamptz[]) cause (key, subject, lines, at)
      where not exists (select from placed where account_id is null)
      order by key on conflict (key) do nothing returning id, key),
    booked as (
      insert into ${ledger_postings} (transaction_id, account_id, currency, amount)
      select posted.id, placed.account_id, placed.currency, placed.amount from posted join placed using (key)
      order by placed.place)
    select not exists (select from placed where account_id is null) as found, array(select key from posted) as keys`)
  const [row] = rows
  return row?.found ? new Set(row.keys) : null
}

/** Takes back what a cause moved, by a transaction of its own; once, and nothing where the cause moved nothing. */
export async function reverse(work: Work, key: string): Promise<void> {
  const { rows } = await work.db.execute<{ subject: Subject } & { [K in keyof Line]: Line[K] }>(sql`
    select t.subject, a.owner_kind, a.owner_id, a.kind, a.currency, -p.amount as amount
    from ${ledger_transactions} t join ${ledger_postings} p on p.transaction_id = t.id
    join ${ledger_accounts} a on a.id = p.account_id where t.key = ${key}`)
  const [first] = rows
  if (!first) return
  const lines = rows.map(({ subject: _, ...line }) => line)
  await post(work, [{ key: `${key} reversed`, subject: first.subject, at: work.now, lines }])
}

/** Nobody else moves money of an account until the transaction ends; an account that isn't there has none. */
export async function lockAccount(
  work: Work,
  { owner_kind, owner_id, kind, currency }: Account,
): Promise<void> {
  await work.db.execute(sql`
    select from ${ledger_accounts} where (owner_kind, owner_id, kind, currency)
      = (${owner_kind}, ${owner_id}, ${kind}, ${currency}) for update`)
}

/** @throws Error when what was written by these keys before isn't what is told now */
async function assertSame(work: Work, lines: readonly (Line & { key: string })[]): Promise<void> {
  if (lines.length === 0) return
  const { rows } = await work.db.execute<{ key: string }>(sql`
    with told as (select key, owner_kind, owner_id, kind, currency, amount from ${columnsOf(lines)}),
    written as (
      select t.key, a.owner_kind, a.owner_id, a.kind, a.currency, p.amount from ${ledger_transactions} t
      join ${ledger_postings} p on p.transaction_id = t.id join ${ledger_accounts} a on a.id = p.account_id
      where t.key in (select key from told))
    select key from ((table told except table written) union (table written except table told)) other limit 1`)
  const [other] = rows
  if (other) throw new Error(`${other.key} was posted before, with other lines`)
}

/** Moments at which nobody is writing into the books: what has been written is all there is up to there. */
async function lastPosting(app: App, now: Date): Promise<number> {
  return transaction(app, now, async ({ db }) => {
    await db.execute(sql`lock table ${ledger_postings} in share row exclusive mode`)
    const [last] = await db
      .select({ id: ledger_postings.id })
      .from(ledger_postings)
      .orderBy(desc(ledger_postings.id))
      .limit(1)
    return last?.id ?? 0
  })
}

/**
 * Goes through the books, once a day: each transaction and each currency sums to zero, every checkpoint is the sum of what
 * is before it. Sums of accounts with many postings begin anew from here.
 * @throws Error when a fault was found; that it was is written down first
 */
export async function prove(app: App, now: Date): Promise<void> {
  const since = new Date(now.getTime() - PROVED_EVERY_HOURS * HOUR).toISOString()
  const { rows: proved } = await app.db.execute(
    sql`select 1 from ${ledger_proofs} where at > ${since}::timestamptz limit 1`,
  )
  if (proved.length > 0) return
  const upTo = await lastPosting(app, now)
  const faults = await transaction(app, now, async ({ db }) => {
    const { rows } = await db.execute<{ faults: number }>(sql`
      select (
        (select count(*) from (select 1 from ${ledger_postings} p where p.id <= ${upTo}
          group by p.transaction_id, p.currency having sum(p.amount) <> 0) uneven)
        + (select count(*) from (select 1 from ${ledger_transactions} t
          left join ${ledger_postings} p on p.transaction_id = t.id
          group by t.id having count(p.id) <> t.lines and coalesce(max(p.id), 0) <= ${upTo}) incomplete)
        + (select count(*) from ${ledger_checkpoints} c where c.balance <> (
          select coalesce(sum(p.amount), 0) from ${ledger_postings} p
          where p.account_id = c.account_id and p.id <= c.posting_id)))::int as faults`)
    const found = rows[0]?.faults ?? 0
    // What is wrong isn't carried on.
    if (found === 0)
      await db.execute(sql`
        insert into ${ledger_checkpoints} (account_id, posting_id, balance, at)
        select p.account_id, ${upTo}, sum(p.amount), ${now.toISOString()}::timestamptz from ${ledger_postings} p
        where p.id <= ${upTo} group by p.account_id
        having count(*) filter (where p.id > coalesce((select max(c.posting_id) from ${ledger_checkpoints} c
          where c.account_id = p.account_id), 0)) >= ${CHECKPOINT_AFTER}
        on conflict do nothing`)
    await db.insert(ledger_proofs).values({ posting_id: upTo, faults: found, at: now.toISOString() })
    return found
  })
  if (faults > 0) throw new Error(`the books have ${faults} faults`)
}
