import { type Logger, pino } from 'pino'
import type { App, Clock, Handler, Sweep, Workers } from './app.ts'
import { openClock } from './clock.ts'
import type { Config } from './config.ts'
import { closeDb, openDb } from './db.ts'
import { openDisk } from './disk.ts'
import { openJobs } from './jobs.ts'
import { openMail } from './mail.ts'
import { type Outside, openOutside } from './outside.ts'
import type { EmbeddedPostgres, PostgresSettings } from './postgres.ts'
import { bePatient } from './secrets.ts'
import { openSms } from './sms.ts'
import type { Texts } from './texts.ts'
import { openWorkers } from './workers.ts'

/** Searches and public profiles. */
const OPEN = {
  name: 'tarima open',
  max: 4,
  lanes: 2,
  limits: { statement: 3_000, answer: 4_000, connect: 3_000 },
}
/** Short statements alone. */
const RESERVED = {
  name: 'tarima reserved',
  max: 3,
  lanes: 2,
  limits: { statement: 3_000, lock: 2_000, answer: 4_000, connect: 2_000 },
}

/** Who loads data makes many rows in one statement, and tests share a machine that may stall. */
const PATIENT = { statement: 120_000, lock: 60_000, idle: 120_000, answer: 150_000, connect: 30_000 }
const PATIENT_OPEN = { statement: 9_000, answer: 12_000, connect: 30_000 }

/**
 * Opens everything below HTTP on a migrated database.
 * @param options.work true: this process picks up jobs and runs the sweeps
 * @param options.embedded the database that comes along, where that is the one
 * @param options.mail tests keep mails in memory
 * @param options.patient true: statements may take minutes, and passwords wait for one; as it is in tests
 * @param options.outside tests have a small internet of their own
 * @param options.workers threads that others use too, who close them; else the app has its own
 * @param options.free tests say themselves how much room there is; see disk.ts
 */
export async function openApp(options: {
  config: Config
  settings: PostgresSettings
  embedded?: Pick<EmbeddedPostgres, 'home' | 'isUp'> | undefined
  texts: Texts
  reactions: App['reactions']
  handlers: readonly Handler[]
  sweeps: readonly Sweep[]
  work: boolean
  mail?: 'as configured' | 'in memory'
  max?: number
  patient?: boolean
  clock?: Clock
  log?: Logger
  free?: ((folder: string) => Promise<number>) | undefined
  outside?: Outside | undefined
  workers?: Pick<App, 'workers' | 'side_workers'>
}): Promise<{ app: App; close(limit_ms?: number): Promise<void> }> {
  const { config, settings, embedded } = options
  const log = options.log ?? openLog(config)
  let closing = false
  const onError = ({ message }: Error) => {
    if (!closing) {
      log.warn({ reason: message }, 'a database connection was lost')
    }
  }
  const { patient = config.env === 'test' } = options
  if (patient) bePatient()
  const db = openDb(settings, {
    max: options.max ?? 10,
    ...(patient ? { limits: PATIENT } : {}),
    onError,
  })
  const open_db = openDb(settings, { ...OPEN, ...(patient ? { limits: PATIENT_OPEN } : {}), onError })
  const reserved_db = openDb(settings, { ...RESERVED, ...(patient ? { limits: PATIENT } : {}), onError })
  const closePools = () => Promise.all([db, open_db, reserved_db].map(closeDb))
  let app: App
  const jobs = await openJobs({
    settings,
    handlers: options.handlers,
    sweeps: options.sweeps,
    work: options.work,
    app: () => app,
    log,
  }).catch(async (error) => {
    await closePools()
    throw error
  })
  const disk = await openDisk(config, { database: embedded?.home, log: () => log, free: options.free })
  app = {
    config,
    db,
    open_db,
    reserved_db,
    clock: options.clock ?? openClock(),
    jobs,
    mail: openMail(config, () => jobs, options.mail),
    sms: openSms(config, () => app.mail, options.mail),
    log,
    texts: options.texts,
    reactions: options.reactions,
    workers: options.workers ? lent(options.workers.workers) : openWorkers(),
    side_workers: options.workers ? lent(options.workers.side_workers) : openWorkers(),
    disk,
    outside: options.outside ?? openOutside(),
    hasDatabase: () => embedded?.isUp() ?? true,
  }
  const close = async (limit_ms?: number) => {
    closing = true
    disk.close()
    await jobs.stop(limit_ms)
    await Promise.all([app.workers.close(), app.side_workers.close()])
    app.mail.close()
    await closePools()
  }
  try {
    await jobs.start()
  } catch (error) {
    await close()
    throw error
  }
  return { app, close }
}

/** Threads that others use too, and close. */
const lent = (workers: Workers): Workers => ({ ...workers, close: async () => {} })

/** One JSON line per entry on standard output; secrets never reach it. */
export function openLog(config: Config): Logger {
  return pino({
    level: config.log_level,
    serializers: { err: plainError },
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.access'],
      censor: '[hidden]',
    },
  })
}

/**
 * What a log line says of an error: enough to find it, and no values. Drizzle's message carries the parameters of
 * its statement (addresses, hashes), and PostgreSQL's error the whole connection.
 */
export function plainError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) {
    return { message: String(error) }
  }
  const { code, constraint, query } = error as Error & Record<string, unknown>
  const message = typeof query === 'string' ? `Failed query: ${query}` : error.message
  return {
    type: error.name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: error.stack?.slice(error.stack.indexOf('\n    at ') + 1),
    ...(error.cause === undefined ? {} : { cause: plainError(error.cause) }),
  }
}
