import path from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal } from '#core/contract/errors.ts'
import { MINOR_UNITS } from '#core/contract/money.ts'
import type { App } from '#core/server/app.ts'
import { readConfig } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { transaction } from '#core/server/work.ts'
import { settleCharge } from '#features/plans/commands.charges.ts'
import { toConfirm } from '#features/plans/queries.due.ts'
import { compose } from '../src/app/server/compose.ts'

/*
 * npm run confirm-payment -- CHARGE --by NAME [--failed REASON]: a transfer for a plan was found, or wasn't. Who said so
 * stays in the charge and in the membership's history. Without a charge it lists the transfers that wait for that.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, failed: { type: 'string' } },
})
const lists = positionals.length === 0 && !values.by && values.failed === undefined
const charge_id = Number(positionals[0])
const by = values.by?.trim() ?? ''
if (!lists && (!Number.isSafeInteger(charge_id) || charge_id < 1 || !by || values.failed === '')) {
  console.error('npm run confirm-payment [-- CHARGE --by YOUR-NAME [--failed "why it was not found"]]')
  process.exit(2)
}
const amountOf = (charge: { amount: number; currency: string }) =>
  `${(charge.amount / MINOR_UNITS).toFixed(2)} ${charge.currency}`

const config = readConfig(process.env)
const embedded = config.database_url
  ? undefined
  : await startPostgres({ folder: path.join(config.data_dir, 'postgres'), say: console.error })
const settings = embedded ? embedded.settings : { connectionString: config.database_url ?? '' }
try {
  const { app, close } = await compose({ config, settings, work: false })
  try {
    if (lists) await list(app.db)
    else await settle(app)
  } finally {
    await close()
  }
} finally {
  await embedded?.stop()
}

async function list(db: Db) {
  const waiting = await toConfirm(db)
  for (const charge of waiting)
    console.log(
      `Charge ${charge.id}: ${amountOf(charge)}, reference "${charge.reference}", sent ${charge.declared_at}`,
    )
  if (waiting.length === 0) console.log('No transfer waits.')
}

async function settle(app: App) {
  try {
    const charge = await transaction(app, app.clock.now(), (work) =>
      settleCharge(work, charge_id, by, values.failed ? { failed: values.failed } : {}),
    )
    console.log(
      `Charge ${charge.id}: ${charge.state}, ${amountOf({ ...charge, amount: charge.amount - charge.credit })}, by ${by}`,
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(
      error.status === 404 ? `There is no charge ${charge_id}.` : 'That charge is settled already.',
    )
    process.exitCode = 1
  }
}
