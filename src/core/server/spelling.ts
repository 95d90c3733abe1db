import { type SQL, sql } from 'drizzle-orm'
import { saysNearly } from '#core/contract/spelling.ts'
import type { Db } from './db.ts'

/** Of so many of somebody's rows, the latest, slips are forgiven: each text is compared word by word. */
const LATELY = 500

/**
 * SQL condition: a row of somebody's own says what is typed, whatever accents and case; of the latest, also nearly.
 * @param rows.text what is said, and `id`, the row's number, both as they stand in the statement that this goes into
 * @param rows.among where these are: `from … where … order by …`, the latest first
 */
export async function saysTyped(
  db: Db,
  { text, id, among }: { text: SQL; id: SQL; among: SQL },
  typed: string,
): Promise<SQL> {
  const { rows } = await db.execute<{ id: number; text: string }>(
    sql`select ${id} as id, ${text} as text ${among} limit ${LATELY}`,
  )
  const near = rows.filter((row) => saysNearly(row.text, typed)).map((row) => row.id)
  return sql`(strpos(unaccented(lower(${text})), unaccented(lower(${typed}::text))) > 0
    or ${id} = any(${sql.param(near)}::bigint[]))`
}
