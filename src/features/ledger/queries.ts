import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import type { AccountKind, OwnerKind, Unit } from './contract.ts'
import { ledger_accounts, ledger_checkpoints, ledger_postings, ledger_transactions } from './table.ts'

/* What is on accounts: always a sum of postings. Nobody else adds them up. */

/** Whose accounts are meant. */
export interface Owner {
  owner_kind: OwnerKind
  owner_id: number
}

/** What is on an account, minor units. */
export interface Balance extends Owner {
  kind: AccountKind
  currency: Unit
  balance: number
}

const ownedBy = (owners: readonly Owner[]): SQL => sql`(a.owner_kind, a.owner_id) in (
  select o.kind, o.id from unnest(${sql.param(owners.map(({ owner_kind }) => owner_kind))}::text[],
    ${sql.param(owners.map(({ owner_id }) => owner_id))}::bigint[]) o (kind, id))`

/** What is on the accounts of some owners, as far as they have any. From the last checkpoint on. */
export async function balancesOf(db: Db, owners: readonly Owner[]): Promise<Balance[]> {
  if (owners.length === 0) return []
  const { rows } = await db.execute<{ [K in keyof Balance]: Balance[K] }>(sql`
    select a.owner_kind, a.owner_id, a.kind, a.currency,
      (coalesce(c.balance, 0) + coalesce((select sum(p.amount) from ${ledger_postings} p
        where p.account_id = a.id and p.id > coalesce(c.posting_id, 0)), 0))::bigint as balance
    from ${ledger_accounts} a
    left join lateral (select c.balance, c.posting_id from ${ledger_checkpoints} c
      where c.account_id = a.id order by c.posting_id desc limit 1) c on true
    where ${ownedBy(owners)}
    order by a.owner_kind, a.owner_id, a.kind, a.currency`)
  return rows
}

/** What a cause moved on an account, minor units; 0 where it moved nothing there. */
export async function movedBy(
  db: Db,
  key: string,
  { owner_kind, owner_id, kind, currency }: Omit<Balance, 'balance'>,
): Promise<number> {
  const { rows } = await db.execute<{ amount: number }>(sql`
    select coalesce(sum(p.amount), 0)::bigint as amount from ${ledger_transactions} t
    join ${ledger_postings} p on p.transaction_id = t.id join ${ledger_accounts} a on a.id = p.account_id
    where t.key = ${key} and (a.owner_kind, a.owner_id, a.kind, a.currency)
      = (${owner_kind}, ${owner_id}, ${kind}, ${currency})`)
  return rows[0]?.amount ?? 0
}

/** A line of somebody's accounts, as a copy of their data has it. */
export interface LedgerEntry extends Owner {
  at: string
  subject: string
  account: AccountKind
  currency: Unit
  amount: number
}

/** Every line of the accounts of some owners, in the order of time. */
export async function entriesOf(db: Db, owners: readonly Owner[]): Promise<LedgerEntry[]> {
  if (owners.length === 0) return []
  const { rows } = await db.execute<{ [K in keyof LedgerEntry]: LedgerEntry[K] }>(sql`
    select t.at, t.subject, a.owner_kind, a.owner_id, a.kind as account, a.currency, p.amount
    from ${ledger_accounts} a join ${ledger_postings} p on p.account_id = a.id
    join ${ledger_transactions} t on t.id = p.transaction_id
    where ${ownedBy(owners)} order by p.id`)
  return rows
}
