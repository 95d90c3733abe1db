import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { App } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { storeOf } from '#core/server/files.ts'
import { transaction } from '#core/server/work.ts'
import { documentPart } from '#features/files/rules.ts'
import { openFile } from '#features/staff/commands.ts'
import { REFUSALS, RefusalReason } from '#features/verification/contract.ts'
import { waitingCheck, waitingChecks } from '#features/verification/queries.ts'
import { atConsole, decideByName, idOf, orSay, usage } from './console.ts'

/*
 * npm run identities: the identity documents that wait. With --by NAME and --open FOLDER one's files are written there, to be
 * looked at and deleted by whoever looks; with --accept or --refuse REASON it is decided: its sender is told, and the stored
 * files are gone. Who looked and who decided stays in the log.
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
const check_id = idOf(positionals[0]) ?? 0
const by = values.by?.trim() ?? ''
const refused = RefusalReason.safeParse(values.refuse).data
const lists = positionals.length === 0 && Object.keys(values).length === 0
const opens = by !== '' && !!values.open && !values.accept && values.refuse === undefined
const decides = by !== '' && values.open === undefined && (values.accept === true) !== (refused !== undefined)
if (!lists && !(check_id > 0 && (opens || decides)))
  usage(
    `npm run identities [-- CHECK --by YOUR-NAME (--open FOLDER | --accept | --refuse ${REFUSALS.join('|')})]`,
  )

await atConsole((app) => (lists ? list(app.db) : act(app)))

async function list(db: Db) {
  const waiting = await waitingChecks(db)
  for (const { id, name, account_type, sent_at, files } of waiting)
    console.log(`${id}: ${name}, ${account_type}, since ${sent_at}, ${files.length} file(s)`)
  if (waiting.length === 0) console.log('No document waits.')
}

const act = (app: App) =>
  orSay(
    async () => {
      if (opens) return open(app, values.open ?? '')
      await decideByName(
        app,
        by,
        { kind: 'identity', id: check_id },
        refused ? `refuse_${refused}` : 'accept',
      )
      console.log(`Document ${check_id}: ${refused ?? 'accepted'}, by ${by}`)
    },
    ({ status }) =>
      status === 404 ? `No document ${check_id} waits.` : `Document ${check_id} is decided already.`,
  )

async function open(app: App, folder: string) {
  const { name, files } = await waitingCheck(app.db, check_id)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [n, { id, format }] of files.entries()) {
    const { key } = await transaction(app, app.clock.now(), (work) =>
      openFile(work, { console_name: by }, { kind: 'identity', id: check_id }, id),
    )
    const stream = await storeOf(app.config).read(key, documentPart(format))
    const to = path.join(folder, `${check_id}-${n + 1}.${format}`)
    if (stream) await pipeline(stream, createWriteStream(to, { mode: 0o600 }))
    console.log(`${to}, to be compared with "${name}"`)
  }
}
