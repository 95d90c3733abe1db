import path from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal } from '#core/contract/errors.ts'
import type { App } from '#core/server/app.ts'
import { readConfig } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { transaction } from '#core/server/work.ts'
import { decideProfile } from '#features/directory/commands.reports.ts'
import { reportedProfiles } from '#features/directory/queries.reports.ts'
import { compose } from '../src/app/server/compose.ts'

/*
 * npm run profiles: the public profiles that were reported. npm run profiles -- PROJECT --by NAME --hide REASON hides one from
 * everybody, with a reason that its owner reads; --keep leaves it, or shows it again. Who decided stays in its row.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, hide: { type: 'string' }, keep: { type: 'boolean' } },
})
const lists = positionals.length === 0 && Object.keys(values).length === 0
const project_id = Number(positionals[0])
const by = values.by?.trim() ?? ''
const reason = values.hide?.trim()
const isOne = Number.isSafeInteger(project_id) && project_id > 0
if (!lists && (!isOne || !by || Boolean(reason) === Boolean(values.keep) || (reason?.length ?? 0) > 500)) {
  console.error('npm run profiles [-- PROJECT --by YOUR-NAME (--hide "why its owner reads" | --keep)]')
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
    else await decide(app)
  } finally {
    await close()
  }
} finally {
  await embedded?.stop()
}

async function list(db: Db) {
  const waiting = await reportedProfiles(db)
  for (const { project_id, name, bio, hidden_reason, reports } of waiting) {
    console.log(`Project ${project_id}, ${name}${hidden_reason === null ? '' : ' (hidden)'}`)
    for (const { reason, note } of reports) console.log(`  ${reason}${note && `: ${note}`}`)
    console.log(`  Says of itself: ${bio.slice(0, 300) || '(nothing)'}`)
  }
  if (waiting.length === 0) console.log('No report waits.')
}

async function decide(app: App) {
  try {
    await transaction(app, app.clock.now(), (work) => decideProfile(work, project_id, by, reason ?? null))
    console.log(`Project ${project_id}: ${reason ? 'hidden' : 'shown'}, by ${by}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(`There is no project ${project_id}.`)
    process.exitCode = 1
  }
}
