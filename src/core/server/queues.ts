import type { Handler, Queue, Reading, Retry } from './app.ts'

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

/**
 * Enqueues a job with the transaction: rolled back, it never runs.
 * @param options.key queues at most one job of that key, for ever
 * @param options.group whose it is, in a queue that is grouped
 */
export const enqueue = <T extends object>(
  { app, db }: Pick<Reading, 'app' | 'db'>,
  queue: Queue<T>,
  data: T,
  options: { key?: string; group?: string } = {},
): Promise<void> => app.jobs.enqueue(db, queue, data, options)

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
