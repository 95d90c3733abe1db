import { setImmediate as nextTurn } from 'node:timers/promises'
import fastJsonStringify from 'fast-json-stringify'
import * as z from 'zod/mini'
import type { App } from './app.ts'
import { shownBy } from './audience.ts'
import type { AnyEndpoint } from './route.ts'

/** What was compiled already, by whose answers it writes. */
const compiled = new WeakMap<AnyEndpoint, (answer: unknown) => string>()

/**
 * How an answer becomes text. In production compiled from the schema, so that nothing leaves that the
 * schema lacks; elsewhere validated too, so that a test sees an answer that breaks its contract.
 */
export function writerOf(
  { config }: Pick<App, 'config'>,
  endpoint: AnyEndpoint,
): (answer: unknown) => string {
  if (endpoint.raw) return String
  const shown = shownBy(endpoint.reply)
  if (config.env !== 'production') return (answer) => JSON.stringify(z.parse(endpoint.reply, shown(answer)))
  const known = compiled.get(endpoint)
  if (known) return known
  // Whatever is left to be compiled is compiled now: the first answer would else keep everybody waiting meanwhile.
  const compact = fastJsonStringify(schemaOf(endpoint), { compileValidators: true })
  const write = (answer: unknown) => compact(shown(answer))
  compiled.set(endpoint, write)
  return write
}

/** Compiles how the answers of all these become text; between two of them others go on. */
export async function prepareWriters(
  app: Pick<App, 'config'>,
  endpoints: readonly AnyEndpoint[],
): Promise<void> {
  for (const endpoint of endpoints) {
    writerOf(app, endpoint)
    await nextTurn()
  }
}

/** A reply's schema for what compiles it; where it may be null it says so by `nullable`. */
export const schemaOf = ({ reply }: Pick<AnyEndpoint, 'reply'>) =>
  withNullable(z.toJSONSchema(reply, { target: 'draft-7', io: 'output', unrepresentable: 'any' })) as Schema

type Schema = Parameters<typeof fastJsonStringify>[0]

/**
 * "This or null" as zod writes it is a choice between two schemas: each answer would be validated to find out which one
 * it is, by a validator that takes a quarter of a second to compile for a large answer. As a word of the one schema it
 * costs a comparison.
 */
function withNullable(schema: object): object {
  const parts = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, inside(part)] as const),
  )
  const { anyOf, ...rest } = parts as { anyOf?: Record<string, unknown>[] }
  const [one, other] = anyOf ?? []
  const isThisOrNull = anyOf?.length === 2 && typeof one?.type === 'string' && other?.type === 'null'
  return isThisOrNull ? { ...one, ...rest, nullable: true } : parts
}

function inside(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inside)
  return typeof part === 'object' && part !== null ? withNullable(part) : part
}
