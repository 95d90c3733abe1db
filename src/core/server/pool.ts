import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { type Cells, type KnownStatement, type KnownValue, readKnown } from './knownRead.ts'
import { types } from './parsers.ts'
import { gone } from './turns.ts'

const READ_TIMEOUT = 'Query read timeout'
const CANCEL_MS = 2_000
/** Connections for statements that are planned once. */
const PLANNED = 3
/** Who waits longer for one of those is read without a plan of theirs. */
const PATIENCE_MS = 100
/** They rest so long before they are closed, and their plans with them: making those is what they are spared. */
const PLANNED_IDLE_MS = 120_000
/** One that knows so many of them is replaced: the database keeps the plan of each, up to a megabyte. */
const MOST_PLANNED = 32

/** Drizzle brings type parsers of its own with every statement; ours are the only ones. */
export class Connection extends pg.Client {
  #isOver = false

  // biome-ignore lint/suspicious/noExplicitAny: eight overloads of a library, passed through
  override query(...args: any[]): any {
    const [config] = args
    if (config !== null && typeof config === 'object' && 'types' in config) {
      config.types = types
    }
    const answer = super.query(...(args as Parameters<pg.Client['query']>)) as unknown
    // The database hangs: nothing more is sent to it here, not even the end of a transaction.
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        if (error.message !== READ_TIMEOUT || this.#isOver) return
        this.#isOver = true
        this.end().catch(() => {})
      })
    return answer
  }
}

interface Lane {
  client: pg.Client
  open: Promise<unknown>
  isOpen: boolean
  /** statements on their way */
  busy: number
  /** what is said in this turn of the event loop waits for its end */
  isGathering: boolean
}

/**
 * All statements of one turn of the event loop are sent in one write: each write is a call of the system, and where many
 * read at once that is more of the processor than anything else of a short read.
 */
function gather(lane: Lane) {
  if (lane.isGathering) return
  const { stream } = (lane.client as pg.Client & { connection: { stream: Socket } }).connection
  lane.isGathering = true
  stream.cork()
  setImmediate(() => {
    lane.isGathering = false
    stream.uncork()
  })
}

/** Who waits for what is read. */
const waiting = new AsyncLocalStorage<AbortSignal>()

/** Reads for somebody who may leave: statements that are on their way then are cancelled in the database. */
export const whileWaitedFor = <Result>(signal: AbortSignal, read: () => Promise<Result>): Promise<Result> =>
  // Drizzle sends a statement when it is awaited: that has to happen in here.
  waiting.run(signal, async () => await read())

/**
 * A pool whose named statements don't take a connection each: they share a few, on which a statement is sent without
 * waiting for the answer to the one before (pipelining). That is a third more for lists that are asked for all the
 * time. A named statement outside a transaction is therefore a short read, which may be sent again through the pool
 * when its lane breaks.
 */
export class LanedPool extends pg.Pool {
  readonly #config: pg.PoolConfig
  readonly #lanes: (Lane | null)[]
  readonly #planned: pg.Pool

  constructor(config: pg.PoolConfig, lanes: number) {
    super(config)
    this.#config = config
    const options = `${config.options ?? ''} -c plan_cache_mode=force_generic_plan`
    this.#planned = new pg.Pool({ ...config, max: PLANNED, options, idleTimeoutMillis: PLANNED_IDLE_MS })
    this.#planned.on('error', (error, client) => void this.emit('error', error, client))
    this.#planned.on('connect', (client) => void client.on('error', () => {}))
    this.#lanes = Array.from({ length: lanes }, () => null)
  }

  // biome-ignore lint/suspicious/noExplicitAny: eight overloads of a library, passed through
  override query(...args: any[]): any {
    const [config, values] = args
    if (config?.name && !this.ending)
      return this.#read(
        (client) => client.query(config, values),
        () => super.query(config, values),
      )
    const signal = waiting.getStore()
    if (signal && typeof args.at(-1) !== 'function') return this.#readFor(this, signal, config, values)
    return super.query(...(args as Parameters<pg.Pool['query']>))
  }

  /** Reads what is asked for all the time, over a lane as well; see knownRead.ts. */
  async readKnown(statement: KnownStatement, values: readonly KnownValue[]): Promise<Cells[]> {
    return await this.#read(
      (client) => readKnown(client, statement, values),
      () => this.#readOnce((client) => readKnown(client, statement, values)),
    )
  }

  /**
   * Reads by a statement whose plan is the same whatever its values are: each connection plans it once. Elsewhere the
   * database plans a statement anew for its values, which takes longer than a short read by many indexes. Where those
   * connections are taken for long, it is a statement like any other. It is cancelled when whoever waits for it leaves.
   */
  async readPlanned<Row extends object>(statement: { text: string; values: unknown[] }): Promise<Row[]> {
    const name = createHash('sha1').update(statement.text).digest('hex')
    const signal = waiting.getStore()
    const isTaken = this.#planned.idleCount === 0 && this.#planned.totalCount >= PLANNED
    const connecting = this.#planned.connect()
    const client = isTaken ? await soon(connecting) : await connecting
    const answer = client
      ? this.#readOn(client, signal, { ...statement, name })
      : this.#readFor(this, signal, statement)
    return (await answer).rows as Row[]
  }

  /** @param otherwise how it is read when its lane breaks */
  async #read<Result>(
    read: (client: pg.Client) => Promise<Result>,
    otherwise: () => Promise<Result>,
  ): Promise<Result> {
    const lane = this.#lane()
    lane.busy++
    try {
      if (!lane.isOpen) await lane.open
      gather(lane)
      return await read(lane.client)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      this.#drop(lane)
      // It had its time: a database that hangs would only take it again.
      if ((error as Error).message === READ_TIMEOUT) throw error
      return await otherwise()
    } finally {
      lane.busy--
    }
  }

  async #readOnce<Result>(read: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.connect()
    let failed = true
    try {
      const result = await read(client)
      failed = false
      return result
    } finally {
      client.release(failed)
    }
  }

  async #readFor(
    pool: pg.Pool,
    signal: AbortSignal | undefined,
    config: pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult> {
    return await this.#readOn(await pool.connect(), signal, config, values)
  }

  async #readOn(
    client: pg.PoolClient,
    signal: AbortSignal | undefined,
    config: pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult> {
    let failed = false
    let cancelled: Promise<void> | undefined
    const cancel = () => {
      cancelled = this.#cancel(client)
    }
    signal?.addEventListener('abort', cancel)
    try {
      if (signal?.aborted) throw gone()
      return await client.query(config, values)
    } catch (error) {
      failed = !signal?.aborted || cancelled !== undefined
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
      await cancelled
      // A cancelled connection isn't used again: the signal may come after the statement has ended.
      client.release(failed || cancelled !== undefined || knownBy(client) >= MOST_PLANNED)
    }
  }

  /** Stops what a connection is doing in the database, from another one. */
  async #cancel(target: pg.PoolClient): Promise<void> {
    const client = new pg.Client({ ...(this.#config as pg.ClientConfig), query_timeout: CANCEL_MS })
    client.on('error', () => {})
    try {
      const { processID } = target as pg.PoolClient & { processID: number }
      await client.connect()
      await client.query('select pg_cancel_backend($1)', [processID])
    } catch {
      // It ends by itself, by its time limit.
    } finally {
      await client.end().catch(() => {})
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
    const lane: Lane = { client, open: client.connect(), isOpen: false, busy: 0, isGathering: false }
    lane.open.then(
      () => {
        lane.isOpen = true
      },
      // Whoever waits for the lane hears of it; without a listener it would end the process.
      () => {},
    )
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
    await Promise.all([this.#planned.end(), ...this.#lanes.map((lane) => lane?.client.end())])
    await ended
  }
}

/** A connection, unless it takes long: it is given back then, whenever it comes. */
async function soon(connecting: Promise<pg.PoolClient>): Promise<pg.PoolClient | null> {
  let isLate: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    isLate = setTimeout(() => resolve(null), PATIENCE_MS)
  })
  const client = await Promise.race([connecting, late])
  clearTimeout(isLate)
  if (!client)
    connecting.then(
      (unused) => unused.release(),
      () => {},
    )
  return client
}

/** How many statements a connection has a name for. */
const knownBy = (client: pg.PoolClient) =>
  Object.keys(
    (client as pg.PoolClient & { connection: { parsedStatements: object } }).connection.parsedStatements,
  ).length

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
    /Connection terminated|timeout e\w+ when trying to connect|timeout expired|read timeout|is not queryable/.test(
      cause.message,
    )
  )
}
