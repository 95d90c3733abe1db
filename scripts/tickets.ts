import path from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal } from '#core/contract/errors.ts'
import type { App } from '#core/server/app.ts'
import { readConfig } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { transaction } from '#core/server/work.ts'
import { answerTicket } from '#features/support/commands.ts'
import { TICKET_TEXT_MAX } from '#features/support/contract.ts'
import { ticketForSupport, waitingTickets } from '#features/support/queries.ts'
import { compose } from '../src/app/server/compose.ts'

/*
 * npm run tickets: the questions that wait for support, the urgent ones first. With a number: that one whole. With --by
 * and --answer it is answered, and with --resolve besides that is all there is to it. Who answered stays with the answer.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, answer: { type: 'string' }, resolve: { type: 'boolean' } },
})
const ticket_id = Number(positionals[0])
const by = values.by?.trim() ?? ''
const answer = values.answer?.trim() ?? ''
const lists = positionals.length === 0
const answers = values.by !== undefined || values.answer !== undefined || values.resolve === true
const isSound = lists
  ? !answers
  : Number.isSafeInteger(ticket_id) &&
    ticket_id > 0 &&
    (!answers || (by !== '' && answer !== '' && answer.length <= TICKET_TEXT_MAX))
if (!isSound) {
  console.error('npm run tickets [-- TICKET [--by YOUR-NAME --answer "what to say" [--resolve]]]')
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
    else if (answers) await reply(app)
    else await show(app.db)
  } finally {
    await close()
  }
} finally {
  await embedded?.stop()
}

async function list(db: Db) {
  const waiting = await waitingTickets(db)
  for (const { id, urgent, title, topic, name, updated_at } of waiting)
    console.log(`${urgent ? 'URGENT ' : ''}${id}: ${title} (${topic}), ${name}, ${updated_at}`)
  if (waiting.length === 0) console.log('Nobody waits for an answer.')
}

async function show(db: Db) {
  const ticket = await ticketForSupport(db, ticket_id)
  if (!ticket) return missing()
  console.log(`${ticket.title} (${ticket.topic}${ticket.about ? `, ${ticket.about}` : ''}), ${ticket.state}`)
  console.log(`${ticket.name}, ${ticket.account_type}`)
  for (const one of ticket.messages) console.log(`\n${one.created_at} ${one.by}:\n${one.text}`)
}

async function reply(app: App) {
  try {
    await transaction(app, app.clock.now(), (work) =>
      answerTicket(work, ticket_id, { by, text: answer, resolves: values.resolve ?? false }),
    )
    console.log(`Ticket ${ticket_id} is answered, by ${by}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status === 404) missing()
    else {
      console.error('That ticket is over.')
      process.exitCode = 1
    }
  }
}

function missing() {
  console.error(`There is no ticket ${ticket_id}.`)
  process.exitCode = 1
}
