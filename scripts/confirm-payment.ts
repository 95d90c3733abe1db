import path from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal } from '#core/contract/errors.ts'
import { MINOR_UNITS } from '#core/contract/money.ts'
import type { App } from '#core/server/app.ts'
import { readConfig } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { transaction } from '#core/server/work.ts'
import { settlePayment } from '#features/contracts/commands.payments.ts'
import { settlePayment as settleLesson } from '#features/lessons/booking/commands.payments.ts'
import { toSettle } from '#features/payments/queries.ts'
import { settleCharge } from '#features/plans/commands.charges.ts'
import { toConfirm } from '#features/plans/queries.due.ts'
import { compose } from '../src/app/server/compose.ts'

/*
 * npm run confirm-payment -- CHARGE --by NAME [--failed REASON]: a transfer for a plan was found, or wasn't; with
 * `payment ID` instead of a charge, one between the two sides of an agreement. Who said so stays in its history. Without
 * either it lists what waits for that.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, failed: { type: 'string' } },
})
const lists = positionals.length === 0 && !values.by && values.failed === undefined
const isPayment = positionals[0] === 'payment'
const charge_id = Number(positionals[isPayment ? 1 : 0])
const by = values.by?.trim() ?? ''
if (!lists && (!Number.isSafeInteger(charge_id) || charge_id < 1 || !by || values.failed === '')) {
  console.error(
    'npm run confirm-payment [-- CHARGE|payment ID --by YOUR-NAME [--failed "why it was not found"]]',
  )
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
  const unanswered = await toSettle(db, new Date())
  for (const one of unanswered)
    console.log(
      `Payment ${one.id} for ${one.subject}: ${amountOf(one)}, reference "${one.reference}", ${one.state}, recorded ${one.declared_at}`,
    )
  if (waiting.length + unanswered.length === 0) console.log('No transfer waits.')
}

type Settled = Pick<Awaited<ReturnType<typeof settleCharge>>, 'id' | 'amount' | 'currency'> & {
  state: string
}

async function settle(app: App) {
  try {
    const outcome = values.failed ? { failed: values.failed } : {}
    const charge = await transaction<Settled>(app, app.clock.now(), async (work) => {
      if (isPayment)
        return (
          (await settleLesson(work, charge_id, by, outcome)) ?? settlePayment(work, charge_id, by, outcome)
        )
      const { credit, ...settled } = await settleCharge(work, charge_id, by, outcome)
      return { ...settled, amount: settled.amount - credit }
    })
    console.log(
      `${isPayment ? 'Payment' : 'Charge'} ${charge.id}: ${charge.state}, ${amountOf(charge)}, by ${by}`,
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(
      error.status === 404 ? `There is nothing with the number ${charge_id}.` : 'That is settled already.',
    )
    process.exitCode = 1
  }
}
