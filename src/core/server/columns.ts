import { getTableName, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** Row id: rises in the order of insertion, never re-used, fits a JavaScript number. */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** Reference to another row's id; chain `.references(() => table.id)`. */
export const ref = () => bigint({ mode: 'number' })

/**
 * A moment in UTC; travels as an ISO 8601 string. Milliseconds, as in JavaScript, so that a value that was read
 * compares equal to the stored one (cursors).
 */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'string' })

/** When the row was written. Rules that look at the clock are passed `now` and don't read this default. */
export const created_at = () => instant().notNull().default(sql`now()`)

/** Money in minor units of the row's currency. */
export const money = () => bigint({ mode: 'number' })

/** Text that compares without case (e-mails). */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' })

/** A span of instants, `["from","to")` in PostgreSQL's own notation. */
export const tstzrange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/** Sets of whole numbers as ranges, e.g. the minutes of a week when somebody plays. */
export const int4multirange = customType<{ data: string }>({ dataType: () => 'int4multirange' })

/** Sets of instants as ranges. */
export const tstzmultirange = customType<{ data: string }>({ dataType: () => 'tstzmultirange' })

/**
 * Names of states as they are written in a statement, for one that is planned once (plannedRows): of a parameter the planner
 * doesn't know how many rows have it, nor which index is only for those.
 * @throws Error for what isn't the name of a state
 */
export function written(states: readonly string[]): SQL {
  const odd = states.find((state) => !/^[a-z_]+$/.test(state))
  if (odd !== undefined) throw new Error(`${odd} isn't the name of a state`)
  return sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`)
}

/**
 * A column that is null only in rows that the statement never finds, such as the name of a deleted account where only
 * people with an account are asked for.
 */
export const present = <Column extends AnyPgColumn>(column: Column): SQL<NonNullable<Column['_']['data']>> =>
  sql<NonNullable<Column['_']['data']>>`${column}`

/**
 * A column with its table's name, always. In a select of one table (and in RETURNING) drizzle writes columns bare,
 * and inside a subquery a bare name means the inner table's column, where there is one of that name.
 */
export const outer = (column: AnyPgColumn): SQL =>
  sql`${sql.identifier(getTableName(column.table))}.${sql.identifier(column.name)}`
