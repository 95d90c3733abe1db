import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { App, Attempt, Handler, Job, Jobs, Queue, Sweep } from './app.ts'
import { type Db, LIMITS, sessionOptions, type TimeLimits } from './db.ts'
import { isUnreachable } from './pool.ts'
import type { PostgresSettings } from './postgres.ts'

const SWEEP_LOCK = 0x7a_71_3c
const MINUTE = 60_000
/** Nobody waits for what the queues do by themselves, such as clearing away what is old: it may take longer. */
const JOB_LIMITS: TimeLimits = { ...LIMITS, statement: MINUTE, answer: MINUTE + 5_000 }

/**
 * Says what the jobs of a queue do.
 * @param run must bear being run twice for one job
 */
export function handle<T extends object>(
  queue: Queue<T>,
  run: (app: App, data: T, job: Attempt) => Promise<void>,
): Handler {
  return { queue, run: (app, data, job) => run(app, data as T, job) }
}

/** Declares clock-driven work. It must bear being run twice at once: UPDATE … WHERE still due … RETURNING. */
export function sweep(declaration: Sweep): Sweep {
  return declaration
}

/** The same key gives the same job id, so a repeated enqueue meets the row that is there. */
function jobId(name: string, key: string): string {
  const hex = createHash('sha256').update(`${name}\n${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Opens the queues on a migrated database. Nothing runs before `start`: what runs needs the whole app, which holds the
 * jobs too.
 * @param options.work true: this process also picks up jobs and runs the sweeps
 */
export async function openJobs(options: {
  settings: PostgresSettings
  handlers: readonly Handler[]
  sweeps: readonly Sweep[]
  /** asked once something runs, since the app holds the jobs too */
  app: () => App
  log: App['log']
  work: boolean
  limits?: Partial<TimeLimits>
}): Promise<Jobs> {
  const { handlers, sweeps, work, log } = options
  const limits = { ...JOB_LIMITS, ...options.limits }
  const settings = {
    ...options.settings,
    options: sessionOptions(limits),
    query_timeout: limits.answer,
    connectionTimeoutMillis: limits.connect,
  }
  const boss = new PgBoss({
    ...settings,
    max: work ? 4 : 2,
    application_name: 'tarima jobs',
    supervise: work,
    schedule: false,
    useListenNotify: work,
  })
  let stopping = false
  boss.on('error', (error) => {
    if (stopping) return
    // Connections that the database dropped are opened again by themselves.
    if (isUnreachable(error)) log.warn({ reason: error.message }, 'jobs have no database for the moment')
    else log.error({ err: error }, 'jobs')
  })
  boss.on('warning', ({ message, data }) => log.warn({ data }, `jobs: ${message}`))
  await boss.start()
  await createQueues(boss, handlers)

  const runOne = (
    handler: Handler,
    job: { id: string; data: object; retryCount: number; signal: AbortSignal },
  ) => handler.run(options.app(), job.data, { id: job.id, attempt: job.retryCount + 1, signal: job.signal })

  const sweeper = work ? openSweeper(settings, () => runSweeps(), log) : undefined
  let sweeping: Promise<void> = Promise.resolve()

  function runSweeps(now?: Date): Promise<void> {
    const run = async () => {
      const at = now ?? options.app().clock.now()
      const failures: unknown[] = []
      for (const { name, run } of sweeps) {
        try {
          await run({ db: options.app().db, now: at, app: options.app() })
        } catch (error) {
          failures.push(error)
          log.error({ err: error, sweep: name }, 'a sweep failed')
        }
      }
      if (failures.length > 0) {
        throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'sweeps failed')
      }
    }
    const mine = sweeping.then(run)
    sweeping = mine.catch(() => {})
    return mine
  }

  async function start() {
    if (!work) return
    for (const handler of handlers) {
      const { queue } = handler
      for (let at = 0; at < queue.concurrency; at++) {
        let worker: string | undefined
        worker = await boss.work<object>(
          queue.name,
          {
            pollingIntervalSeconds: 2,
            // a commit wakes the worker; retries are found by this
            notifyPollingIntervalSeconds: 5,
            // Nearly always: two workers that look at the same instant may take two of a group.
            ...(queue.grouped ? { groupConcurrency: 1 } : {}),
          },
          async ([job]) => {
            if (!job) {
              return
            }
            // Where one waited, more may: it looks again when this one is done, not at the next poll.
            if (worker) boss.notifyWorker(worker)
            try {
              await runOne(handler, job)
            } catch (error) {
              const last = job.retryCount >= queue.retry.limit
              log[last ? 'error' : 'warn'](
                { err: error, queue: queue.name, job: job.id, attempt: job.retryCount + 1 },
                last ? 'a job failed for good' : 'a job failed and will be tried again',
              )
              throw error
            }
          },
        )
      }
    }
    sweeper?.start()
  }

  return {
    start,
    async enqueue<T extends object>(tx: Db, queue: Queue<T>, jobs: readonly Job<T>[]) {
      const rows = jobs.map(({ data, key, group }) => ({
        data,
        ...(key === undefined ? {} : { id: jobId(queue.name, key) }),
        ...(group === undefined ? {} : { group: { id: group } }),
      }))
      // pg-boss refuses a key that comes twice at once, and leaves out one that is there.
      const keys = new Set<string>()
      const first = rows.filter(({ id }) => !id || (!keys.has(id) && keys.add(id)))
      await boss.insert(queue.name, first, { db: fromDrizzle(tx, sql as never) })
    },
    runSweeps,
    async drain() {
      let ran = 0
      let failure: unknown
      for (let before = -1; before !== ran; ) {
        before = ran
        let waiting = await queuesThatWait(boss)
        for (const handler of handlers) {
          const { queue } = handler
          if (!waiting.has(queue.name)) continue
          for (const job of await boss.fetch<object>(queue.name, { batchSize: 100 })) {
            ran++
            try {
              await runOne(handler, job)
              await boss.complete(queue.name, job.id)
            } catch (error) {
              failure ??= error
              await boss.fail(queue.name, job.id, { message: String(error) })
            }
          }
          // What ran may have asked for more, also of queues that come after its own.
          waiting = await queuesThatWait(boss)
        }
      }
      if (failure) {
        throw failure
      }
      return ran
    },
    async stop(limit_ms = 8_000) {
      stopping = true
      await sweeper?.stop()
      await sweeping
      await boss.stop({ graceful: work, timeout: limit_ms })
    },
  }
}

/** The queues in which a job may run now: asking each of them for jobs costs far more. */
async function queuesThatWait(boss: PgBoss): Promise<Set<string>> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select distinct name from pgboss.job where state < 'active' and start_after <= pgboss.job_now()`,
    )
  return new Set(rows.map(({ name }: { name: string }) => name))
}

async function createQueues(boss: PgBoss, handlers: readonly Handler[]) {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, retry } of handlers.map((handler) => handler.queue)) {
    const wanted = {
      retryLimit: retry.limit,
      retryDelay: retry.delay_seconds,
      retryBackoff: true,
      retryDelayMax: retry.delay_max_seconds,
      notify: true,
      expireInSeconds: 300,
      deleteAfterSeconds: 7 * 24 * 3600,
    }
    const there = known.get(name)
    if (!there) {
      await boss.createQueue(name, wanted)
    } else if (there.retryLimit !== wanted.retryLimit || there.retryDelay !== wanted.retryDelay) {
      await boss.updateQueue(name, wanted)
    }
  }
}

/**
 * Calls `run` at each full minute in exactly one of all processes: whoever holds an advisory lock on a connection
 * of its own. When that process dies, its lock goes with it and another one takes over within a minute.
 */
function openSweeper(settings: pg.ClientConfig, run: () => Promise<void>, log: App['log']) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function lead(): Promise<boolean> {
    if (client) {
      return true
    }
    const candidate = new pg.Client({ ...settings, application_name: 'tarima sweeps', keepAlive: true })
    const lost = () => {
      if (client === candidate) {
        client = undefined
      }
    }
    candidate.on('error', lost)
    candidate.on('end', lost)
    await candidate.connect()
    const { rows } = await candidate.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(${SWEEP_LOCK}) as mine`,
    )
    if (!rows[0]?.mine) {
      await candidate.end()
      return false
    }
    client = candidate
    return true
  }

  async function tick() {
    try {
      if ((await lead()) && !stopped) {
        await run()
      }
    } catch (error) {
      log.error({ err: error }, 'the sweeps could not run')
    }
  }

  function plan() {
    if (!stopped) {
      timer = setTimeout(
        () => {
          running = tick().finally(plan)
        },
        MINUTE - (Date.now() % MINUTE),
      )
      timer.unref()
    }
  }

  return {
    start() {
      running = tick().finally(plan)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      await client?.end().catch(() => {})
      client = undefined
    },
  }
}
