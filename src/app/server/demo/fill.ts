import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { MINUTE } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import type { Config } from '#core/server/config.ts'
import { closeDb, type Database, openDb } from '#core/server/db.ts'
import { storeOf } from '#core/server/files.ts'
import { mails } from '#core/server/mail.ts'
import type { PostgresSettings } from '#core/server/postgres.ts'
import { PART as DOCUMENT, storedDocuments } from '#features/contracts/queries.papers.ts'
import { storedEventDocuments } from '#features/events/queries.documents.ts'
import { storedFiles } from '#features/files/queries.ts'
import { storedAssignmentFiles } from '#features/lessons/assignments/queries.ts'
import { storedCertificates } from '#features/lessons/certificates/queries.ts'
import { storedRecordings } from '#features/lessons/recordings/queries.ts'
import { storedScores } from '#features/lessons/scores/queries.ts'
import { storedMedia } from '#features/media/queries.ts'
import { storedSlips } from '#features/slips/queries.ts'
import { storedTicketFiles } from '#features/support/queries.files.ts'
import { storedThreadFiles } from '#features/threads/queries.files.ts'
import { storedIdentityFiles } from '#features/verification/queries.ts'
import { compose } from '../compose.ts'
import { loadDemo } from './load.ts'

/** Where the bytes of each kind of row are. */
const STORED = [
  storedFiles,
  storedEventDocuments,
  storedMedia,
  storedThreadFiles,
  storedTicketFiles,
  storedAssignmentFiles,
  storedScores,
  storedRecordings,
  storedCertificates,
  storedIdentityFiles,
  storedSlips,
]
const LOCK = 0x7a_71_3e
const TURN_MS = 10 * MINUTE

/** Stands while the demo data is being loaded: a start that finds it starts the loading over. */
const marker = (config: Config) => path.join(config.data_dir, 'demo-is-loading')

/** Nobody has an account yet, or the last loading was interrupted. */
async function isWanted(config: Config, db: Database): Promise<boolean> {
  if (existsSync(marker(config))) {
    return true
  }
  const { rows } = await db.execute(sql`select not exists (select 1 from users) as empty`)
  return rows[0]?.empty === true
}

/**
 * Loads the demo data, by an app of its own that runs no jobs and whose clock may be moved. Demo people get no
 * mail. Only one process does it at a time.
 * @param options.anyway true: empties a database that is in use; false: only where it is wanted
 */
export async function fillWithDemo(options: {
  config: Config
  settings: PostgresSettings
  anyway: boolean
  say: (line: string) => void
  log?: Logger
}): Promise<void> {
  const { config, settings, say } = options
  // Whoever comes second waits until the first one is done.
  const limits = { statement: TURN_MS, lock: TURN_MS, answer: TURN_MS }
  const turn = openDb(settings, { max: 1, name: 'tarima demo', limits })
  try {
    await turn.execute(sql`select pg_advisory_lock(${LOCK})`)
    if (!options.anyway && !(await isWanted(config, turn))) {
      return
    }
    say('Loading demo data (DEMO=0 leaves it out)')
    const { app, close } = await compose({
      config,
      settings,
      work: false,
      mail: 'in memory',
      patient: true,
      ...(options.log ? { log: options.log } : {}),
    })
    try {
      const started = Date.now()
      mkdirSync(config.data_dir, { recursive: true })
      writeFileSync(marker(config), '')
      await emptyStore(app)
      await emptyTables(app.db)
      await loadDemo(app, (line) => say(`  ${line}`))
      await app.db.execute(sql`delete from pgboss.job where name = ${mails.name}`)
      // The planner's picture of the new rows must not wait for the background worker.
      await app.db.execute(sql`analyze`)
      rmSync(marker(config))
      say(`  Loaded in ${((Date.now() - started) / 1000).toFixed(1)} s`)
    } finally {
      await close()
    }
  } finally {
    await closeDb(turn)
  }
}

/** The bytes of uploaded files, of agreements and of events' documents; without their rows nobody would ever find them. */
export async function emptyStore({ config, db }: Pick<App, 'config' | 'db'>) {
  for (const { key } of await storedDocuments(db)) await storeOf(config).remove(key, [DOCUMENT])
  for (const stored of STORED)
    for (const { key, parts } of await stored(db)) await storeOf(config).remove(key, parts)
}

/** Empties every table, those too whose rows are kept for ever: whoever loads the demo again begins anew. */
export async function emptyTables(db: Database): Promise<void> {
  const { rows } = await db.execute<{ name: string; guards: string[] }>(sql`
    select quote_ident(c.relname) as name, array(select quote_ident(t.tgname) from pg_trigger t
      where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 32 <> 0) as guards
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')`)
  if (rows.length === 0) return
  const guarded = rows.flatMap(({ name, guards }) => guards.map((guard) => ({ name, guard })))
  await db.transaction(async (tx) => {
    const turn = async (way: 'disable' | 'enable') => {
      for (const { name, guard } of guarded)
        await tx.execute(sql.raw(`alter table ${name} ${way} trigger ${guard}`))
    }
    await turn('disable')
    await tx.execute(sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`))
    await turn('enable')
  })
}
