// First of all: the pool that libraries use while they are loaded must have its size.
import './threadPool.ts'

import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Config, ConfigError, readConfig } from '#core/server/config.ts'
import { storeOf } from '#core/server/files.ts'
import { MigrationError, migrate } from '#core/server/migrate.ts'
import { sealOf } from '#core/server/papers.seal.ts'
import { PostgresError } from '#core/server/postgres.place.ts'
import { type EmbeddedPostgres, type PostgresSettings, startPostgres } from '#core/server/postgres.ts'
import { lowerThreadPool } from '#core/server/threads.ts'
import { loadServer } from './loadServer.ts'

/*
 * Configuration → database → migrations → jobs → HTTP; and back in the other order when asked to stop. All but what the
 * database needs is loaded while the database is made, started and migrated (docs/decisions/0082).
 * What people see goes to standard output in plain lines; the log is JSON.
 */

/** After this long a stop stops waiting. */
const HARD_LIMIT_MS = 10_000
/** What running jobs get at a stop to end by themselves; one that is cut off is run again after the next start. */
const JOBS_LIMIT_MS = 3_000

export const DEMO_ACCOUNTS = [
  ['Talent hunter', 'hunter@tarima.demo'],
  ['Musician', 'musico@tarima.demo'],
  ['Student', 'estudiante@tarima.demo'],
  ['Staff', 'soporte@tarima.demo'],
] as const
export const DEMO_PASSWORD = 'TarimaDemo2026'

const say = (line: string) => {
  process.stdout.write(`${line}\n`)
}

/** What was opened so far, to be closed in the other order. */
const opened: (() => Promise<void>)[] = []
let stopping: Promise<void> | undefined

function stop(why: string): Promise<void> {
  stopping ??= (async () => {
    say(`Stopping (${why}): running requests and jobs finish first`)
    setTimeout(() => {
      say('Gave up waiting')
      process.exit(1)
    }, HARD_LIMIT_MS).unref()
    for (let close = opened.pop(); close; close = opened.pop()) {
      await close()
    }
    say('Stopped')
  })()
  return stopping
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stop(signal).then(
      () => process.exit(0),
      (error) => {
        complain(error)
        process.exit(1)
      },
    )
  })
}

async function start() {
  const config = readConfig(process.env)
  await checkPort(config)
  const folder = path.join(config.data_dir, 'postgres')
  const isMade = ['cluster', 'moved'].some((name) => existsSync(path.join(folder, name)))
  // A bucket and an authority's seal are tried before anything is made here: a first start with wrong ones leaves nothing behind.
  if (!isMade) await Promise.all([config.signing && sealOf(config), config.s3 && storeOf(config).check()])
  mkdirSync(config.data_dir, { recursive: true })

  // Programs of its own make the database: meanwhile this one sees to the rest, and loads most of itself.
  const starting = config.database_url ? undefined : startDatabase(config, folder, isMade)
  const sealing = sealOf(config)
  const keeping = storeOf(config).check()
  const [{ embedded, settings, applied }, { compose, buildServer, listenAtDoors, log }] = await Promise.all([
    Promise.all([starting, sealing, keeping]).then(([embedded]) => migrateDatabase(config, embedded)),
    // Many small questions to the disk: asked before the event loop is held up.
    keeping.then(() => loadServer(config)),
  ])
  if (stopping) {
    return
  }
  if (config.demo) {
    const { fillWithDemo } = await import('./demo/fill.ts')
    await fillWithDemo({ config, settings, anyway: false, say, log })
  }
  const { app, close } = await compose({ config, settings, embedded, work: true, log })
  opened.push(() => close(JOBS_LIMIT_MS))
  const server = await buildServer(app)
  opened.push(() => closeServer(server))
  if (stopping) {
    return // a signal came while this was starting: what is open is being closed
  }
  // A start leaves as much to be collected as the server keeps: a tenth of a second, before anybody can call. As a last resort,
  // what is left is moved together as well, and the rest given back.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
  const port = await listenAtDoors(server, config)
  lowerThreadPool()
  // What a first start wrote would be written again if the database died within the next minutes.
  // Where it fails now, the database does it by itself in some minutes.
  if (embedded && applied.length > 0) app.db.$client.query('checkpoint').catch(() => {})
  banner(config, port)
}

/** Says at once that the port is taken, not after the database and the demo data. */
async function checkPort({ port, host }: Config) {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(port, host, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

/** Brings the database to what this release wants. */
async function migrateDatabase(config: Config, embedded: EmbeddedPostgres | undefined) {
  const settings: PostgresSettings = embedded?.settings ?? { connectionString: config.database_url ?? '' }
  const applied = stopping ? [] : await migrate(settings)
  if (applied.length > 0) {
    say(`Database is up to date (${applied.length} migrations applied)`)
  }
  return { embedded, settings, applied }
}

async function startDatabase(config: Config, folder: string, isMade: boolean): Promise<EmbeddedPostgres> {
  if (!isMade) {
    say(`Creating the database in ${folder}`)
  }
  const fsync = config.env === 'production' || process.env.TARIMA_FSYNC !== 'off'
  // Tests don't wait for a minute.
  const recovery_ms = process.env.TARIMA_RECOVERY_MS
  const starting = startPostgres({
    folder,
    fsync,
    ...(recovery_ms ? { recovery_ms: Number(recovery_ms) } : {}),
    say,
    onLost(error) {
      complain(error)
      stop('there is no database any more')
        .catch(() => {})
        .finally(() => process.exit(1))
    },
  })
  // Whoever stops before it is there waits for it: nothing is left running.
  opened.push(() =>
    starting.then(
      (embedded) => embedded.stop(),
      () => {},
    ),
  )
  return starting
}

/** New connections are refused at once; calls that run get a while, open streams are then cut. */
async function closeServer(server: FastifyInstance) {
  const cut = setTimeout(() => server.server.closeAllConnections(), 3_000)
  await server.close()
  clearTimeout(cut)
}

function banner(config: Config, port: number) {
  const address = config.public_url.replace(/:0$/, `:${port}`)
  const lines = ['', `  Tarima is ready at ${address}`, '']
  if (config.demo && config.env !== 'production') {
    lines.push(
      `  Demo accounts (password ${DEMO_PASSWORD}):`,
      ...DEMO_ACCOUNTS.map(([kind, email]) => `    ${kind.padEnd(14)} ${email}`),
      '',
    )
  }
  if (config.env !== 'production' && !config.smtp_url) {
    lines.push(`  Mails that were sent: ${address}/dev/mail`, '')
  }
  lines.push(`  API: ${address}/api/docs   Stop with Ctrl-C`, '')
  say(lines.join('\n'))
}

function complain(error: unknown) {
  if (error instanceof ConfigError || error instanceof PostgresError || error instanceof MigrationError) {
    process.stderr.write(`${error.message}\n`)
  } else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    const { port, address } = error as { port?: number; address?: string }
    process.stderr.write(`Port ${port} on ${address} is in use: stop what listens there, or set PORT.\n`)
  } else {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  }
}

try {
  await start()
} catch (error) {
  // Closing under a start that is still going on makes it fail: nothing to complain about.
  if (!stopping) {
    complain(error)
    await stop('the start failed').catch(() => {})
    process.exit(1)
  }
}
