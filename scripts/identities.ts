import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { Refusal } from '#core/contract/errors.ts'
import type { App } from '#core/server/app.ts'
import { readConfig } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { storeOf } from '#core/server/files.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { transaction } from '#core/server/work.ts'
import { documentPart } from '#features/files/rules.ts'
import { decide } from '#features/verification/commands.ts'
import { REFUSALS, RefusalReason } from '#features/verification/contract.ts'
import { waitingCheck, waitingChecks, waitingFile } from '#features/verification/queries.ts'
import { compose } from '../src/app/server/compose.ts'

/*
 * npm run identities: the identity documents that wait. npm run identities -- CHECK --open FOLDER writes one's files there, to
 * be looked at and deleted by whoever looks. With --by NAME and --accept or --refuse REASON it is decided: its sender is
 * told, and the stored files are gone. Who decided stays in its row.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    by: { type: 'string' },
    open: { type: 'string' },
    accept: { type: 'boolean' },
    refuse: { type: 'string' },
  },
})
const check_id = Number(positionals[0])
const by = values.by?.trim() ?? ''
const refused = RefusalReason.safeParse(values.refuse).data
const lists = positionals.length === 0 && Object.keys(values).length === 0
const opens = values.open !== undefined && !by && !values.accept && values.refuse === undefined
const decides = by !== '' && values.open === undefined && (values.accept === true) !== (refused !== undefined)
const isOne = Number.isSafeInteger(check_id) && check_id > 0
if (!lists && !(isOne && (opens || decides))) {
  console.error(
    `npm run identities [-- CHECK (--open FOLDER | --by YOUR-NAME (--accept | --refuse ${REFUSALS.join('|')}))]`,
  )
  process.exit(2)
}

const config = readConfig(process.env)
const embedded = config.database_url
  ? undefined
  : await startPostgres({ folder: path.join(config.data_dir, 'postgres'), say: console.error })
const settings = embedded ? embedded.settings : { connectionString: config.database_url ?? '' }
try {
  const { app, close } = await compose({ config, settings, work: false })
  try {
    if (lists) await list(app.db)
    else await act(app)
  } finally {
    await close()
  }
} finally {
  await embedded?.stop()
}

async function list(db: Db) {
  const waiting = await waitingChecks(db)
  for (const { id, name, account_type, sent_at, files } of waiting)
    console.log(`${id}: ${name}, ${account_type}, since ${sent_at}, ${files.length} file(s)`)
  if (waiting.length === 0) console.log('No document waits.')
}

async function act(app: App) {
  try {
    if (opens) await open(app, values.open ?? '')
    else {
      await transaction(app, app.clock.now(), (work) => decide(work, check_id, by, refused))
      console.log(`Document ${check_id}: ${refused ?? 'accepted'}, by ${by}`)
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(
      error.status === 404 ? `No document ${check_id} waits.` : `Document ${check_id} is decided already.`,
    )
    process.exitCode = 1
  }
}

async function open({ db, config }: App, folder: string) {
  const { name, files } = await waitingCheck(db, check_id)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [n, { id, format }] of files.entries()) {
    const { key } = await waitingFile(db, check_id, id)
    const stream = await storeOf(config).read(key, documentPart(format))
    const to = path.join(folder, `${check_id}-${n + 1}.${format}`)
    if (stream) await pipeline(stream, createWriteStream(to, { mode: 0o600 }))
    console.log(`${to}, to be compared with "${name}"`)
  }
}
