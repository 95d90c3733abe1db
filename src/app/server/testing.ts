import type { InjectOptions } from 'fastify'
import type { Logger } from 'pino'
import type { Clock, SentMail } from '#core/server/app.ts'
import { openClock } from '#core/server/clock.ts'
import { type Outside, Unread } from '#core/server/outside.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { testConfig, testDatabase } from '#core/server/testing.ts'
import { openWorkers } from '#core/server/workers.ts'
import { TERMS_VERSION } from '#features/accounts/contract.terms.ts'
import { sessions, totp_secrets, users } from '#features/accounts/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { watchUnlisted, watchUntold } from './api/unlisted.fixture.ts'
import { compose } from './compose.ts'
import { type Calls, callsOver } from './scenes/calls.ts'
import { buildServer } from './server.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
// biome-ignore lint/suspicious/noExplicitAny: a test knows the shape it asks for
export type Answer = { status: number; body: any; headers: Record<string, unknown>; text: string }
type CallOptions = { headers?: Record<string, string>; query?: Record<string, string> }

/** Somebody who calls, with or without a session. */
export type Caller = {
  call(method: Method, path: string, body?: object, options?: CallOptions): Promise<Answer>
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body?: object, options?: CallOptions): Promise<Answer>
  patch(path: string, body?: object, options?: CallOptions): Promise<Answer>
  delete(path: string, options?: CallOptions): Promise<Answer>
}

/** A person with an account and a session, who can also play in a scene. */
export type Person = Caller & {
  /** Calls by contract, which must succeed */
  api: Calls
  id: number
  name: string
  email: string
  token: string
  /** the personal project of a musician; null for others */
  project_id: number | null
}

/** Tests reach nothing outside, unless they bring a small internet of their own. */
const NOWHERE: Outside = { read: () => Promise.reject(new Unread('unreachable')) }

/** One file after the other has an app, and all of them these threads: to load what draws papers takes most of a second. */
const workers = { workers: openWorkers(), side_workers: openWorkers() }

type AccountType = 'STUDENT' | 'TALENT_HUNTER' | 'MUSICIAN'

/**
 * The whole server on a database of its own, called through `inject`; nothing is mocked. Jobs run when `mails()`
 * or `app.jobs.drain()` says so, sweeps through `app.jobs.runSweeps()`.
 * @param options.now where the clock starts (it runs on from there)
 * @param options.max connections of the pool (4; race tests want up to 20)
 * @param options.env settings other than the tests' own
 * @param options.mail 'as configured' for tests about a mail server; else mails stay in memory
 * @param options.work true: jobs are picked up as in production
 * @param options.log for tests about what is logged
 * @param options.outside the internet, for what reads addresses that people typed; else there is none
 * @param options.told true: what calls tell is compared with what the API says of them; they come one after the other
 * @param options.embedded, options.free for tests about a database that dies and a disk that fills
 */
export async function testApp(
  options: {
    now?: string | Date
    max?: number
    env?: Record<string, string>
    mail?: 'as configured' | 'in memory'
    work?: boolean
    log?: Logger
    embedded?: Parameters<typeof compose>[0]['embedded']
    free?: (folder: string) => Promise<number>
    outside?: Outside
    told?: boolean
  } = {},
) {
  const database = await testDatabase()
  const clock: Clock = openClock(options.now === undefined ? undefined : new Date(options.now))
  const { app, close } = await compose({
    config: testConfig(options.env),
    settings: database.settings,
    work: options.work ?? false,
    mail: options.mail ?? 'in memory',
    max: options.max ?? 4,
    clock,
    ...(options.log ? { log: options.log } : {}),
    embedded: options.embedded,
    free: options.free,
    outside: options.outside ?? NOWHERE,
    workers,
  })
  const server = await buildServer(app)
  const unlisted = watchUnlisted(server)
  const untold = options.told ? watchUntold(server, app.db) : new Set<string>()
  await server.ready()
  const people: Person[] = []
  let numbered = 0

  async function inject(request: InjectOptions): Promise<Answer> {
    const reply = await server.inject(request)
    const json = String(reply.headers['content-type'] ?? '').includes('application/json')
    return {
      status: reply.statusCode,
      body: json && reply.payload ? reply.json() : undefined,
      headers: reply.headers,
      text: reply.payload,
    }
  }

  /** Calls with that session's token; without one, as nobody. */
  function as(person?: { token: string }): Caller {
    const call: Caller['call'] = (method, path, body, more = {}) =>
      inject({
        method,
        url: path,
        ...(body === undefined ? {} : { payload: body }),
        ...(more.query ? { query: more.query } : {}),
        headers: {
          'accept-language': 'es',
          ...(person ? { authorization: `Bearer ${person.token}` } : {}),
          ...more.headers,
        },
      })
    return {
      call,
      get: (path, more) => call('GET', path, undefined, more),
      post: (path, body = {}, more = {}) => call('POST', path, body, more),
      patch: (path, body = {}, more = {}) => call('PATCH', path, body, more),
      delete: (path, more) => call('DELETE', path, undefined, more),
    }
  }

  /** Calls by contract with that session's token. */
  const callsOf = (person: { token: string }): Calls => callsOver(as(person).call)

  /** A new account with a session, verified unless told otherwise; a musician gets a personal project. */
  async function person(
    account_type: AccountType,
    more: { name?: string; email?: string; language?: 'es' | 'en'; verified?: boolean; city?: string } = {},
  ): Promise<Person> {
    const now = clock.now().toISOString()
    const n = ++numbered
    const name = more.name ?? `Persona ${n}`
    const [user] = await app.db
      .insert(users)
      .values({
        name,
        email: more.email ?? `persona${n}@tarima.test`,
        account_type,
        language: more.language ?? 'es',
        verified_at: more.verified === false ? null : now,
        terms_accepted_at: now,
        terms_version: TERMS_VERSION,
        city: more.city ?? null,
      })
      .returning()
    if (!user) {
      throw new Error('no user')
    }
    const project_id = account_type === 'MUSICIAN' ? await project(user.id, 'INDIVIDUAL', name) : null
    const token = await session(user.id, project_id)
    const made = {
      ...as({ token }),
      api: callsOf({ token }),
      id: user.id,
      name,
      email: user.email,
      token,
      project_id,
    }
    people.push(made)
    return made
  }

  /** A project with its owner as a member. Answers its id. */
  async function project(
    owner_id: number,
    project_type: 'INDIVIDUAL' | 'GROUP',
    name: string,
  ): Promise<number> {
    const [row] = await app.db.insert(music_projects).values({ owner_id, project_type, name }).returning()
    if (!row) {
      throw new Error('no project')
    }
    await app.db.insert(project_members).values({ project_id: row.id, user_id: owner_id, role: 'OWNER' })
    return row.id
  }

  /** A session that outlives every moved clock. Answers its token. */
  async function session(user_id: number, music_project_id: number | null = null): Promise<string> {
    const token = newToken()
    const now = clock.now().toISOString()
    await app.db.insert(sessions).values({
      user_id,
      token_hash: tokenHash(token),
      remember: true,
      music_project_id,
      expires_at: '2999-01-01T00:00:00.000Z',
      last_used_at: now,
      proved_at: now,
      created_at: now,
    })
    return token
  }

  /** Everybody has just proved, in every session, that it is them. */
  async function allProve(): Promise<void> {
    await app.db.update(sessions).set({ proved_at: clock.now().toISOString() })
  }

  /** They have an app that makes codes, whose secret nobody knows: what is for accounts with a second factor is theirs. */
  async function secondFactor({ id }: { id: number }): Promise<void> {
    const now = clock.now().toISOString()
    await app.db.insert(totp_secrets).values({ user_id: id, secret: 'A'.repeat(32), confirmed_at: now })
  }

  return {
    app,
    db: app.db,
    server,
    settings: database.settings,
    clock,
    /** Answers so far with a status that the API's description doesn't list for the call. */
    unlisted,
    /** What calls told so far that their descriptions don't name, where that is watched. */
    untold,
    inject,
    as,
    callsOf,
    /** Calls as nobody. */
    anonymous: as(),
    person,
    /** Everybody that `person` made so far. */
    people,
    project,
    session,
    allProve,
    secondFactor,
    /** Runs the queued jobs, then answers what was sent so far, newest first. */
    async mails(to?: string): Promise<SentMail[]> {
      await app.jobs.drain()
      return (await app.mail.sent()).filter((mail) => !to || mail.to === to)
    },
    async close() {
      await server.close()
      await close()
      await database.drop()
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>
