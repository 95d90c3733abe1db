import * as z from 'zod/mini'
import type { Again, AnyEndpoint, Route } from './route.ts'

/*
 * Where the answer of a write can be read again, so that a repeated one needn't be kept: the GET that answers by the
 * same schema, or the list of such rows. A route may say it itself (`again`). What has nothing to read it by, and
 * nothing personal in it, is kept as it was.
 */

/** The parts of zod's own description of a schema that matter here. */
interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  checks?: readonly { _zod: { def: { check: string } } }[]
  format?: string
}

const defOf = (schema: z.ZodMiniType): Def => schema._zod.def as Def

/** Whether anything could be said in it about anybody: a text that isn't one of a few, a number or a moment. */
export function isPersonal(schema: z.ZodMiniType): boolean {
  const { type, shape, element, innerType, options, checks, format } = defOf(schema)
  if (shape) return Object.values(shape).some(isPersonal)
  if (options) return options.some(isPersonal)
  const inner = element ?? innerType
  if (inner) return isPersonal(inner)
  // Instants, days and currencies have a form; what people write has at most a length.
  if (type === 'string')
    return format === undefined && !checks?.some(({ _zod: { def } }) => def.check === 'string_format')
  return !['number', 'boolean', 'enum', 'literal', 'int', 'null', 'undefined'].includes(type)
}

const namesOf = (schema: z.ZodMiniType): string[] => Object.keys(defOf(schema).shape ?? {})

/** The schema of a list's rows, if it is a list. */
const rowOf = (reply: z.ZodMiniType): z.ZodMiniType | undefined => {
  const results = defOf(reply).shape?.results
  return results && defOf(results).element
}

/** What a GET asks for when it is asked for nothing in particular. */
const plainly = (endpoint: AnyEndpoint, given: object): unknown => {
  const query = z.safeParse(endpoint.query, given)
  return query.success ? query.data : undefined
}

/** How a repeated call of each write is answered; null: its answer is kept. */
export function againOf(route: Route, routes: readonly Route[]): Again | null {
  if (route.again) return route.again
  const { endpoint } = route
  const reads = routes.filter(({ endpoint: { method, raw } }) => method === 'GET' && !raw)
  const one = reads.find(
    (read) =>
      read.endpoint.reply === endpoint.reply &&
      namesOf(read.endpoint.params).every((name) => name === 'id') &&
      plainly(read.endpoint, {}) !== undefined,
  )
  if (one) {
    const query = plainly(one.endpoint, {})
    return (context, { params }, about) =>
      one.handler(
        context,
        {
          params: { ...(params as object), ...(about === null ? {} : { id: about }) },
          query,
          body: {},
        } as never,
        undefined as never,
      )
  }
  const list = reads.find(
    (read) =>
      rowOf(read.endpoint.reply) === endpoint.reply &&
      namesOf(read.endpoint.params).every((name) => namesOf(endpoint.params).includes(name)) &&
      plainly(read.endpoint, { limit: 100 }) !== undefined,
  )
  if (!list && !isPersonal(endpoint.reply)) return null
  if (!list)
    throw new Error(`${endpoint.method} ${endpoint.path}: a repeated call can't be answered; say how (again)`)
  const query = plainly(list.endpoint, { limit: 100 })
  return async (context, { params }, about) => {
    for (let cursor: string | null | undefined, page = 0; page < 10 && cursor !== null; page++) {
      const asked = { ...(query as object), ...(cursor ? { cursor } : {}) }
      const found = (await list.handler(
        context,
        { params, query: asked, body: {} } as never,
        undefined as never,
      )) as { results: { id: number }[]; next: string | null }
      const row = found.results.find(({ id }) => id === about)
      if (row) return row
      cursor = found.next
    }
    return undefined
  }
}
