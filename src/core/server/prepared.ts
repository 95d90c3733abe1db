import type { DriverValueDecoder, Query } from 'drizzle-orm'
import { Column, fillPlaceholders, is, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database, Db } from './db.ts'
import type { Cells, KnownStatement, KnownValue } from './knownRead.ts'
import { LanedPool } from './pool.ts'

/** A select of plain columns and expressions, with placeholders for what changes from call to call. */
interface FlatSelect<Row> {
  toSQL(): Query
  execute(values: Record<string, unknown>): Promise<Row[]>
  _: { selectedFields: Record<string, unknown>; result: Row[] }
}

/**
 * A read that every page asks for: parsed and planned once per connection under its name, sent over a lane (see pool.ts),
 * and its rows are made with what each column needs found out once (see knownRead.ts). Drizzle finds it out for each value
 * again, for the sake of joins that nest, and the library below it for each answer.
 * Inside a transaction it is a select like any other.
 * @param name of the statement, one for the whole product
 * @param select what is asked; each `sql.placeholder` is filled by the value of its name
 */
export function preparedRead<Row>(
  name: string,
  select: (db: Db) => FlatSelect<Row>,
): (db: Db, values: Record<string, KnownValue>) => Promise<Row[]> {
  const known = new WeakMap<LanedPool, Prepared<Row>>()
  return async (db, values) => {
    const pool = (db as Partial<Database>).$client
    if (!(pool instanceof LanedPool)) return await select(db).execute(values)
    const prepared = known.get(pool) ?? prepare(name, select(db))
    known.set(pool, prepared)
    const { statement, params, rowsOf } = prepared
    return rowsOf(await pool.readKnown(statement, fillPlaceholders(params, values) as KnownValue[]))
  }
}

const dialect = new PgDialect()

/**
 * The rows of a statement of many parts that everybody with a desk asks for: its plan is the same whatever its values are,
 * and takes longer to make than to carry out (see LanedPool.readPlanned). What differs from state to state is written into
 * it as it is, not as a value. Inside a transaction it is a statement like any other.
 */
export async function plannedRows<Row extends Record<string, unknown>>(
  db: Db,
  statement: SQL,
): Promise<Row[]> {
  const pool = (db as Partial<Database>).$client
  if (!(pool instanceof LanedPool)) return (await db.execute<Row>(statement)).rows as Row[]
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return await pool.readPlanned<Row>({ text, values: params })
}

interface Prepared<Row> {
  statement: KnownStatement
  params: unknown[]
  rowsOf(rows: Cells[]): Row[]
}

function prepare<Row>(name: string, select: FlatSelect<Row>): Prepared<Row> {
  const { sql: text, params } = select.toSQL()
  const statement: KnownStatement = { name, text, parsers: null }
  const columns = Object.entries(select._.selectedFields).map(([key, field], at) => ({
    key,
    at,
    decoder: decoderOf(field),
  }))
  // Each row begins as a copy of this one: made key by key, it would take several times the memory.
  const empty: Record<string, unknown> = Object.fromEntries(columns.map(({ key }) => [key, null]))
  const rowsOf = (rows: Cells[]): Row[] => {
    const parsers = statement.parsers ?? []
    return rows.map((cells) => {
      const row = { ...empty }
      for (const { key, at, decoder } of columns) {
        const text = cells[at] ?? null
        if (text !== null) row[key] = decoder.mapFromDriverValue(parsers[at]?.(text))
      }
      return row as Row
    })
  }
  return { statement, params, rowsOf }
}

/** How a value of a column arrives. */
function decoderOf(field: unknown): DriverValueDecoder<unknown, unknown> {
  if (is(field, Column)) return field
  if (is(field, SQL)) return (field as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder
  throw new Error('A prepared read takes columns and expressions')
}
