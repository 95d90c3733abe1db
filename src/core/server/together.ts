import { Column, is, SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { isoInstant } from './parsers.ts'

/** A select of drizzle's, not sent yet. Its fields are columns and expressions, one level of them. */
interface Select extends SQLWrapper, PromiseLike<readonly unknown[]> {
  readonly _: { readonly selectedFields: Record<string, unknown> }
}

/**
 * Reads several lists in one statement, each as its select alone would find it: one way to the database and back, and
 * all of one moment. An instant that is an expression rather than a column is read with `instantOf`.
 */
export async function together<const Selects extends Record<string, Select>>(
  db: Db,
  selects: Selects,
): Promise<{ [Name in keyof Selects]: Awaited<Selects[Name]> }> {
  const named = Object.entries(selects)
  const lists = named.map(([name, select]) => {
    const columns = Object.keys(select._.selectedFields).map((field) => sql.identifier(field))
    return sql`(select coalesce(json_agg(one), '[]')
      from ${select} one (${sql.join(columns, sql`, `)})) as ${sql.identifier(name)}`
  })
  const { rows } = await db.execute<Record<string, Record<string, unknown>[]>>(
    sql`select ${sql.join(lists, sql`, `)}`,
  )
  const read = named.map(([name, { _ }]) => {
    const decoders = Object.entries(_.selectedFields).map(
      ([field, from]) => [field, decoderOf(from)] as const,
    )
    const decoded = (rows[0]?.[name] ?? []).map((one) =>
      Object.fromEntries(
        decoders.map(([field, decode]) => [field, one[field] === null ? null : decode(one[field])]),
      ),
    )
    return [name, decoded]
  })
  return Object.fromEntries(read)
}

/** Sends several writes as one statement; none of them may read what another writes. */
export async function writeTogether(db: Db, writes: readonly SQLWrapper[]): Promise<void> {
  if (writes.length === 0) return
  const parts = writes.map((write, at) => sql`${sql.identifier(`write_${at}`)} as (${write.getSQL()})`)
  await db.execute(sql`with ${sql.join(parts, sql`, `)} select`)
}

/** Expressions that are moments: PostgreSQL writes them into JSON in its own way. */
const moments = new WeakSet<object>()

/** An expression that is a moment, as ISO 8601 wherever it is read. */
export function instantOf(expression: SQL<string>): SQL<string> {
  moments.add(expression)
  return expression
}

/** How a field's value is read out of JSON, where PostgreSQL has written it by itself. */
function decoderOf(field: unknown): (value: unknown) => unknown {
  if (is(field, Column))
    return field.getSQLType().endsWith('with time zone')
      ? (value) => isoInstant(String(value))
      : (value) => field.mapFromDriverValue(value)
  const expression = is(field, SQL.Aliased) ? field.sql : field
  if (!is(expression, SQL)) throw new Error('a select that is read together with others has no nested fields')
  return moments.has(expression) ? (value) => isoInstant(String(value)) : (value) => value
}
