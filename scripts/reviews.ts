import path from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal } from '#core/contract/errors.ts'
import type { App } from '#core/server/app.ts'
import { readConfig } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { transaction } from '#core/server/work.ts'
import { decideReview } from '#features/reviews/commands.ts'
import { openReports } from '#features/reviews/queries.due.ts'
import { compose } from '../src/app/server/compose.ts'

/*
 * npm run reviews: the reports that wait. npm run reviews -- REVIEW --by NAME --hide REASON takes a review off the public
 * pages and out of its rating, with a reason that both sides read; --keep leaves it, or shows it again. Who decided stays in
 * its row.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, hide: { type: 'string' }, keep: { type: 'boolean' } },
})
const lists = positionals.length === 0 && Object.keys(values).length === 0
const review_id = Number(positionals[0])
const by = values.by?.trim() ?? ''
const reason = values.hide?.trim()
const isOne = Number.isSafeInteger(review_id) && review_id > 0
if (!lists && (!isOne || !by || Boolean(reason) === Boolean(values.keep))) {
  console.error('npm run reviews [-- REVIEW --by YOUR-NAME (--hide "why both sides read" | --keep)]')
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
  const waiting = await openReports(db)
  for (const { review_id, reason, note, text, answer, hidden_reason } of waiting) {
    console.log(`Review ${review_id}, ${reason}${note && `: ${note}`}${hidden_reason ? ' (hidden)' : ''}`)
    console.log(`  ${text || '(no words)'}${answer ? `\n  Answer: ${answer}` : ''}`)
  }
  if (waiting.length === 0) console.log('No report waits.')
}

async function decide(app: App) {
  try {
    await transaction(app, app.clock.now(), (work) =>
      decideReview(work, review_id, by, reason ? { reason } : null),
    )
    console.log(`Review ${review_id}: ${reason ? 'hidden' : 'shown'}, by ${by}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(`There is no review ${review_id}.`)
    process.exitCode = 1
  }
}
