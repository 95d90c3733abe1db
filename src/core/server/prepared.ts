import type { DriverValueDecoder, Query } from 'drizzle-orm'
import { Column, is, SQL } from 'drizzle-orm'
import type { Db } from './db.ts'

/** A select of plain columns and expressions, with placeholders for what changes from call to call. */
interface FlatSelect<Row> {
  toSQL(): Query
  _: { selectedFields: Record<string, unknown>; result: Row[] }
}

/**
 * A read that every page asks for: parsed and planned once per connection under its name, so that it may be sent over a
 * lane (see pool.ts), and its rows are made with what each column needs found out once. Drizzle's own prepared selects
 * find it out for each value again, for the sake of joins that nest; that was a tenth of the processor of a list.
 * @param name of the statement, one for the whole product
 * @param select what is asked; each `sql.placeholder` is filled by the value of its name
 */
export function preparedRead<Row>(
  name: string,
  select: (db: Db) => FlatSelect<Row>,
): (db: Db, values: Record<string, unknown>) => Promise<Row[]> {
  const prepare = (db: Db) => {
    const built = select(db)
    const columns = Object.entries(built._.selectedFields).map(([key, field]) => ({
      key,
      decoder: decoderOf(field),
    }))
    // Each row begins as a copy of this one: made key by key, it would take several times the memory.
    const empty: Record<string, unknown> = Object.fromEntries(columns.map(({ key }) => [key, null]))
    const rowOf = (values: readonly unknown[]): Row => {
      const row = { ...empty }
      let at = 0
      for (const { key, decoder } of columns) {
        const value = values[at++] ?? null
        if (value !== null) row[key] = decoder.mapFromDriverValue(value)
      }
      return row as Row
    }
    return db._.session.prepareQuery<{ execute: Row[]; all: never; values: never }>(
      built.toSQL(),
      undefined,
      name,
      true,
      (rows) => rows.map(rowOf),
    )
  }
  const known = new WeakMap<Db, ReturnType<typeof prepare>>()
  return async (db, values) => {
    const statement = known.get(db) ?? prepare(db)
    known.set(db, statement)
    return await statement.execute(values)
  }
}

/** How a value of a column arrives. */
function decoderOf(field: unknown): DriverValueDecoder<unknown, unknown> {
  if (is(field, Column)) return field
  if (is(field, SQL)) return (field as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder
  throw new Error('A prepared read takes columns and expressions')
}
