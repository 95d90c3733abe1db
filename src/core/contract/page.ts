import * as z from 'zod/mini'
import { Refusal } from './errors.ts'

/** How a list is asked for: keyset cursor, 20 rows unless said, at most 100. */
export const PageQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
})
export type PageQuery = z.output<typeof PageQuery>

export interface Page<Row> {
  results: Row[]
  next: string | null
}

/** The one shape of a list on the wire. */
export function page<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ results: z.array(row), next: z.nullable(z.string()) })
}

/**
 * The id after which a list goes on; undefined at its beginning.
 * @throws Refusal 400 for a cursor that isn't one of ours
 */
export function idAfter(cursor: string | undefined): number | undefined {
  if (!cursor) return undefined
  if (!/^\d{1,15}$/.test(cursor)) throw new Refusal(400, 'common.malformed')
  return Number(cursor)
}

/**
 * Where a list that is sorted by a moment and then by id goes on; its cursor is `<instant>_<id>`.
 * @throws Refusal 400 for a cursor that isn't one of ours
 */
export function momentAfter(cursor: string | undefined): { at: string; id: number } | undefined {
  if (!cursor) return undefined
  const [, at = '', id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_(\d{1,15})$/.exec(cursor) ?? []
  if (Number.isNaN(Date.parse(at))) throw new Refusal(400, 'common.malformed')
  return { at, id: Number(id) }
}

/**
 * Cuts a page out of `limit + 1` rows; the extra row only tells that there is more.
 * @param key what the next page starts after; it must be the query's own sort key
 */
export function pageOf<Row>(rows: Row[], limit: number, key: (row: Row) => string | number): Page<Row> {
  const results = rows.slice(0, limit)
  const last = results.at(-1)
  return { results, next: rows.length > limit && last ? String(key(last)) : null }
}

/** Every row of a list, page after page, for whoever needs them all. */
export async function everyRow<Row>(
  read: (query: { limit: number; cursor?: string }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { results, next } = await read({ limit: 100, ...(cursor ? { cursor } : {}) })
    rows.push(...results)
    cursor = next
  }
  return rows
}
