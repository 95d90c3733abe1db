import type { Handler, Job, Queue, Queueing, Reading, Retry, Work } from './app.ts'
import { atEnd } from './work.ts'

/*
 * Names of jobs and what they carry, apart from what does them: a feature enqueues from anywhere, while its handlers
 * (jobs.ts) may use everything and are known to the app alone.
 */

/** A dozen tries over about a day and a half. */
const PATIENT: Retry = { limit: 12, delay_seconds: 5, delay_max_seconds: 6 * 3600 }

const declared = new Set<string>()

/** Declares a queue. Names are `feature.what`; `handle` (jobs.ts) says what its jobs do. */
export function queue<T extends object>(declaration: {
  name: string
  retry?: Partial<Retry>
  concurrency?: number
  grouped?: boolean
}): Queue<T> {
  const { name, retry, concurrency = 2, grouped = false } = declaration
  declared.add(name)
  return { name, retry: { ...PATIENT, ...retry }, concurrency, grouped }
}

/** What a transaction enqueued: at its end in one statement for each queue, however many there are. */
export const enqueued = atEnd<{ queue: Queue<object>; job: Job<object> }>(
  'jobs.enqueued',
  async ({ app, db }, items) => {
    for (const [queue, of] of Map.groupBy(items, ({ queue }) => queue))
      await app.jobs.enqueue(
        db,
        queue,
        of.map(({ job }) => job),
      )
  },
)

/** Enqueues a job with the transaction: rolled back, it never runs. Outside of one it is there at once. */
export async function enqueue<T extends object>(
  { app, db, effects }: Pick<Reading, 'app' | 'db'> & Partial<Pick<Work, 'effects'>>,
  queue: Queue<T>,
  data: T,
  options: Queueing = {},
): Promise<void> {
  const job = { data, ...options }
  if (effects) effects.add(enqueued, [{ queue, job }])
  else await app.jobs.enqueue(db, queue, [job])
}

/**
 * Looks for queues whose jobs nobody would ever do, or two would.
 * @throws Error that names them
 */
export function checkHandlers(handlers: readonly Handler[]): void {
  const names = handlers.map((handler) => handler.queue.name)
  const missing = [...declared].filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`no handler is registered for ${missing.join(', ')}`)
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  if (twice.length > 0) throw new Error(`several handlers are registered for ${twice.join(', ')}`)
}
