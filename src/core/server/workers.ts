import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { Refusal } from '#core/contract/errors.ts'
import type { Workers, WorkerTask } from './app.ts'

/*
 * Calculations that take longer than an answer may: they run in threads of their own, so that the event loop goes on
 * serving everybody else. Call them with no transaction open and nothing locked.
 */

/** Threads leave one core to the server, and more than two would only fight for memory. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Tasks that wait for a thread, of everybody together. */
const MOST_WAITING = 100
/** Calculations of one person that wait for their turn. */
const MOST_IN_TURN = 10
/** Calculations that go on at once: each also asks the database much, which serves everybody else too. */
const AT_ONCE = 2
/** Calculations of everybody that wait for that. */
const MOST_CALCULATIONS = 200
/** Waiting and running together; whatever takes longer is stopped. */
const LIMIT_MS = 30_000
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

/** The threads of one process; they start when the first task comes. */
export function openWorkers(
  options: { threads?: number; waiting?: number; limit_ms?: number } = {},
): Workers {
  const limit_ms = options.limit_ms ?? LIMIT_MS
  let pool: Piscina | undefined
  let closed = false
  const turns = new Map<string, { last: Promise<unknown>; count: number }>()
  const free = places(AT_ONCE, MOST_CALCULATIONS)

  const open = () =>
    new Piscina({
      minThreads: 0,
      maxThreads: options.threads ?? THREADS,
      maxQueue: options.waiting ?? MOST_WAITING,
      idleTimeout: IDLE_MS,
    })

  async function run<Input, Output>(task: WorkerTask<Input, Output>, input: Input): Promise<Output> {
    const signal = AbortSignal.timeout(limit_ms)
    for (let tries = 1; ; tries++) {
      if (closed) throw busy()
      pool ??= open()
      if (pool.queueSize >= pool.options.maxQueue) throw busy()
      try {
        return await pool.run(input, { filename: task.file, name: task.name, signal })
      } catch (error) {
        if (signal.aborted || closed) throw busy()
        if (tries >= TRIES) throw error
      }
    }
  }

  async function inTurn<Result>(person: string, calculate: () => Promise<Result>): Promise<Result> {
    const turn = turns.get(person) ?? { last: Promise.resolve(), count: 0 }
    if (turn.count >= MOST_IN_TURN) throw busy()
    turns.set(person, turn)
    turn.count++
    const mine = turn.last.then(() => free(calculate))
    turn.last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      turn.count--
      if (turn.count === 0) turns.delete(person)
    }
  }

  return {
    run,
    inTurn,
    async close() {
      closed = true
      await pool?.destroy()
    },
  }
}

/** Lets as many calculations run at once as there are places; the others wait, the first first. */
function places(count: number, most_waiting: number) {
  const waiting: (() => void)[] = []
  let left = count
  return async <Result>(calculate: () => Promise<Result>): Promise<Result> => {
    if (left > 0) left--
    else if (waiting.length >= most_waiting) throw busy()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await calculate()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else left++
    }
  }
}

const busy = () => new Refusal(503, 'common.busy')
