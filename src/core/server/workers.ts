import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { Refusal } from '#core/contract/errors.ts'
import type { Effort, Workers, WorkerTask } from './app.ts'
import { BEHIND } from './threads.ts'
import { gone, openTurns } from './turns.ts'

/*
 * Calculations that take longer than an answer may: they run in threads of their own, so that the event loop goes on
 * serving everybody else. Call them with no transaction open and nothing locked.
 */

/** Threads leave one core to the server, and more than two would only fight for memory. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Tasks that wait for a thread, of everybody together. */
const MOST_WAITING = 100
/** Calculations of one person that wait for their turn. */
const MOST_OF_ONE = 9
/** Calculations that go on at once: each also asks the database much, which serves everybody else too. */
const AT_ONCE = THREADS
/** Calculations of everybody that wait for that. */
const MOST_CALCULATIONS = 200
/** All steps of one calculation together; what was found until then counts. */
const EFFORT_MS = 8_000
/** Waiting and running together; whatever takes longer is stopped. */
const LIMIT_MS = 30_000
/** Somebody who waits that long for their turn hears that there is none; a job goes on waiting. */
const PATIENCE_MS = 25_000
/** A thread without work ends after that. */
const IDLE_MS = 60_000
/** A thread may die of somebody else's task: what it was doing is tried once more. */
const TRIES = 2

/**
 * Names a function that threads can run. Its module must load without the app: pure code and libraries alone.
 * @param file the module, as a URL (`new URL('./worker.ts', import.meta.url)`)
 * @param name what the function is exported as; it takes and answers what can be cloned
 */
export const workerTask = <Input, Output>(file: URL, name: string): WorkerTask<Input, Output> => ({
  file: fileURLToPath(file),
  name,
})

/** Threads of one process, with turns of their own; they start when the first task comes. */
export function openWorkers(
  options: {
    threads?: number
    waiting?: number
    limit_ms?: number
    effort_ms?: number
    at_once?: number
    patience_ms?: number
  } = {},
): Workers {
  const limit_ms = options.limit_ms ?? LIMIT_MS
  let pool: Piscina | undefined
  let closed = false
  const turns = openTurns({
    at_once: options.at_once ?? AT_ONCE,
    at_once_each: 1,
    waiting: MOST_CALCULATIONS,
    waiting_each: MOST_OF_ONE,
  })

  const open = () =>
    new Piscina({
      minThreads: 0,
      maxThreads: options.threads ?? THREADS,
      maxQueue: options.waiting ?? MOST_WAITING,
      idleTimeout: IDLE_MS,
      niceIncrement: BEHIND,
    })

  async function run<Input, Output>(
    task: WorkerTask<Input, Output>,
    input: Input,
    more: { limit_ms?: number } = {},
  ): Promise<Output> {
    const signal = AbortSignal.timeout(more.limit_ms ?? limit_ms)
    for (let tries = 1; ; tries++) {
      if (closed) throw busy()
      pool ??= open()
      if (pool.queueSize >= pool.options.maxQueue) throw busy()
      try {
        return await pool.run(input, { filename: task.file, name: task.name, signal })
      } catch (error) {
        if (closed) throw busy()
        if (signal.aborted) throw new TooLong()
        if (tries >= TRIES) throw error
      }
    }
  }

  const inTurn: Workers['inTurn'] = (person, calculate, { signal } = {}) =>
    turns.take(person, () => calculate(effortOf(options.effort_ms ?? EFFORT_MS, signal)), {
      signal,
      patience_ms: signal && (options.patience_ms ?? PATIENCE_MS),
    })

  return {
    run,
    inTurn,
    async close() {
      closed = true
      await pool?.destroy()
    },
  }
}

/** What a calculation that begins now may take. */
function effortOf(limit_ms: number, signal: AbortSignal | undefined): Effort {
  const until = performance.now() + limit_ms
  return {
    left: () => Math.max(0, until - performance.now()),
    check() {
      if (signal?.aborted) throw gone()
    },
  }
}

const AGAIN = { headers: { 'retry-after': '5' } }
const busy = () => new Refusal(503, 'common.busy', AGAIN)

/** A task was stopped because it took too long: trying again would only take as long. */
export class TooLong extends Refusal {
  constructor() {
    super(503, 'common.busy', AGAIN)
  }
}
