import { DrizzleQueryError, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { PostgresSettings } from './postgres.ts'

/** The pool as drizzle shows it: statements and `transaction`. */
export type Database = NodePgDatabase<Record<string, never>> & { $client: pg.Pool }

/** An open transaction. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Either of them: what a query takes. */
export type Db = Database | Tx

type Parser = (text: string) => unknown

const TIMESTAMPTZ = 1184
/** pg-types' types describe another shape than its code has. */
const { create } = pg.types.arrayParser as unknown as {
  create(text: string, transform: Parser): { parse(): unknown[] }
}
const array = (text: string, transform: Parser) => create(text, transform).parse()
const OWN_PARSERS = new Map<number, Parser>([
  [TIMESTAMPTZ, isoInstant],
  [1185, (text) => array(text, isoInstant)], // timestamptz[]
  [20, Number], // int8: ids and money stay far below 2^53
  [1016, (text) => array(text, Number)], // int8[]
  [1700, Number], // numeric: sums and averages
  [1082, String], // date: a calendar day stays YYYY-MM-DD
  [1114, String], // timestamp
  [1182, (text) => array(text, String)], // date[]
])

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : OWN_PARSERS.get(oid)
    return own ?? (pg.types.getTypeParser(oid, format) as Parser)
  },
}

/**
 * A moment as PostgreSQL writes it → ISO 8601 with milliseconds and Z, the same text as Date#toISOString.
 * `infinity` stays as it is.
 */
export function isoInstant(text: string): string {
  if (text.endsWith('+00') && text.charCodeAt(10) === 32 && text.length <= 29 && text.charCodeAt(4) === 45) {
    const second = text.slice(11, 19)
    const fraction = text.charCodeAt(19) === 46 ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'
    return `${text.slice(0, 10)}T${second}.${fraction}Z`
  }
  const at = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

/** Drizzle brings type parsers of its own with every statement; ours are the only ones. */
class Connection extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: eight overloads of a library, passed through
  override query(...args: any[]): any {
    const [config] = args
    if (config !== null && typeof config === 'object' && 'types' in config) {
      config.types = types
    }
    return super.query(...(args as Parameters<pg.Client['query']>))
  }
}

interface Lane {
  client: pg.Client
  open: Promise<unknown>
  /** statements on their way */
  busy: number
}

/**
 * A pool whose named statements don't take a connection each: they share a few, on which a statement is sent without
 * waiting for the answer to the one before (pipelining). That is a third more for lists that are asked for all the
 * time. A named statement outside a transaction is therefore a short read, which may be sent again through the pool
 * when its lane breaks.
 */
class LanedPool extends pg.Pool {
  readonly #config: pg.PoolConfig
  readonly #lanes: (Lane | null)[]

  constructor(config: pg.PoolConfig) {
    super(config)
    this.#config = config
    this.#lanes = Array.from({ length: LANES }, () => null)
  }

  // biome-ignore lint/suspicious/noExplicitAny: eight overloads of a library, passed through
  override query(...args: any[]): any {
    const [config, values] = args
    return config?.name && !this.ending
      ? this.#read(config, values)
      : super.query(...(args as Parameters<pg.Pool['query']>))
  }

  async #read(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const lane = this.#lane()
    lane.busy++
    try {
      await lane.open
      return await lane.client.query(config, values)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      this.#drop(lane)
      return await super.query(config, values)
    } finally {
      lane.busy--
    }
  }

  /** The one with least on its way; one that broke is opened again. */
  #lane(): Lane {
    let at = 0
    for (let n = 1; n < this.#lanes.length; n++)
      if ((this.#lanes[n]?.busy ?? 0) < (this.#lanes[at]?.busy ?? 0)) at = n
    const found = this.#lanes[at]
    if (found) return found
    const client = new Connection({ ...this.#config, pipeline: true } as pg.ClientConfig)
    const lane: Lane = { client, open: client.connect(), busy: 0 }
    // Whoever waits for the lane hears of it; without a listener it would end the process.
    lane.open.catch(() => {})
    client.on('error', () => this.#drop(lane))
    this.#lanes[at] = lane
    return lane
  }

  #drop(lane: Lane) {
    const at = this.#lanes.indexOf(lane)
    if (at < 0) return
    this.#lanes[at] = null
    lane.client.end().catch(() => {})
  }

  override async end(): Promise<void> {
    const ended = super.end()
    await Promise.all(this.#lanes.map((lane) => lane?.client.end()))
    await ended
  }
}

const LANES = 3

/**
 * Opens the pool. Instants come back as ISO strings, int8 and numeric as numbers, days as YYYY-MM-DD, both
 * through drizzle's builders and in raw SQL. (Inside jsonb PostgreSQL formats by itself: cast there.)
 * @param options.max connections at most
 * @param options.parameters server settings of every connection, e.g. `{ enable_sort: 'off' }`
 */
export function openDb(
  settings: PostgresSettings,
  options: {
    max?: number
    parameters?: Record<string, string>
    name?: string
    onError?: (error: Error) => void
  } = {},
): Database {
  const parameters = { timezone: 'UTC', ...options.parameters }
  const pool = new LanedPool({
    ...settings,
    // @types/pg asks for the plain client's type
    Client: Connection as unknown as typeof pg.Client,
    types,
    max: options.max ?? 10,
    application_name: options.name ?? 'tarima',
    connectionTimeoutMillis: 10_000,
    options: Object.entries(parameters)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  } as pg.PoolConfig)
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
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    const { code, constraint, severity } = e as Error & {
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
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${what}:${id}`}, 0))`)
  }
}

/** True when the statement never reached a server or lost it: answered as 503. */
export function isUnreachable(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (!(cause instanceof Error)) {
    return false
  }
  const code = (cause as NodeJS.ErrnoException).code ?? ''
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /^(57P0[123]|08...)$/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(cause.message)
  )
}
