import fc from 'fast-check'
import * as z from 'zod/mini'
import { isSound } from '#core/server/input.ts'
import type { AnyEndpoint } from '#core/server/route.ts'

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

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

const SOON = ['2026-11-27', '2026-12-26', '2027-01-10', '2027-02-28', '2028-02-29']
const FAR = ['1900-01-01', '2026-01-01', '2099-12-31', '2999-12-31']
const NEVER = ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30', '2027-02-29']
const day = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SOON) },
  { weight: 1, arbitrary: fc.constantFrom(...FAR) },
)
const time = fc.constantFrom(
  '00:00:00Z',
  '18:30:00.123456Z',
  '22:00:00.000Z',
  '12:00Z',
  '23:59:59+23:59',
  '00:00:00-23:59',
)
const instant = fc.tuple(day, time).map((parts) => parts.join('T'))
const never = fc.tuple(fc.constantFrom(...NEVER, ...FAR), time).map((parts) => parts.join('T'))

const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'x\ud800',
    '\udc00',
    '\u202e\u2028',
    'a\r\nBcc: b@c.d',
    '1e-320',
    '1e309',
    '-0',
    'NaN',
    '9'.repeat(40),
    "' or 1=1 --",
    '%',
    '\\',
    '%zz',
    '../../etc',
    '٣',
    '__proto__',
    'constructor',
    '😀'.repeat(50),
    'ñ'.repeat(3000),
    '(((((',
    '& | !',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(...NEVER),
  never,
)
const hostileNumber = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    1.5,
    1e-320,
    1e-50,
    1e308,
    -1e308,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    32_768,
    1e15,
  ),
  fc.double({ noNaN: true }),
)
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom<unknown>(null, true, [], {}, [null], [[]], { a: 1 }, nested(20), nested(40)),
  fc.constant(JSON.parse('{"__proto__":{"verified":true},"constructor":1}')),
  fc.jsonValue(),
)

/** Ids are small in a database that was just made, so that many of them are somebody's. */
const SMALL = fc.integer({ min: 1, max: 12 })

function numberOf({ minimum, maximum, exclusiveMinimum }: Schema, isWhole: boolean): fc.Arbitrary<number> {
  const min = Math.max(
    exclusiveMinimum === undefined ? (minimum ?? -1000) : exclusiveMinimum + (isWhole ? 1 : 0),
    -(2 ** 53) + 1,
  )
  const max = Math.max(min, Math.min(maximum ?? 2 ** 53 - 1, 2 ** 53 - 1))
  const edges = fc.constantFrom(min, max)
  if (isWhole)
    return fc.oneof(
      { weight: 4, arbitrary: SMALL.map((n) => Math.min(max, Math.max(Math.ceil(min), n))) },
      { weight: 1, arbitrary: edges },
      { weight: 1, arbitrary: fc.integer({ min: Math.ceil(min), max: Math.floor(max) }) },
    )
  const tiny = [1e-320, 1e-50, 0.1, 0].filter((n) => n >= min && n <= max)
  return fc.oneof(edges, fc.constantFrom(...tiny, min), fc.double({ min, max, noNaN: true }))
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return instant
  if (format === 'date') return day
  if (format === 'email')
    return fc.oneof(fc.constantFrom('persona1@tarima.test', 'nueva@tarima.test'), fc.emailAddress())
  if (format === 'uri') return fc.webUrl()
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'))
  const length = { minLength, maxLength: Math.min(Math.max(minLength, 40), maxLength) }
  const sentence = 'Cañón de la salsa y del bolero 🎷 en la Antigua'
    .padEnd(minLength, '.')
    .slice(0, maxLength)
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('America/Guatemala', 'gt', sentence.toWellFormed(), sentence.toWellFormed()),
    },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', ...length }) },
    { weight: 1, arbitrary: fc.constant('ñ'.repeat(Math.min(maxLength, 5000))) },
  )
}

/** What a schema lets through, as far as its JSON form says it. */
function valid(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map(valid))
  switch (schema.type) {
    case 'object': {
      if (!schema.properties) return fc.constant({})
      const fields = Object.entries(schema.properties).map(([name, field]) => [name, valid(field)] as const)
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
    }
    case 'array':
      return fc.array(valid(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
      })
    case 'integer':
      return numberOf(schema, true)
    case 'number':
      return numberOf(schema, false)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return textOf(schema)
    case 'null':
      return fc.constant(null)
    default:
      return fc.oneof(fc.constantFrom(undefined, null, 0, []), fc.jsonValue())
  }
}

type Change = { at: number; how: 'replace' | 'remove' | 'add'; value: unknown }
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat({ max: 200 }),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add'),
  value: hostile,
})

/** The same value with one of its parts replaced, taken out or added to. */
function changed(value: unknown, { at, how, value: other }: Change): unknown {
  const whole = { root: structuredClone(value) }
  const places: { holder: Record<string, unknown>; key: string }[] = []
  const visit = (holder: Record<string, unknown>) => {
    for (const key of Object.keys(holder)) {
      places.push({ holder, key })
      const inside = holder[key]
      if (typeof inside === 'object' && inside !== null) visit(inside as Record<string, unknown>)
    }
  }
  visit(whole)
  const place = places[at % places.length]
  if (!place) return value
  if (how === 'remove') delete place.holder[place.key]
  else if (how === 'add') place.holder[typeof other === 'string' ? other : 'more'] = other
  else place.holder[place.key] = other
  return whole.root
}

/** Of a few tries the first that the schema lets through whole: rules between fields aren't in its JSON form. */
const TRIES = 6
const soundFor = (schema: z.ZodMiniType, known?: unknown): fc.Arbitrary<unknown> => {
  const tries = fc
    .array(valid(inputOf(schema)), { minLength: TRIES, maxLength: TRIES })
    .map((made) => made.find((one) => z.safeParse(schema, one).success) ?? made[0])
  return known === undefined
    ? tries
    : fc.oneof({ weight: 3, arbitrary: fc.constant(known) }, { weight: 2, arbitrary: tries })
}

const inputOf = (schema: z.ZodMiniType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

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
export function refusalOf(endpoint: AnyEndpoint, shot: Shot): 400 | 404 | 422 | null {
  const params = Object.fromEntries(
    Object.entries(shot.params).map(([name, text]) => [name, text.toWellFormed()]),
  )
  if (Object.values(params).some((text) => encoded(text).length > PART_MAX)) return 400
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
