import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { subject } from '#core/contract/subject.ts'
import type { App } from '#core/server/app.ts'
import { storeOf } from '#core/server/files.ts'
import { transaction } from '#core/server/work.ts'
import { documentPart } from '#features/files/rules.ts'
import { slipOf } from '#features/slips/queries.ts'
import { openFile } from '#features/staff/commands.ts'
import { deskKind } from '#features/staff/queries.queue.ts'
import { atConsole, decideByName, idOf, orSay, usage } from './console.ts'

/*
 * npm run confirm-payment -- CHARGE --by NAME [--failed REASON]: a transfer for a plan was found, or wasn't; with
 * `payment ID` instead of a charge, one between the two sides of an agreement, with `lesson_payment ID` one between teacher
 * and student, with `fees ID` one for a statement of fees.
 * `--slip FILE` in place of a decision writes the slip of a transfer into a file. Who did what stays in its history, and in
 * the log. Without any of it, it lists what waits.
 */

const OF = {
  charge: { name: 'Charge', found: 'confirm', missed: 'fail' },
  fees: { name: 'Statement', found: 'confirm', missed: 'fail' },
  payment: { name: 'Payment', found: 'find', missed: 'miss' },
  lesson_payment: { name: 'Payment of lessons', found: 'find', missed: 'miss' },
} as const
type Kind = keyof typeof OF
/** As the desk has them: what is contested is a kind of its own there. */
const WAITING = [
  ['charge', OF.charge.name],
  ['fees', OF.fees.name],
  ['dispute', 'Payment (contested)'],
  ['payment', OF.payment.name],
  ['lesson_payment', OF.lesson_payment.name],
] as const
/** How many of each are listed. */
const LISTED = 200

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, failed: { type: 'string' }, slip: { type: 'string' } },
})
const lists = positionals.length === 0 && Object.keys(values).length === 0
const named = (Object.keys(OF) as Kind[]).find((one) => one === positionals[0])
const kind = named ?? 'charge'
const id = idOf(positionals[named ? 1 : 0])
const by = values.by?.trim() ?? ''
const isOneThing = values.slip === undefined || (values.slip !== '' && values.failed === undefined)
if (!lists && (id === null || !by || values.failed === '' || !isOneThing))
  usage(
    'npm run confirm-payment [-- CHARGE|fees ID|payment ID|lesson_payment ID --by YOUR-NAME [--failed "why it was not found" | --slip FILE]]',
  )

await atConsole((app) => (id === null ? list(app) : act(app, id)))

async function list(app: App) {
  const reading = { app, db: app.db, now: app.clock.now() }
  let count = 0
  for (const [one, name] of WAITING)
    for (const row of await (await deskKind(reading, one)).waiting(reading, LISTED)) {
      count += 1
      console.log(`${name} ${row.id}: ${row.title}, ${row.who}, said ${row.since}`)
    }
  if (count === 0) console.log('No transfer waits.')
}

const act = (app: App, id: number) =>
  orSay(
    async () => {
      const { name, found, missed } = OF[kind]
      if (values.slip) {
        console.log(`${name} ${id}: its slip (${await fetchSlip(app, id, values.slip)}) is in ${values.slip}`)
        return
      }
      await decideByName(app, by, { kind, id }, values.failed ? missed : found, values.failed)
      console.log(`${name} ${id}: ${values.failed ? 'not found' : 'confirmed'}, by ${by}`)
    },
    ({ status }) =>
      status === 409
        ? 'That is settled already.'
        : values.slip
          ? `There is no slip with the number ${id}.`
          : `There is nothing with the number ${id}.`,
  )

/** Writes a slip into a file. @returns its format. @throws Refusal 404 without one */
async function fetchSlip(app: App, id: number, file: string): Promise<string> {
  const slip = await slipOf(app.db, subject(kind, id))
  const { key, format } = await transaction(app, app.clock.now(), (work) =>
    openFile(work, { console_name: by }, { kind, id }, slip.id),
  )
  const stream = await storeOf(app.config).read(key, documentPart(format))
  if (!stream) throw new Error('the bytes of a slip are gone')
  await pipeline(stream, createWriteStream(file, { mode: 0o600 }))
  return format
}
