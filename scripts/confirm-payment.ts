import path from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal } from '#core/contract/errors.ts'
import { readConfig } from '#core/server/config.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { transaction } from '#core/server/work.ts'
import { settleCharge } from '#features/plans/commands.charges.ts'
import { compose } from '../src/app/server/compose.ts'

/*
 * npm run confirm-payment -- CHARGE --by NAME [--failed REASON]: a transfer for a plan was found, or wasn't. Who said so
 * stays in the charge and in the membership's history.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, failed: { type: 'string' } },
})
const charge_id = Number(positionals[0])
const by = values.by?.trim()
if (!Number.isSafeInteger(charge_id) || charge_id < 1 || !by || values.failed === '') {
  console.error('npm run confirm-payment -- CHARGE --by YOUR-NAME [--failed "why it was not found"]')
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
    const charge = await transaction(app, app.clock.now(), (work) =>
      settleCharge(work, charge_id, by, values.failed ? { failed: values.failed } : {}),
    )
    console.log(`Charge ${charge.id}: ${charge.state}, ${charge.amount / 100} ${charge.currency}, by ${by}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(
      error.status === 404 ? `There is no charge ${charge_id}.` : 'That charge is settled already.',
    )
    process.exitCode = 1
  } finally {
    await close()
  }
} finally {
  await embedded?.stop()
}
