import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Config, readConfig } from './config.ts'
import { closeDb, type Database, openDb } from './db.ts'
import { migrate, migrationsIn } from './migrate.ts'
import { type PostgresSettings, startPostgres } from './postgres.ts'

/*
 * Databases for tests. A server runs once for all of them (embedded without fsync, or DATABASE_URL), holds a
 * migrated template, and each test file gets a copy of it: about 30 ms, the same engine as in production.
 */

const VARIABLE = 'TARIMA_TEST_SERVER'
const TEMPLATE_LOCK = 0x7a_71_3d

type Server = { settings: PostgresSettings; template: string }

/** The same server, another database. */
function onDatabase(settings: PostgresSettings, database: string): PostgresSettings {
  if (!('connectionString' in settings)) {
    return { ...settings, database }
  }
  const url = new URL(settings.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

async function asAdmin<T>(settings: PostgresSettings, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...settings, application_name: 'tarima tests' })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/**
 * Starts (or joins) the tests' server and makes the template. Called once per run, before the workers start;
 * `testDatabase` finds it through the environment.
 * @param prepare fills the template further (the job tables)
 */
export async function startTestServer(
  prepare: (settings: PostgresSettings) => Promise<void> = async () => {},
): Promise<{ settings: PostgresSettings; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL
  const embedded = given ? undefined : await startEmbedded()
  const settings: PostgresSettings = embedded ? embedded.settings : { connectionString: given as string }
  const hash = migrationsIn()
    .reduce((sum, { hash }) => sum + hash, '')
    .replaceAll(/[^0-9a-f]/g, '')
  const short = (await import('node:crypto')).createHash('sha256').update(hash).digest('hex').slice(0, 12)
  const template = `tarima_template_${short}`

  await asAdmin(settings, async (client) => {
    // One at a time: two runs may start together, and a template can't be copied while somebody fills it.
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`)
    await dropLeftovers(client, template)
    const { rowCount } = await client.query(
      'select 1 from pg_database where datname = $1 and datistemplate',
      [template],
    )
    if (rowCount === 0) {
      await client.query(`drop database if exists ${template} with (force)`)
      await client.query(`create database ${template}`)
      const inside = onDatabase(settings, template)
      await migrate(inside)
      await prepare(inside)
      await client.query(`alter database ${template} with is_template true allow_connections false`)
    }
  })
  process.env[VARIABLE] = JSON.stringify({ settings, template } satisfies Server)
  return { settings, stop: async () => embedded?.stop() }
}

/**
 * The folder is kept between runs (a warm start is 10 times faster) and shared by runs at the same time. .ci/run names one
 * in memory: each copy makes some 1,400 files.
 */
async function startEmbedded() {
  const folder =
    process.env.TEST_POSTGRES_FOLDER ??
    path.resolve(import.meta.dirname, '../../../node_modules/.cache/tarima/test-postgres')
  const options = { folder, fsync: false, maxConnections: 300 }
  try {
    return await startPostgres(options)
  } catch {
    // Without fsync a crash of the machine may have broken it: it holds nothing worth keeping.
    try {
      rmSync(folder, { recursive: true, force: true })
      return await startPostgres(options)
    } catch {
      return startPostgres({
        ...options,
        folder: path.join(os.tmpdir(), `tarima-test-postgres-${process.getuid?.() ?? 0}`),
      })
    }
  }
}

/** Copies whose process was killed, and templates of other migrations that nobody copies from any more. */
async function dropLeftovers(client: pg.Client, template: string) {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database
     where (datname like 'tarima\\_test\\_%' or datname like 'tarima\\_template\\_%') and datname <> $1`,
    [template],
  )
  for (const { datname } of rows) {
    const maker = /^tarima_test_(\d+)_/.exec(datname)?.[1]
    if (maker ? isDead(Number(maker)) : rows.length > 20) {
      await client.query(`alter database ${datname} with is_template false`).catch(() => {})
      await client.query(`drop database if exists ${datname}`).catch(() => {})
    }
  }
}

function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/**
 * A migrated, empty database of the caller's own.
 * @param options.max connections of its pool (4; race tests want more)
 * @param options.empty true: not even migrated
 */
export async function testDatabase(options: { max?: number; empty?: boolean } = {}): Promise<{
  db: Database
  settings: PostgresSettings
  drop(): Promise<void>
}> {
  const found = process.env[VARIABLE]
  if (!found) {
    throw new Error(
      'There is no test server: run this through vitest (project "db"), or call startTestServer()',
    )
  }
  const { settings, template } = JSON.parse(found) as Server
  const name = `tarima_test_${process.pid}_${randomBytes(5).toString('hex')}`
  await asAdmin(settings, (client) =>
    // With nothing forced to disk, copying the files takes half as long as logging their pages.
    client.query(
      `create database ${name} template ${options.empty ? 'template0' : template} strategy file_copy`,
    ),
  )
  const own = onDatabase(settings, name)
  const db = openDb(own, { max: options.max ?? 4, name: 'tarima tests' })
  return {
    db,
    settings: own,
    async drop() {
      await closeDb(db)
      await asAdmin(settings, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** A configuration for tests: nothing of the caller's environment, nothing written outside the temp folder. */
export function testConfig(env: Record<string, string> = {}): Config {
  return readConfig({
    NODE_ENV: 'test',
    DEMO: '0',
    RATE_LIMIT: '1000000',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    DATA_DIR: path.join(os.tmpdir(), `tarima-test-data-${process.pid}`),
    PUBLIC_URL: 'http://tarima.test',
    // Tests call as if through a proxy on the same machine.
    TRUST_PROXY: 'loopback',
    ...env,
  })
}
