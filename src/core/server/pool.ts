import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { type Cells, type KnownStatement, type KnownValue, readKnown } from './knownRead.ts'
import { types } from './parsers.ts'
import { gone } from './turns.ts'

const READ_TIMEOUT = 'Query read timeout'
const CANCEL_MS = 2_000

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

/** A lane that knows so many statements is replaced: the database keeps the plan of each, some of a megabyte. */
const MOST_KNOWN = 48

interface Lane {
  client: pg.Client
  open: Promise<unknown>
  isOpen: boolean
  /** statements on their way */
  busy: number
  /** names of statements that it was asked */
  known: Set<string>
  /** no more is asked of it; it is closed when nothing is on its way */
  isLast: boolean
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
  readonly #onLanes: string
  readonly #lanes: (Lane | null)[]

  /** @param onLanes settings of the sessions that lanes have, besides those of every connection */
  constructor(config: pg.PoolConfig, lanes: number, onLanes = '') {
    super(config)
    this.#config = config
    this.#onLanes = onLanes
    this.#lanes = Array.from({ length: lanes }, () => null)
  }

  // biome-ignore lint/suspicious/noExplicitAny: eight overloads of a library, passed through
  override query(...args: any[]): any {
    const [config, values] = args
    if (config?.name && !this.ending)
      return this.#read(
        config.name,
        (client) => client.query(config, values),
        () => super.query(config, values),
      )
    const signal = waiting.getStore()
    if (signal && typeof args.at(-1) !== 'function') return this.#readFor(signal, config, values)
    return super.query(...(args as Parameters<pg.Pool['query']>))
  }

  /** Reads what is asked for all the time, over a lane as well; see knownRead.ts. */
  async readKnown(statement: KnownStatement, values: readonly KnownValue[]): Promise<Cells[]> {
    return await this.#read(
      statement.name,
      (client) => readKnown(client, statement, values),
      () => this.#readOnce((client) => readKnown(client, statement, values)),
    )
  }

  /** @param otherwise how it is read when its lane breaks */
  async #read<Result>(
    name: string,
    read: (client: pg.Client) => Promise<Result>,
    otherwise: () => Promise<Result>,
  ): Promise<Result> {
    const lane = this.#lane()
    lane.busy++
    lane.known.add(name)
    if (lane.known.size >= MOST_KNOWN) this.#replace(lane)
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
      if (lane.isLast && lane.busy === 0) lane.client.end().catch(() => {})
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

  async #readFor(signal: AbortSignal, config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await this.connect()
    let failed = false
    let cancelled: Promise<void> | undefined
    const cancel = () => {
      cancelled = this.#cancel(client)
    }
    signal.addEventListener('abort', cancel)
    try {
      if (signal.aborted) throw gone()
      return await client.query(config, values)
    } catch (error) {
      failed = !signal.aborted || cancelled !== undefined
      throw error
    } finally {
      signal.removeEventListener('abort', cancel)
      await cancelled
      // A cancelled connection isn't used again: the signal may come after the statement has ended.
      client.release(failed || cancelled !== undefined)
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
    const options = [this.#config.options, this.#onLanes].filter(Boolean).join(' ')
    const client = new Connection({ ...this.#config, options, pipeline: true } as pg.ClientConfig)
    const lane: Lane = {
      ...{ client, open: client.connect(), isOpen: false },
      ...{ busy: 0, known: new Set(), isLast: false, isGathering: false },
    }
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

  /** What is on its way there is still answered; the next statement opens another. */
  #replace(lane: Lane) {
    const at = this.#lanes.indexOf(lane)
    if (at >= 0) this.#lanes[at] = null
    lane.isLast = true
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
