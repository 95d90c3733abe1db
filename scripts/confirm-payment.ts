import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { Refusal } from '#core/contract/errors.ts'
import { MINOR_UNITS } from '#core/contract/money.ts'
import { subject } from '#core/contract/subject.ts'
import type { App } from '#core/server/app.ts'
import { readConfig } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { storeOf } from '#core/server/files.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { transaction } from '#core/server/work.ts'
import { settlePayment } from '#features/contracts/commands.payments.ts'
import { settleFees } from '#features/fees/commands.ts'
import { feesToConfirm } from '#features/fees/queries.ts'
import { numberOf } from '#features/fees/rules.ts'
import { documentPart } from '#features/files/rules.ts'
import { toSettle } from '#features/payments/queries.ts'
import { settleCharge } from '#features/plans/commands.charges.ts'
import { toConfirm } from '#features/plans/queries.due.ts'
import type { SlipOf } from '#features/slips/contract.ts'
import { slipOf } from '#features/slips/queries.ts'
import { compose } from '../src/app/server/compose.ts'

/*
 * npm run confirm-payment -- CHARGE --by NAME [--failed REASON]: a transfer for a plan was found, or wasn't; with
 * `payment ID` instead of a charge, one between the two sides of an agreement, with `fees ID` one for a statement of fees.
 * Who said so stays in its history. `--slip FILE` writes the slip of a transfer into a file, and settles nothing. Without
 * any of it, it lists what waits.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, failed: { type: 'string' }, slip: { type: 'string' } },
})
const NAMES = { payment: 'Payment', charge: 'Charge', fees: 'Statement' } as const satisfies Record<
  SlipOf,
  string
>
const lists = positionals.length === 0 && !values.by && values.failed === undefined && !values.slip
const named = (['payment', 'charge', 'fees'] as const).find((one) => one === positionals[0])
const of: SlipOf = named ?? 'charge'
const id = Number(positionals[named ? 1 : 0])
const by = values.by?.trim() ?? ''
if (!lists && (!Number.isSafeInteger(id) || id < 1 || !(by || values.slip) || values.failed === '')) {
  console.error(
    'npm run confirm-payment [-- CHARGE|payment ID|fees ID (--by YOUR-NAME [--failed "why it was not found"] | --slip FILE)]',
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
    else if (values.slip) await told(() => fetchSlip(app, values.slip ?? ''))
    else await told(() => settle(app))
  } finally {
    await close()
  }
} finally {
  await embedded?.stop()
}

async function list(db: Db) {
  const slipped = ({ has_slip }: { has_slip: boolean }) => (has_slip ? ', with a slip' : '')
  const waiting = await toConfirm(db)
  for (const charge of waiting)
    console.log(
      `Charge ${charge.id}: ${amountOf(charge)}, reference "${charge.reference}", sent ${charge.declared_at}${slipped(charge)}`,
    )
  const fees = await feesToConfirm(db)
  for (const one of fees)
    console.log(
      `Statement ${one.id} (${numberOf(one)}): ${amountOf({ ...one, amount: one.amount - one.credit })}, reference "${one.reference}", sent ${one.declared_at}${slipped(one)}`,
    )
  const unanswered = await toSettle(db, new Date())
  for (const one of unanswered)
    console.log(
      `Payment ${one.id} for ${one.subject}: ${amountOf(one)}, reference "${one.reference}", ${one.state}, recorded ${one.declared_at}${slipped(one)}`,
    )
  if (waiting.length + fees.length + unanswered.length === 0) console.log('No transfer waits.')
}

async function settle(app: App) {
  const outcome = values.failed ? { failed: values.failed } : {}
  const settled = await transaction<{ amount: number; currency: string; state: string }>(
    app,
    app.clock.now(),
    async (work) => {
      if (of === 'payment') return settlePayment(work, id, by, outcome)
      const { credit, ...one } =
        of === 'fees' ? await settleFees(work, id, by, outcome) : await settleCharge(work, id, by, outcome)
      return { ...one, amount: one.amount - credit }
    },
  )
  console.log(`${NAMES[of]} ${id}: ${settled.state}, ${amountOf(settled)}, by ${by}`)
}

async function fetchSlip({ config, db }: App, file: string) {
  const { key, format } = await slipOf(db, subject(of, id))
  const stream = await storeOf(config).read(key, documentPart(format))
  if (!stream) throw new Refusal(404, 'common.not_found')
  await pipeline(stream, createWriteStream(file))
  console.log(`${NAMES[of]} ${id}: its slip (${format}) is in ${file}`)
}

/** Says in words why it was refused. */
async function told(run: () => Promise<void>) {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(
      error.status === 404 ? `There is nothing with the number ${id}.` : 'That is settled already.',
    )
    process.exitCode = 1
  }
}
