import type pg from 'pg'
import { closeDb, type Database, openDb } from '#core/server/db.ts'
import type { LanedPool } from '#core/server/pool.ts'
import type { PostgresSettings } from '#core/server/postgres.ts'

export interface Statement {
  text: string
  values: unknown[]
  /** Planned once for a connection, by its name. */
  prepared: boolean
}

/** What an address does and sends. */
export interface Answer {
  statements: Statement[]
  body: unknown
}

/**
 * The statements that a query really sends, so that the bare server does the same SQL and nothing is copied by hand.
 * Over a pool like the product's: on another one reads that are asked for all the time would be selects like any other,
 * and the bare server would plan them anew each time.
 */
export async function statementsOf(
  settings: PostgresSettings,
  run: (db: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = []
  const db = openDb(settings, { max: 1, lanes: 1 })
  const pool = db.$client as LanedPool
  const [query, readKnown] = [pool.query.bind(pool), pool.readKnown.bind(pool)]
  // Seen where they leave: some statements are built by drizzle, others are written out and go past it.
  pool.query = ((config: pg.QueryConfig, values?: unknown[]) => {
    sent.push({
      text: config.text,
      values: values ?? config.values ?? [],
      prepared: config.name !== undefined,
    })
    return query(config, values)
  }) as typeof pool.query
  pool.readKnown = (statement, values) => {
    sent.push({ text: statement.text, values: [...values], prepared: true })
    return readKnown(statement, values)
  }
  try {
    await run(db)
  } finally {
    await closeDb(db)
  }
  return sent
}
