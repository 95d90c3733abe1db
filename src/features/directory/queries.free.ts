import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { isFree } from '#features/availability/queries.ts'

/** `isFree` as plain text, compiled once; its three values are put where the statement has them. */
const FREE = (() => {
  const at = new Date(0)
  const { sql: text, params } = new PgDialect().sqlToQuery(
    isFree(sql.raw('@project'), sql.raw('@starts'), sql.raw('@ends'), at),
  )
  // The only parameter of the fragment is the moment that notice is counted from.
  return params.reduce<string>((made, _value, n) => made.replace(`$${n + 1}`, '@now'), text)
})()

/** Free then, as a condition on a project; all are expressions of the statement that it stands in. */
export function freeSql({ starts, ends, at }: { starts: string; ends: string; at: string }) {
  const condition = FREE.replaceAll('@starts', starts).replaceAll('@ends', ends).replaceAll('@now', at)
  return (project: string) => `(select ${condition.replaceAll('@project', project)})`
}
