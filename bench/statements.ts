import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '#core/server/db.ts'
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

/** The statements that a query really sends, so that the bare server does the same SQL and nothing is copied by hand. */
export async function statementsOf(
  settings: PostgresSettings,
  run: (db: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = []
  const pool = new pg.Pool({ ...settings, max: 1, options: '-c timezone=UTC' } as pg.PoolConfig)
  const query = pool.query.bind(pool)
  // Seen where they leave: some statements are built by drizzle, others are written out and go past it.
  pool.query = ((config: pg.QueryConfig, values?: unknown[]) => {
    sent.push({
      text: config.text,
      values: values ?? config.values ?? [],
      prepared: config.name !== undefined,
    })
    return query(config, values)
  }) as typeof pool.query
  const db = drizzle(pool) as unknown as Database
  try {
    await run(db)
  } finally {
    await pool.end()
  }
  return sent
}
