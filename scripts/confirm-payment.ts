import { parseArgs } from 'node:util'
import type { App } from '#core/server/app.ts'
import { toSettle } from '#features/payments/queries.ts'
import { toConfirm } from '#features/plans/queries.due.ts'
import { amountTitle } from '#features/staff/rules.ts'
import { atConsole, decideByName, idOf, orSay, usage } from './console.ts'

/*
 * npm run confirm-payment -- CHARGE --by NAME [--failed REASON]: a transfer for a plan was found, or wasn't; with
 * `payment ID` instead of a charge, one between the two sides of an agreement. Who said so stays in its history, and in the
 * log. Without either it lists what waits for that.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, failed: { type: 'string' } },
})
const lists = positionals.length === 0 && !values.by && values.failed === undefined
const isPayment = positionals[0] === 'payment'
const id = idOf(positionals[isPayment ? 1 : 0])
const by = values.by?.trim() ?? ''
if (!lists && (id === null || !by || values.failed === ''))
  usage('npm run confirm-payment [-- CHARGE|payment ID --by YOUR-NAME [--failed "why it was not found"]]')

await atConsole((app) => (id === null ? list(app) : settle(app, id)))

async function list({ db, clock }: App) {
  const waiting = await toConfirm(db)
  for (const charge of waiting)
    console.log(
      `Charge ${charge.id}: ${amountTitle(charge.amount, charge.currency)}, reference "${charge.reference}", sent ${charge.declared_at}`,
    )
  const unanswered = await toSettle(db, clock.now())
  for (const one of unanswered)
    console.log(
      `Payment ${one.id} for ${one.subject}: ${amountTitle(one.amount, one.currency)}, reference "${one.reference}", ${one.state}, recorded ${one.declared_at}`,
    )
  if (waiting.length + unanswered.length === 0) console.log('No transfer waits.')
}

const settle = (app: App, id: number) =>
  orSay(
    async () => {
      if (isPayment)
        await decideByName(app, by, { kind: 'payment', id }, values.failed ? 'miss' : 'find', values.failed)
      else
        await decideByName(app, by, { kind: 'charge', id }, values.failed ? 'fail' : 'confirm', values.failed)
      console.log(
        `${isPayment ? 'Payment' : 'Charge'} ${id}: ${values.failed ? 'not found' : 'confirmed'}, by ${by}`,
      )
    },
    ({ status }) => (status === 404 ? `There is nothing with the number ${id}.` : 'That is settled already.'),
  )
