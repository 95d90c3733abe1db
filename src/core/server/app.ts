import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database, Db } from './db.ts'
import type { Disk } from './disk.ts'
import type { Outside } from './outside.ts'
import type { Texts } from './texts.ts'

/** Tells the time; tests and development move it. */
export interface Clock {
  now(): Date
  /** by that many milliseconds */
  move(ms: number): void
  set(at: Date): void
  reset(): void
}

/** How often a job is tried again, with growing pauses. */
export interface Retry {
  limit: number
  delay_seconds: number
  delay_max_seconds: number
}

/** Which try of a job this is, from 1. */
export interface Attempt {
  id: string
  attempt: number
  signal: AbortSignal
}

/** A queue by its name, with what its jobs carry; whoever knows it may enqueue. */
export interface Queue<T extends object> {
  readonly name: string
  readonly retry: Retry
  readonly concurrency: number
  /** Jobs of one group run one after the other, so that nobody's many hold up those of others. */
  readonly grouped: boolean
  /** Only for the type; never set. */
  readonly payload?: T
}

/** What does the jobs of a queue; listed in app/server/features.ts. */
export interface Handler {
  readonly queue: Queue<object>
  run(app: App, data: object, job: Attempt): Promise<void>
}

/** Clock-driven work, every minute in one process; it opens a transaction per row that moves. */
export interface Sweep {
  readonly name: string
  readonly run: (reading: Reading) => Promise<void>
}

/** How a job is queued. */
export interface Queueing {
  /** Queues at most one job of that key, for ever. */
  key?: string
  /** Whose it is, in a queue that is grouped. */
  group?: string
}

/** A job that waits to be queued. */
export interface Job<T extends object> extends Queueing {
  data: T
}

export interface Jobs {
  /** Begins to pick up jobs and to sweep, where this process does that; once everything that they need is open. */
  start(): Promise<void>
  /** Queues inside the transaction that causes it, in one statement. */
  enqueue<T extends object>(tx: Db, queue: Queue<T>, jobs: readonly Job<T>[]): Promise<void>
  /** Runs every sweep once, as if it were `now`. */
  runSweeps(now?: Date): Promise<void>
  /** Runs what is queued until nothing is left; for tests. @returns how many jobs ran */
  drain(): Promise<number>
  /** Lets running jobs finish, at most that long. */
  stop(limit_ms?: number): Promise<void>
}

/** A letter; `kind` (verify_email, …) says what it is about, for logs and the list of sent mails. */
export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  kind: string
  /** Where one click stops letters of this kind (RFC 8058). */
  unsubscribe?: string
}
export interface SentMail extends Mail {
  id: string
  date: string
}

export interface Mailer {
  /** Queues a mail with the transaction; the same key is sent once. */
  send(tx: Db, mail: Mail, options?: { key?: string }): Promise<void>
  /** Sends it now. Only the mail queue calls this. */
  deliver(mail: Mail, id: string): Promise<void>
  /** What was sent, newest first; empty where an SMTP server is set. */
  sent(): Promise<SentMail[]>
  /** Closes the connections to the mail server. */
  close(): void
}

/** A text message to a phone. */
export interface TextMessage {
  /** E.164. */
  to: string
  text: string
}
export interface SentText extends TextMessage {
  id: string
  date: string
}

export interface Texter {
  /** Whether text messages can be sent at all: without, nothing may offer what needs one. */
  readonly isOffered: boolean
  /** Sends it now. Only jobs call this. @param id the job's: what was sent isn't sent again */
  deliver(message: TextMessage, id: string): Promise<void>
  /** What was written down outside production, newest first. */
  sent(): Promise<SentText[]>
}

/** What a feature does when an event is raised, in the same transaction; see events.ts. */
export interface Reaction {
  readonly kind: 'event'
  readonly name: string
  run(work: Work, payload: unknown): Promise<void>
}

/** What a feature answers at an extension point; see events.ts. */
export interface Contribution {
  readonly kind: 'contribution'
  readonly name: string
  run(reading: Reading, payload: unknown): Promise<readonly unknown[]>
}

/** Both, by the name of what calls them, in the order in which they run. */
export interface Reactions {
  readonly events: ReadonlyMap<string, readonly Reaction[]>
  readonly contributions: ReadonlyMap<string, readonly Contribution[]>
}

/** A function that worker threads can run, by where it is; see workers.ts. */
export interface WorkerTask<Input, Output> {
  readonly file: string
  readonly name: string
  /** Only for the type; never set. */
  readonly input?: Input
  /** Only for the type; never set. */
  readonly output?: Output
}

/** What a calculation may still take. */
export interface Effort {
  /** Milliseconds; 0 when it has used up what it may take. */
  left(): number
  /** @throws Refusal 499 when whoever asked for it has left */
  check(): void
}

/** Threads for calculations that would hold up the event loop. */
export interface Workers {
  /**
   * Runs a task in a thread; once more when the thread was lost.
   * @param more.limit_ms less than a task may usually take, for what others wrote
   * @throws Refusal 503 `common.busy` when too many wait, or it takes too long (a `TooLong`)
   */
  run<Input, Output>(
    task: WorkerTask<Input, Output>,
    input: Input,
    more?: { limit_ms?: number },
  ): Promise<Output>
  /**
   * Lets a person's calculations run one after the other, and few of everybody at once, so that nobody holds all
   * threads and the database goes on serving others.
   * @param person whose it is, `user:12`: the same for whatever they have computed
   * @param calculate asks between its steps how much it may still take
   * @param more.signal of somebody who waits for it: whoever leaves gives their turn back
   * @throws Refusal 503 `common.busy` when too many wait, or somebody waited for too long
   */
  inTurn<Result>(
    person: string,
    calculate: (effort: Effort) => Promise<Result>,
    more?: { signal?: AbortSignal | undefined },
  ): Promise<Result>
  /** Stops all threads; what they were doing is refused. */
  close(): Promise<void>
}

/** Everything that lives as long as the process, passed around instead of imported. */
export interface App {
  db: Database
  /** For searches and public profiles: a flood of them takes no place from others. */
  open_db: Database
  /** For sessions, log-in and readiness: whatever else goes on, these get through. */
  reserved_db: Database
  clock: Clock
  config: Config
  jobs: Jobs
  mail: Mailer
  sms: Texter
  log: FastifyBaseLogger
  texts: Texts
  reactions: Reactions
  /** For matchings, which orders wait for. */
  workers: Workers
  /** For what else is computed beside the event loop (sounds, calendars, papers): however long, no matching waits for it. */
  side_workers: Workers
  disk: Disk
  /** What others serve on the internet. */
  outside: Outside
  /** False while the embedded database is being started again; another server's health isn't this process's. */
  hasDatabase: () => boolean
}

/** What anything that only reads gets; `now` is one instant throughout. */
export interface Reading {
  readonly db: Db
  readonly now: Date
  readonly app: App
}

/** Work of one kind that is collected while a transaction runs and done once, at its end; see work.ts. */
export interface Effect<Item> {
  readonly name: string
  /** How long a chain of effects it feeds; the longest goes first. */
  readonly depth: number
  run(work: Work, items: readonly Item[]): Promise<void>
}

/** What a transaction has collected for its end. Only `transaction` (work.ts) makes one. */
export abstract class Effects {
  /** Makes the type nominal: no other object can stand in for it. */
  protected readonly own = true
  /**
   * Rows that the transaction holds locked, as it last wrote them, by what they are, e.g. `order:12`: nobody else can
   * change them until it ends, so it needn't read them again.
   */
  readonly locked = new Map<string, unknown>()
  abstract add<Item>(effect: Effect<Item>, items: readonly Item[]): void
}

/** What anything that writes gets: an open transaction, whose effects run before it commits. */
export interface Work extends Reading {
  readonly effects: Effects
}
