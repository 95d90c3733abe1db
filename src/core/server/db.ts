import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { causesOf } from './causes.ts'
import { types } from './parsers.ts'
import { Connection, LanedPool } from './pool.ts'
import type { PostgresSettings } from './postgres.ts'

/** The pool as drizzle shows it: statements and `transaction`. */
export type Database = NodePgDatabase<Record<string, never>> & { $client: pg.Pool }

/** An open transaction. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Either of them: what a query takes. */
export type Db = Database | Tx

/** How long something may take, ms; what takes longer fails, so that nobody else waits for it. */
export interface TimeLimits {
  /** One statement, in the database. */
  statement: number
  /** Waiting for what another transaction holds. */
  lock: number
  /** A transaction that does nothing meanwhile. */
  idle: number
  /** The answer to a statement: a database that hangs doesn't end it by itself. */
  answer: number
  /** A place in the pool, and the connection to it. */
  connect: number
}

/** Generous: they stop what went wrong, and people see an answer before. */
export const LIMITS: TimeLimits = {
  statement: 20_000,
  lock: 8_000,
  idle: 20_000,
  answer: 25_000,
  connect: 10_000,
}

/** What a connection asks of the server when it opens: its limits of time, and other settings of its session. */
export const sessionOptions = (
  { statement, lock, idle }: TimeLimits,
  parameters: Record<string, string> = {},
): string =>
  Object.entries({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idle,
    ...parameters,
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/**
 * Opens a pool. Instants come back as ISO strings, int8 and numeric as numbers, days as YYYY-MM-DD, both
 * through drizzle's builders and in raw SQL. (Inside jsonb PostgreSQL formats by itself: cast there.)
 * @param options.max connections at most, besides the lanes and those that plan once
 * @param options.lanes connections that named statements share
 * @param options.parameters server settings of every connection, e.g. `{ enable_sort: 'off' }`
 */
export function openDb(
  settings: PostgresSettings,
  options: {
    max?: number
    lanes?: number
    parameters?: Record<string, string>
    limits?: Partial<TimeLimits>
    name?: string
    onError?: (error: Error) => void
  } = {},
): Database {
  const limits = { ...LIMITS, ...options.limits }
  const pool = new LanedPool(
    {
      ...settings,
      // @types/pg asks for the plain client's type
      Client: Connection as unknown as typeof pg.Client,
      types,
      max: options.max ?? 10,
      application_name: options.name ?? 'tarima',
      connectionTimeoutMillis: limits.connect,
      query_timeout: limits.answer,
      options: sessionOptions(limits, { timezone: 'UTC', ...options.parameters }),
    } as pg.PoolConfig,
    options.lanes ?? 3,
  )
  // An idle connection that breaks (a restarted server) is replaced at the next use.
  pool.on('error', options.onError ?? (() => {}))
  // One that breaks inside a transaction fails its next statement; without a listener it would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  giveBackBroken(pool)
  return drizzle(pool) as Database
}

/**
 * Gives the place of a connection that breaks while it is in use to another one. Drizzle doesn't when a transaction
 * can't even begin, and a pool that has lost all its places so answers nobody any more.
 */
function giveBackBroken(pool: pg.Pool) {
  const used = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => used.add(client))
  pool.on('release', (_error, client) => used.delete(client))
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!used.has(client)) return
      const { release } = client
      // Whoever has it may still give it back.
      client.release = () => {}
      release(true)
    })
  })
}

/** Closes the pool after its running statements. */
export async function closeDb(db: Database): Promise<void> {
  await db.$client.end()
}

export type SqlState = { code: string; constraint: string | undefined }

/** What PostgreSQL said, looked for through drizzle's wrapping. Undefined for any other error. */
export function sqlState(error: unknown): SqlState | undefined {
  for (const one of causesOf(error)) {
    const { code, constraint, severity } = one as Error & {
      code?: unknown
      constraint?: string
      severity?: unknown
    }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && severity !== undefined) {
      return { code, constraint }
    }
  }
  return undefined
}

const is = (code: string) => (error: unknown, constraint?: string) => {
  const state = sqlState(error)
  return state?.code === code && (constraint === undefined || state.constraint === constraint)
}

/** 23505: a unique constraint (that one, when named). */
export const isUniqueViolation = is('23505')
/** 23P01: an exclusion constraint (that one, when named): the time is taken. */
export const isExclusionViolation = is('23P01')
/** 23514: a check (that one, when named), also one that a trigger makes. */
export const isCheckViolation = is('23514')
/**
 * Class 22, or too big for an index: the value itself can't be kept (a number out of range, a day that isn't, text that
 * is none).
 */
export const isRefusedValue = (error: unknown): boolean => /^(22...|54000)$/.test(sqlState(error)?.code ?? '')
/** A conflict between transactions that goes away by trying again: serialisation failure or deadlock. */
export function isTransient(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error)?.code ?? '')
}

/**
 * Lets the transactions that write the same thing pass one after the other, until their end. Needed before an
 * insert that an exclusion constraint guards: two of them that meet wait for each other, which PostgreSQL ends
 * only after a second, as a deadlock. The constraint stays the guard; this only makes the queue.
 * @param what the kind of thing, e.g. 'busy'
 * @param ids locked in rising order, so that two callers with several can't block each other
 */
export async function takeTurns(tx: Tx | Db, what: string, ids: readonly number[]): Promise<void> {
  const rising = [...new Set(ids)].sort((a, b) => a - b)
  await tx.execute(sql`select pg_advisory_xact_lock(${turnOf(what, sql`id`)})
    from unnest(${sql.param(rising)}::bigint[]) with ordinality of_them (id, place) order by place`)
}

/**
 * SQL expression: the key of the lock that `takeTurns` takes, for a statement that finds out itself of what. Several are
 * taken in rising order there, too.
 * @param what the kind of thing, e.g. 'busy'
 * @param id of it, a number
 */
export const turnOf = (what: string, id: SQL): SQL => sql`hashtextextended(${`${what}:`}::text || ${id}, 0)`

/** True when a statement was stopped because it, or what it waited for, took too long (or nobody waited for it). */
export const isTooSlow = (error: unknown): boolean =>
  ['57014', '55P03', '25P03'].includes(sqlState(error)?.code ?? '')

/** True when somebody asked the database to give a statement up: its caller has left. Not where it took too long. */
export const isCancelled = (error: unknown): boolean =>
  sqlState(error)?.code === '57014' &&
  [...causesOf(error)].some(({ message }) => message.includes('user request'))
