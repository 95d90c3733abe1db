import { type SQL, sql } from 'drizzle-orm'
import { sayingNearly } from '#core/contract/spelling.ts'
import { normalized, wordsIn } from '#core/contract/words.ts'
import type { Db } from './db.ts'

/** Among so many of somebody's rows, the latest, slips are forgiven. */
const LATELY = 500

/**
 * SQL condition: a row of somebody's own says each of the words that are typed, whatever accents and case; where none
 * of the latest does, those count that say it nearly.
 * @param rows.text what is said, and `id`, the row's number, both as they stand in the statement that this goes into
 * @param rows.among where these are: `from … where … order by …`, the latest first
 */
export async function saysTyped(
  db: Db,
  { text, id, among }: { text: SQL; id: SQL; among: SQL },
  typed: string,
): Promise<SQL> {
  const words = wordsIn(typed)
  // A sign or two are looked for as they stand.
  const wanted = sql.param(words.length > 0 ? words : [normalized(typed)])
  const says = sql`(select bool_and(strpos(said, unaccented(word)) > 0)
    from (select unaccented(lower(${text})) as said offset 0) row, unnest(${wanted}::text[]) word)`
  const { rows } = await db.execute<{ id: number; text: string; says: boolean }>(
    sql`select ${id} as id, ${text} as text, ${says} as says ${among} limit ${LATELY}`,
  )
  if (rows.some((row) => row.says)) return says
  const nearly = sayingNearly(
    rows.map((row) => row.text),
    typed,
  )
  const near = rows.flatMap((row, at) => (nearly[at] ? [row.id] : []))
  return sql`(${says} or ${id} = any(${sql.param(near)}::bigint[]))`
}
