import fc from 'fast-check'
import * as z from 'zod/mini'
import { isSound } from '#core/server/input.ts'
import type { AnyEndpoint } from '#core/server/route.ts'
import {
  change,
  changed,
  hostile,
  hostileText,
  inputOf,
  instant,
  type Schema,
  SMALL,
  soundFor,
  valid,
} from './fuzz.values.fixture.ts'

/*
 * Requests made from a contract: most of them sound, or sound but for one value, so that they get as far as the
 * handler and the database; some of them nonsense. What the contract makes of one is `refusalOf`.
 */

/** One request, as it will be written. */
export interface Shot {
  params: Record<string, string>
  query: [name: string, value: string][]
  /** JSON; null sends no body */
  body: string | null
  headers: Record<string, string>
}

/** Pieces of a form with the boundary `x`, in any order. */
const form = fc
  .array(
    fc.constantFrom(
      '--x\r\n',
      '--x--',
      '--x--\r\n',
      '\r\n',
      '\r\n\r\n',
      'content-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
      'content-disposition: form-data; name="file"\r\n\r\n',
      'content-disposition: form-data; name="__proto__"; filename="\0"\r\n\r\n',
      'content-disposition\r\n\r\n',
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      '\xff\xd8\xff\xe0',
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

function bodyOf(endpoint: AnyEndpoint, known: object | undefined): fc.Arbitrary<string | null> {
  if (endpoint.method === 'GET') return fc.constant(null)
  if (endpoint.upload) return form
  const sound = soundFor(endpoint.body, known)
  return fc.oneof(
    { weight: 5, arbitrary: sound.map((value) => JSON.stringify(value)) },
    {
      weight: 6,
      arbitrary: fc.tuple(sound, change).map(([value, how]) => JSON.stringify(changed(value, how)) ?? ''),
    },
    { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', '"', '{"a":1}x', '\ufeff{}', '[1', 'nul') },
  )
}

const texts = (schema: Schema) => valid(schema).map((value) => String(value))

function queryOf(endpoint: AnyEndpoint): fc.Arbitrary<Shot['query']> {
  const fields = Object.entries(inputOf(endpoint.query).properties ?? {})
  const field = ([name, schema]: [string, Schema]): fc.Arbitrary<Shot['query']> => {
    const said = texts(schema).map((text): Shot['query'] => [[name, text]])
    const isAsked = inputOf(endpoint.query).required?.includes(name)
    return isAsked
      ? said
      : fc.oneof({ weight: 2, arbitrary: fc.constant<Shot['query']>([]) }, { weight: 1, arbitrary: said })
  }
  const names = fields.map(([name]) => name)
  const stray = fc.tuple(names.length > 0 ? fc.constantFrom(...names) : hostileText, hostileText)
  const more: fc.Arbitrary<Shot['query']> = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Shot['query']>([]) },
    ...(names.includes('cursor')
      ? [{ weight: 4, arbitrary: cursor.map((text): Shot['query'] => [['cursor', text]]) }]
      : []),
    { weight: 2, arbitrary: stray.map((pair): Shot['query'] => [pair]) },
    { weight: 1, arbitrary: fc.tuple(hostileText, hostileText).map((pair): Shot['query'] => [pair]) },
  )
  // One said wrong stands for the right one, or beside it.
  return fc
    .tuple(fc.tuple(...fields.map(field)), more, fc.boolean())
    .map(([said, last, both]) => [...said.flat().filter(([name]) => both || name !== last[0]?.[0]), ...last])
}

const cursor = fc
  .array(
    fc.oneof(
      SMALL.map(String),
      instant,
      fc.constantFrom(
        '2026-11-20T15:00:00.000Z',
        '2026-02-30T00:00:00.000Z',
        '0001-01-01T00:00:00.000Z',
        '-0.25',
        '1e-320',
        '1e300',
        '999999999999999',
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join('_'))

function paramsOf(
  endpoint: AnyEndpoint,
  known: readonly Record<string, string>[],
): fc.Arbitrary<Shot['params']> {
  const fields = Object.entries(inputOf(endpoint.params).properties ?? {})
  const somebodys = known.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...known) }] : []
  const hostilePart = hostileText.filter((text) => text.trim() !== '' && !/^[./\\]|[/\\]/.test(text))
  return fc.oneof(
    ...somebodys,
    {
      weight: 3,
      arbitrary: fc.record(Object.fromEntries(fields.map(([name, schema]) => [name, texts(schema)]))),
    },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(fields.map(([name]) => [name, hostilePart]))) },
  )
}

const headers = fc.record(
  {
    'idempotency-key': fc.oneof(fc.constantFrom('uno', 'dos', 'k'.repeat(200), 'k'.repeat(201)), hostileText),
    'accept-language': fc.constantFrom('es', 'en-GB,en;q=0.9', '*', ';q=', 'x'.repeat(500)),
    'x-forwarded-for': fc.constantFrom('203.0.113.9', 'x'.repeat(3500), '::1, \u00ff', ',,,'),
    'user-agent': fc.constantFrom('Prueba/1.0', 'ñ'.repeat(600)),
    'last-event-id': fc.constantFrom('0', '-1', 'x', '9'.repeat(30)),
    'if-none-match': fc.constantFrom('"x"', '*'),
  },
  { requiredKeys: [] },
)

const formTypes = fc
  .constantFrom(
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/plain',
    'x',
  )
  .map((type): Shot['headers'] => ({ 'content-type': type }))

/**
 * Requests to an endpoint.
 * @param known.ids parameters of rows that are there
 * @param known.body a body that its schema lets through
 */
export const shotsAt = (
  endpoint: AnyEndpoint,
  known: { ids: readonly Record<string, string>[]; body?: object | undefined },
): fc.Arbitrary<Shot> =>
  fc.record({
    params: paramsOf(endpoint, known.ids),
    query: queryOf(endpoint),
    body: bodyOf(endpoint, known.body),
    headers: endpoint.upload
      ? formTypes
      : fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
  })

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** The address of a request. Half a character can't be written into one: U+FFFD stands for it. */
export function urlOf(endpoint: AnyEndpoint, { params, query }: Shot): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encoded(params[name] ?? '1'))
  const asked = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  return asked ? `${path}?${asked}` : path
}

/** The longest part of a path that the router takes. */
const PART_MAX = 200

/** The status that the contract demands for a request; null for one that is the handler's to answer. */
export function refusalOf(endpoint: AnyEndpoint, shot: Shot): 400 | 404 | 415 | 422 | null {
  const params = Object.fromEntries(
    Object.entries(shot.params).map(([name, text]) => [name, text.toWellFormed()]),
  )
  if (Object.values(params).some((text) => encoded(text).length > PART_MAX)) return 400
  // What is of no type isn't read, not even where it is empty, and nothing else is looked at that may be wrong with the call.
  if (endpoint.upload && shot.body !== null && shot.headers['content-type'] === 'x') return 415
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of shot.query.map(
    (pair) => pair.map((text) => text.toWellFormed()) as [string, string],
  )) {
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  let body: unknown = {}
  if (shot.body && !endpoint.upload) {
    try {
      body = JSON.parse(shot.body)
    } catch {
      return 400
    }
  }
  if (![params, query, body, shot.headers].every(isSound)) return 400
  if (!z.safeParse(endpoint.params, params).success) return 404
  if (!z.safeParse(endpoint.query, query).success) return 400
  if (endpoint.method === 'GET' || endpoint.upload) return null
  body ??= {}
  if (typeof body !== 'object' || Array.isArray(body)) return 400
  return z.safeParse(endpoint.body, body).success ? null : 422
}
