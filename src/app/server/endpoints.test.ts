import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { FRESH_MINUTES } from '#core/contract/proof.ts'
import { MINUTE } from '#core/contract/time.ts'
import { eachSchema } from '#core/server/openapi.schemas.ts'
import type { AnyEndpoint } from '#core/server/route.ts'
import { permissionsOf, STAFF } from '#features/access/rules.ts'
import { sessions } from '#features/accounts/table.ts'
import { staffIn } from '#features/staff/staff.fixture.ts'
import { apiDocument } from './api/document.ts'
import { routes } from './features.ts'
import { OF_OTHERS } from './others.fixture.ts'
import { type OtherPeople, peopleWithThings } from './scenes/others.fixture.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

/*
 * Every endpoint, whoever calls: a stranger, each account type, and somebody else's row. A new endpoint is in here
 * by being registered; what it can't derive from its contract it says in others.fixture.ts.
 */

let t: TestApp
let callers: Record<'STUDENT' | 'TALENT_HUNTER' | 'MUSICIAN', Person>
let others: OtherPeople
let staff: Person

beforeAll(async () => {
  t = await testApp({ now: '2026-11-20T15:00:00Z' })
  callers = {
    STUDENT: await t.person('STUDENT'),
    TALENT_HUNTER: await t.person('TALENT_HUNTER'),
    MUSICIAN: await t.person('MUSICIAN'),
  }
  // What is for accounts with a second factor is refused for other reasons then.
  await t.secondFactor(callers.MUSICIAN)
  others = await peopleWithThings(t)
  staff = await staffIn(t)
}, 60_000)
afterAll(() => t?.close())

const ACCOUNT_TYPES = ['MUSICIAN', 'TALENT_HUNTER', 'STUDENT'] as const
const endpoints = routes.map(({ endpoint }) => endpoint)
const guarded = endpoints.filter(({ access }) => access !== 'public')
const titleOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`
const urlOf = (endpoint: AnyEndpoint, ids: Record<string, string | number> = {}) =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 1))

describe('the list of endpoints', () => {
  it('names no method and path twice', () => {
    const titles = endpoints.map(titleOf)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })
  it('keeps every path under /api with a trailing slash, or a specified one without', () => {
    for (const { path } of endpoints) expect(path).toMatch(/^\/api\/[\w/:.-]+$/)
  })
  it('asks only for permissions that somebody can hold', () => {
    const held = new Set(
      (['STUDENT', 'TALENT_HUNTER', 'MUSICIAN'] as const).flatMap((account_type) =>
        permissionsOf({ account_type, project_type: 'INDIVIDUAL', owner: true, staff: true }),
      ),
    )
    expect(guarded.filter(({ access }) => access !== 'signed-in' && !held.has(access)).map(titleOf)).toEqual(
      [],
    )
  })
})

/** Names of fields that are about a person wherever they stand. */
const PERSONAL = /^(email|phone|legal_name|tax_id|ip|user_agent|pay_to|typed_name)$/
type Field = { description?: string; enum?: unknown; $ref?: string }
type Operation = { responses: Record<string, { content?: Record<string, { schema: unknown }> }> }

describe('the description of the API', () => {
  it('says of each personal field in an answer who sees it', async () => {
    const { document } = await apiDocument({ url: '/' })
    const schemas = document.components.schemas as Record<string, Field>
    const silent = new Set<string>()
    const read = new Set<string>()
    const isChoice = ({ enum: own, $ref }: Field) => own ?? schemas[$ref?.split('/').at(-1) ?? '']?.enum
    const look = (schema: unknown, at: string) =>
      eachSchema(schema, ({ $ref, properties = {} }) => {
        const named = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''
        if (named && !read.has(named)) {
          read.add(named)
          look(schemas[named], named)
        }
        for (const [name, field] of Object.entries(properties as Record<string, Field>))
          if (PERSONAL.test(name) && !isChoice(field) && !field.description?.startsWith('Personal:'))
            silent.add(`${at} ${name}`)
      })
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods))
        for (const answer of Object.values((operation as Operation).responses))
          for (const { schema } of Object.values(answer.content ?? {})) look(schema, `${method} ${path}`)
    expect([...silent]).toEqual([])
    expect(read.size).toBeGreaterThan(100)
  })
})

describe('nobody signed in', () => {
  for (const endpoint of guarded)
    it(`${titleOf(endpoint)} → 401`, async () => {
      const answer = await t.anonymous.call(
        endpoint.method,
        urlOf(endpoint),
        endpoint.method === 'GET' ? undefined : {},
      )
      expect([answer.status, answer.body.code]).toEqual([401, 'access.unauthorized'])
      expect(answer.body.message).toBe('Unauthorized')
    })
})

describe('an account type that may not', () => {
  for (const endpoint of guarded.filter(({ access }) => access !== 'signed-in'))
    for (const account_type of ['STUDENT', 'TALENT_HUNTER', 'MUSICIAN'] as const) {
      const permissions = permissionsOf({ account_type, project_type: 'INDIVIDUAL', owner: true })
      if (permissions.includes(endpoint.access)) continue
      it(`${titleOf(endpoint)} by a ${account_type} → 403`, async () => {
        const answer = await callers[account_type].call(
          endpoint.method,
          urlOf(endpoint),
          endpoint.method === 'GET' ? undefined : {},
        )
        expect([answer.status, answer.body.code]).toEqual([403, 'access.forbidden'])
      })
    }
})

describe("another's row, or one that isn't there", () => {
  const owned = guarded.filter(({ path }) => path.includes('/:'))
  for (const endpoint of owned) {
    const title = titleOf(endpoint)
    const known = OF_OTHERS[title]
    it(`${title} → 404`, async () => {
      if (!known) throw new Error(`say in others.fixture.ts whose row ${title} is about`)
      if (known === 'anybody') return
      const caller = callers[known.by]
      const body =
        endpoint.method === 'GET' || endpoint.upload ? undefined : (known.body ?? sampleOf(endpoint))
      for (const ids of [
        known.ids(others),
        Object.fromEntries(Object.keys(known.ids(others)).map((k) => [k, 999_999_999])),
      ]) {
        const answer = await caller.call(endpoint.method, urlOf(endpoint, ids), body)
        expect(answer.status, `${urlOf(endpoint, ids)} answered ${answer.text}`).toBe(404)
      }
      // Whoever has the desk acts at the desk alone: never as somebody else, on what is theirs. They have no project.
      if (endpoint.access === STAFF) return
      const {
        status,
        text,
        body: said,
      } = await staff.call(endpoint.method, urlOf(endpoint, known.ids(others)), body)
      const refusals = [403, 404, 'projects.none_active']
      expect(refusals, `by staff: ${text}`).toContain(status === 409 ? said.code : status)
    })
  }
  it('lists nothing that is no longer an endpoint', () => {
    const titles = owned.map(titleOf)
    expect(Object.keys(OF_OTHERS).filter((title) => !titles.includes(title))).toEqual([])
  })
})

describe('somebody whose e-mail is not verified', () => {
  let unverified: Person | undefined
  for (const endpoint of guarded.filter(({ unverified }) => !unverified))
    it(`${titleOf(endpoint)} → 403`, async () => {
      unverified ??= await t.person('MUSICIAN', { verified: false })
      const answer = await unverified.call(
        endpoint.method,
        urlOf(endpoint),
        endpoint.method === 'GET' ? undefined : {},
      )
      expect([answer.status, answer.body.code]).toEqual([403, 'access.unverified'])
    })
})

describe('somebody who proved too long ago that it is them', () => {
  const fresh = guarded.filter((endpoint) => endpoint.fresh)
  it('is asked by these calls: what is taken from them or added is done here knowingly', () =>
    expect(fresh.map(titleOf).sort()).toEqual([
      'DELETE /api/auth/factors/passkeys/:id/',
      'DELETE /api/auth/factors/totp/',
      'PATCH /api/contracts/:id/pay-to/',
      'POST /api/auth/export/',
      'POST /api/auth/export/link/',
      'POST /api/auth/factors/passkeys/',
      'POST /api/auth/factors/passkeys/confirm/',
      'POST /api/auth/factors/recovery/',
      'POST /api/auth/factors/totp/',
      'POST /api/auth/factors/totp/confirm/',
      'POST /api/payouts/:id/',
      'POST /api/projects/:id/transfer/',
      'PUT /api/lessons/settings/pay-to/',
    ]))
  for (const endpoint of fresh)
    it(`${titleOf(endpoint)} → 403, and right after a proof no more`, async () => {
      const may = ACCOUNT_TYPES.find(
        (account_type) =>
          endpoint.access === 'signed-in' ||
          permissionsOf({ account_type, project_type: 'INDIVIDUAL', owner: true }).includes(endpoint.access),
      )
      if (!may) throw new Error(`nobody may call ${titleOf(endpoint)}`)
      const person = await t.person(may)
      const call = () =>
        person.call(endpoint.method, urlOf(endpoint), endpoint.method === 'GET' ? undefined : {})
      const prove = (minutes: number) =>
        t.db
          .update(sessions)
          .set({ proved_at: new Date(t.clock.now().getTime() - minutes * MINUTE).toISOString() })
          .where(eq(sessions.user_id, person.id))
      await prove(FRESH_MINUTES + 0.1)
      const answer = await call()
      expect([answer.status, answer.body]).toEqual([
        403,
        { code: 'access.proof_needed', message: 'Confirma que eres tú para seguir.' },
      ])
      await prove(FRESH_MINUTES - 0.5)
      expect((await call()).body?.code).not.toBe('access.proof_needed')
    })
})

describe('what is staff’s alone', () => {
  it('is these calls: one that is added is added here knowingly', () =>
    expect(
      guarded
        .filter(({ access }) => access === STAFF)
        .map(titleOf)
        .sort(),
    ).toEqual([
      'GET /api/staff/done/',
      'GET /api/staff/help/',
      'GET /api/staff/log/',
      'GET /api/staff/queue/',
      'GET /api/staff/queue/:kind/:id/',
      'GET /api/staff/queue/:kind/:id/files/:file/',
      'GET /api/staff/search/',
      'POST /api/staff/look-ups/',
      'POST /api/staff/queue/:kind/:id/decide/',
      'POST /api/staff/queue/:kind/:id/files/',
      'POST /api/staff/queue/:kind/:id/leave/',
      'POST /api/staff/queue/:kind/:id/take/',
    ]))
})

describe('a cursor of somebody else’s making', () => {
  const wrong = ['abc', '1.5', '-1', '99999999999999999999', "1' or true", '2026-99-99T00:00:00.000Z_1', '_']
  const refused = async (caller: Person, url: string) => {
    for (const cursor of wrong) {
      const { status, body } = await caller.get(url, { query: { cursor } })
      expect([status, body.message.length > 0], cursor).toEqual([400, true])
    }
  }
  const lists = endpoints.filter(
    ({ method, path, query }) =>
      method === 'GET' && !path.includes(':') && query instanceof z.ZodMiniObject && 'cursor' in query.shape,
  )
  it('finds the lists', () => expect(lists.length).toBeGreaterThan(8))
  for (const list of lists)
    it(`is refused by ${list.path}`, async () => {
      if (list.access === STAFF) return refused(staff, list.path)
      // Some lists are one kind of person's, of several who may read of their subject.
      for (const one of ACCOUNT_TYPES)
        if ((await callers[one].get(list.path)).status === 200) return refused(callers[one], list.path)
      throw new Error(`nobody may ask for ${list.path}`)
    })
  it.each(['members', 'invitations'])('is refused by the %s of a band', async (list) => {
    const { MUSICIAN } = callers
    const band = await t.project(MUSICIAN.id, 'GROUP', 'La Prueba')
    await refused(MUSICIAN, `/api/projects/${band}/${list}/`)
  })
})

describe('a path that nobody serves', () => {
  it('is 404 in the shape of every error', async () => {
    const answer = await t.anonymous.get('/api/nothing/here/')
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ code: 'common.not_found', message: 'No encontramos lo que buscas.' })
  })
  it('speaks the caller’s language', async () => {
    const answer = await t.anonymous.get('/api/nothing/', {
      headers: { 'accept-language': 'en-GB,en;q=0.9,es;q=0.5' },
    })
    expect(answer.body.message).toBe("We can't find what you're looking for.")
  })
})

/** The smallest body that its schema lets through. */
function sampleOf(endpoint: AnyEndpoint): object {
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as Schema
  return sample(schema) as object
}

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minLength?: number
  minimum?: number
  default?: unknown
}

function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf ?? schema.oneOf) {
    const options = schema.anyOf ?? schema.oneOf ?? []
    return options.some(({ type }) => type === 'null') ? null : sample(options[0] ?? {})
  }
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]),
    )
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}))
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'string') {
    if (schema.format === 'email') return 'alguien@tarima.test'
    if (schema.format === 'date-time') return '2026-12-20T18:00:00Z'
    if (schema.format === 'date') return '2026-12-20'
    return 'x'.repeat(Math.max(schema.minLength ?? 1, 1))
  }
  return {}
}

it('and no answer to any of it has a status that its description doesn’t list', () =>
  expect([...t.unlisted]).toEqual([]))
