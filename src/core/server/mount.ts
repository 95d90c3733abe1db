import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { notFound, problemsOf, Refusal } from '#core/contract/errors.ts'
import { acceptedLanguage, FALLBACK_LANGUAGE, type Language } from '#core/contract/language.ts'
import { SECOND_NEEDED } from '#core/contract/proof.ts'
import { isAsExpected, rememberCallers } from './ahead.ts'
import type { App, Reading, Work } from './app.ts'
import { type Call, CallContext } from './context.ts'
import type { Db } from './db.ts'
import { aboutOf, type KeyedWrite, once } from './idempotency.ts'
import { whileWaitedFor } from './pool.ts'
import { againOf } from './repeats.ts'
import {
  type Again,
  type AnyEndpoint,
  assertFresh,
  needOf,
  type Pool,
  preparedFor,
  type Route,
  type Viewer,
} from './route.ts'
import { tokenHash } from './secrets.ts'
import { transaction } from './work.ts'
import { writerOf } from './writer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
    /** The answer, when it was read beside the session. */
    ahead: Promise<unknown> | null
  }
  interface FastifyContextConfig {
    form?: boolean
    upload?: boolean
    /** It waits for no other call to begin. */
    first?: boolean
  }
}

/** Finds who holds a token; none when it is unknown, expired or revoked. */
export type FindViewer = (db: Db, token: string, now: Date) => Promise<Viewer | null>

/** Whether somebody has a second factor, as far as that call asks for one. */
export type HasSecond = (db: Db, viewer: Viewer, endpoint: AnyEndpoint) => Promise<boolean>

/** Turns the endpoints into Fastify's routes: session → access → parse → handler → reply. */
export function mount(
  server: FastifyInstance,
  app: App,
  routes: readonly Route[],
  { findViewer, hasSecond }: { findViewer: FindViewer; hasSecond: HasSecond },
) {
  server.decorateRequest('viewer', null)
  server.decorateRequest('ahead', null)
  const callers = rememberCallers()
  const apps: Record<Pool, App> = {
    common: app,
    open: { ...app, db: app.open_db },
    reserved: { ...app, db: app.reserved_db },
  }
  for (const route of routes) {
    const { endpoint } = route
    const write = writerOf(app, endpoint)
    const again = isKeyed(route) ? againOf(route, routes) : null
    const need = needOf(endpoint)
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      config: {
        form: endpoint.form,
        upload: endpoint.upload !== false,
        ...(endpoint.limit ? { rateLimit: { max: endpoint.limit, timeWindow: '1 minute' } } : {}),
      },
      // After the count of calls, so that guessed tokens are counted too; before the body is read, so that who may not
      // call doesn't get to upload either.
      preParsing: async (request, reply) => {
        // Whoever knocks at a database that is just starting holds it up.
        if (!app.hasDatabase()) throw unavailable()
        const token = bearerOf(request)
        const finding = token ? findViewer(app.reserved_db, token, app.clock.now()) : null
        const key = token && route.ahead ? tokenHash(token) : null
        const expected = key ? callers.lastOf(key) : undefined
        const ahead = expected && readAhead(apps[route.pool], route, request, reply, expected.viewer)
        request.viewer = await finding
        const found = key ? callers.keep(key, request.viewer) : null
        if (expected && isAsExpected(expected, found)) request.ahead = ahead ?? null
        admit(endpoint, request.viewer, app.clock.now())
        const { viewer } = request
        if (endpoint.second && viewer && !(await hasSecond(app.reserved_db, viewer, endpoint)))
          throw new Refusal(403, SECOND_NEEDED)
        app.disk.admit(need)
      },
      handler: async (request, reply) => {
        const answer = await (request.ahead ??
          answerOf(apps[route.pool], route, again, request, reply, parse(endpoint, request)))
        if (endpoint.raw) return answer
        return reply
          .status(endpoint.status)
          .header('content-type', 'application/json; charset=utf-8')
          .send(write(answer))
      },
    })
  }
}

/** 503: the database doesn't answer; it will in a moment. */
export const unavailable = () => new Refusal(503, 'common.unavailable', { headers: { 'retry-after': '5' } })

/** The opaque token of `Authorization: Bearer …`. */
export function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

/** The language of an answer: what the browser asks for, then what the person chose, then Spanish. */
export const languageFor = (request: FastifyRequest, viewer = request.viewer): Language =>
  acceptedLanguage(request.headers['accept-language']) ?? viewer?.language ?? FALLBACK_LANGUAGE

function admit(endpoint: AnyEndpoint, viewer: Viewer | null, now: Date) {
  if (endpoint.access === 'public') return
  if (!viewer) throw new Refusal(401, 'access.unauthorized')
  if (!viewer.verified && !endpoint.unverified) throw new Refusal(403, 'access.unverified')
  if (viewer.awaits_guardian && !endpoint.unverified) throw new Refusal(403, 'access.guardian_awaited')
  if (endpoint.access !== 'signed-in' && !viewer.permissions.includes(endpoint.access))
    throw new Refusal(403, 'access.forbidden')
  if (endpoint.fresh) assertFresh(viewer, now)
}

/** An issue must know what was sent to tell a missing value from a wrong one. */
const WITH_INPUT = { reportInput: true } as const

function parse(endpoint: AnyEndpoint, request: FastifyRequest) {
  const params = z.safeParse(endpoint.params, request.params, WITH_INPUT)
  if (!params.success) throw new Refusal(404, 'common.not_found')
  const query = z.safeParse(endpoint.query, request.query, WITH_INPUT)
  if (!query.success) throw new Refusal(400, 'common.malformed', { fields: problemsOf(query.error.issues) })
  if (endpoint.upload || endpoint.method === 'GET')
    return { params: params.data, query: query.data, body: {} }
  const sent = request.body ?? {}
  if (typeof sent !== 'object' || Array.isArray(sent)) throw new Refusal(400, 'common.malformed')
  const body = z.safeParse(endpoint.body, sent, WITH_INPUT)
  if (!body.success) throw new Refusal(422, 'common.invalid', { fields: problemsOf(body.error.issues) })
  return { params: params.data, query: query.data, body: body.data }
}

/** Begins to read for whom the session is expected to be of. Nobody gets to see it before that is known. */
function readAhead(
  app: App,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  expected: Viewer,
): Promise<unknown> {
  const read = async () =>
    answerOf(app, route, null, request, reply, parse(route.endpoint, request), expected)
  const answer = read()
  // Whoever waits for it hears of what went wrong; nobody does when it is thrown away.
  answer.catch(() => {})
  return answer
}

function answerOf(
  app: App,
  route: Route,
  again: Again | null,
  request: FastifyRequest,
  reply: FastifyReply,
  input: ReturnType<typeof parse>,
  viewer = request.viewer,
): Promise<unknown> {
  const now = app.clock.now()
  const call: Call = { viewer, language: languageFor(request, viewer), request, reply }
  const contextOf = (work: Reading) => new CallContext(work, call)
  const outside = { db: app.db, now, app }
  if (route.pool === 'open') {
    const context = contextOf(outside)
    return whileWaitedFor(context.signal, () => route.handler(context, input as never, undefined as never))
  }
  if (route.endpoint.method === 'GET' || !route.transaction)
    return route.handler(contextOf(outside), input as never, undefined as never)

  return preparedFor(
    async () => route.prepare?.(contextOf(outside), input as never),
    (prepared) =>
      written(
        app,
        now,
        isKeyed(route) ? request : null,
        // By what is called, not by how its address was written: every form of a path is the same call.
        {
          call: JSON.stringify([route.endpoint.method, route.endpoint.path, input.params, input.query]),
          named: aboutOf(input.params),
        },
        (work) => route.handler(contextOf(work), input as never, prepared as never),
        again && ((work, about) => again(contextOf(work), input, about)),
      ),
  )
}

/** Whether a repeat of the call is known by its key: writes of somebody who is signed in. */
export const isKeyed = ({ endpoint, transaction }: Route): boolean =>
  endpoint.method !== 'GET' && endpoint.access !== 'public' && transaction

/**
 * One transaction for a write; one that was sent with a key is done once.
 * @param request none: keys don't matter
 * @param about what is called, and the id in its path
 */
function written(
  app: App,
  now: Date,
  request: FastifyRequest | null,
  about: Pick<KeyedWrite, 'call' | 'named'>,
  call: (work: Work) => Promise<unknown>,
  again: ((work: Work, about: number | null) => Promise<unknown>) | null,
): Promise<unknown> {
  const key = request?.headers['idempotency-key']
  return transaction(app, now, (work) => {
    if (!request?.viewer || typeof key !== 'string' || !key) return call(work)
    const { viewer } = request
    if (key.length > 200) throw new Refusal(400, 'common.malformed')
    const write = {
      user_id: viewer.id,
      key,
      ...about,
      body: request.body,
      now,
    }
    if (!again) return once(work.db, write, () => call(work), { kept: true })
    return once(work.db, write, () => call(work), {
      kept: false,
      again: async (about) => {
        const answer = await again(work, about)
        if (answer === undefined) throw notFound()
        return answer
      },
    })
  })
}
