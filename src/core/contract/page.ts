import * as z from 'zod/mini'
import { Refusal } from './errors.ts'
import { isDay, isInstant } from './time.ts'

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

/** What a part of a sort key is made of. */
const PARTS = {
  id: { is: (text: string) => /^\d{1,15}$/.test(text), read: Number },
  number: {
    is: (text: string) =>
      /^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?$/.test(text) && Number.isFinite(Number(text)),
    read: Number,
  },
  instant: { is: isInstant, read: String },
  day: { is: isDay, read: String },
} as const
type Part = keyof typeof PARTS
type KeyOf<Parts extends readonly Part[]> = {
  [At in keyof Parts]: ReturnType<(typeof PARTS)[Parts[At]]['read']>
}

/**
 * The sort key after which a list goes on; undefined at its beginning. A cursor is the parts of the key of the last
 * row, joined by `_`.
 * @param parts what the list is sorted by, as `pageOf` was given it
 * @throws Refusal 400 with the code for a cursor that isn't one of ours
 */
export function keyAfter<const Parts extends readonly Part[]>(
  cursor: string | undefined,
  parts: Parts,
  code = 'common.malformed',
): KeyOf<Parts> | undefined {
  if (!cursor) return undefined
  const texts = cursor.split('_')
  const key = parts.map((part, at) => {
    const text = texts[at] ?? ''
    return PARTS[part].is(text) ? PARTS[part].read(text) : undefined
  })
  if (texts.length !== parts.length || key.includes(undefined)) throw new Refusal(400, code)
  return key as KeyOf<Parts>
}

/**
 * The id after which a list goes on that is sorted by it alone; undefined at its beginning.
 * @throws Refusal 400 for a cursor that isn't one of ours
 */
export const idAfter = (cursor: string | undefined): number | undefined => keyAfter(cursor, ['id'])?.[0]

/**
 * Cuts a page out of `limit + 1` rows; the extra row only tells that there is more.
 * @param key what the next page starts after, part by part; it must be the query's own sort key
 */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  key: (row: Row) => number | readonly (string | number)[],
): Page<Row> {
  const results = rows.slice(0, limit)
  const last = results.at(-1)
  return { results, next: rows.length > limit && last ? [key(last)].flat().join('_') : null }
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
