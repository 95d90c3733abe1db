import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { PostgresSettings } from './postgres.ts'

/** The folder of all migrations. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations')

const LOCK = 0x7a_71_3b
/** As PostgreSQL numbers its versions: 15.4 is 150004. */
const OLDEST = 150_000

export type Migration = {
  tag: string
  /** What is run before it, of a file beside it: sets right what made one fail that was applied elsewhere and so stays as it is. */
  first: string
  statements: string[]
  hash: string
  when: number
}

/** The database can't be migrated; the message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** The migrations in their order, as drizzle-kit's journal lists them. */
export function migrationsIn(folder: string = MIGRATIONS): Migration[] {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(path.join(folder, `${tag}.sql`), 'utf8').replaceAll('\r\n', '\n')
    return {
      tag,
      when,
      first: firstOf(path.join(folder, `${tag}.first.sql`)),
      statements: text.split('--> statement-breakpoint').filter((statement) => statement.trim() !== ''),
      hash: createHash('sha256').update(text).digest('hex'),
    }
  })
}

const firstOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/**
 * Applies the missing migrations, each in a transaction of its own and all under an advisory lock, so that several
 * processes may start at once. Drizzle's own table lists what has been applied.
 * @returns the tags that were applied
 * @throws MigrationError when the database is too old, newer than the code, or made by other migrations
 */
export async function migrate(settings: PostgresSettings, folder: string = MIGRATIONS): Promise<string[]> {
  const files = migrationsIn(folder)
  const client = new pg.Client({ ...settings, application_name: 'tarima migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows: version } = await client.query<{ n: string; text: string }>(
      `select current_setting('server_version_num') as n, current_setting('server_version') as text`,
    )
    if (Number(version[0]?.n) < OLDEST) {
      throw new MigrationError(`PostgreSQL 15 or newer is needed; this server is ${version[0]?.text}.`)
    }
    await client.query(`select pg_advisory_lock(${LOCK})`)
    await client.query('create schema if not exists drizzle')
    await client.query(
      'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    )
    const { rows: applied } = await client.query<{ hash: string }>(
      'select hash from drizzle.__drizzle_migrations order by id',
    )
    if (applied.length > files.length) {
      throw new MigrationError('The database is newer than this release: start the newer release.')
    }
    const other = applied.findIndex(({ hash }, i) => hash !== files[i]?.hash)
    if (other >= 0) {
      throw new MigrationError(
        `Migration ${files[other]?.tag} is not the one this database was made with. ` +
          'In development, remove the data folder (or the database) and start again.',
      )
    }
    const missing = files.slice(applied.length)
    for (const { tag, first, statements, hash, when } of missing) {
      const done = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${when})`
      try {
        // In one message: a database that is new takes more than a thousand statements. None is run after one that fails.
        await client.query(['begin', first, ...statements, done].join('\n;\n'))
        // By itself: of a process that has ended meanwhile nothing stays.
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new MigrationError(`Migration ${tag} failed: ${(error as Error).message}`, { cause: error })
      }
    }
    return missing.map(({ tag }) => tag)
  } finally {
    await client.end() // releases the lock
  }
}
