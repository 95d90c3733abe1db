import fc from 'fast-check'
import * as z from 'zod/mini'

/* What requests are made of: values that a contract's schema lets through, and values that hardly any does. */

export type Schema = {
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
export const instant = fc.tuple(day, time).map((parts) => parts.join('T'))
const never = fc.tuple(fc.constantFrom(...NEVER, ...FAR), time).map((parts) => parts.join('T'))

/** Names that begin, or look, like a moment: whoever guesses a type by a value takes them for one. */
const LIKE_MOMENTS = ['2026-01-01T00:00 Los Tercos', '2026-01-01T00:00x Paz', '2026-01-01T00:00:00.000Z']
/** Zones that JavaScript knows, and PostgreSQL refuses or takes for other hours. */
const LIKE_ZONES = ['CAT', 'PNT', '+0530', 'US/Pacific-New', '+05:30', 'BST', 'IST', 'CST', 'AST']

export const hostileText = fc.oneof(
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
  fc.constantFrom(...LIKE_MOMENTS),
  fc.constantFrom(...LIKE_ZONES),
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
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom<unknown>(null, true, [], {}, [null], [[]], { a: 1 }, nested(20), nested(40)),
  fc.constant(JSON.parse('{"__proto__":{"verified":true},"constructor":1}')),
  fc.jsonValue(),
)

/** Ids are small in a database that was just made, so that many of them are somebody's. */
export const SMALL = fc.integer({ min: 1, max: 12 })

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
    { weight: 1, arbitrary: fc.constantFrom(...LIKE_MOMENTS) },
    { weight: 1, arbitrary: fc.constantFrom(...LIKE_ZONES) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', ...length }) },
    { weight: 1, arbitrary: fc.constant('ñ'.repeat(Math.min(maxLength, 5000))) },
  )
}

/** What a schema lets through, as far as its JSON form says it. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
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
export const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat({ max: 200 }),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add'),
  value: hostile,
})

/** The same value with one of its parts replaced, taken out or added to. */
export function changed(value: unknown, { at, how, value: other }: Change): unknown {
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
export const soundFor = (schema: z.ZodMiniType, known?: unknown): fc.Arbitrary<unknown> => {
  const tries = fc
    .array(valid(inputOf(schema)), { minLength: TRIES, maxLength: TRIES })
    .map((made) => made.find((one) => z.safeParse(schema, one).success) ?? made[0])
  return known === undefined
    ? tries
    : fc.oneof({ weight: 3, arbitrary: fc.constant(known) }, { weight: 2, arbitrary: tries })
}

export const inputOf = (schema: z.ZodMiniType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
