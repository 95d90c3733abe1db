import { parseArgs } from 'node:util'
import type { App } from '#core/server/app.ts'
import { TICKET_TEXT_MAX } from '#features/support/contract.ts'
import { ticketSheet, waitingTickets } from '#features/support/queries.staff.ts'
import { atConsole, decideByName, idOf, orSay, usage } from './console.ts'

/*
 * npm run tickets: the questions that wait for support, the urgent ones first. With a number: that one whole. With --by
 * and --answer it is answered, and with --resolve besides that is all there is to it. Who answered stays with the answer,
 * and in the log.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, answer: { type: 'string' }, resolve: { type: 'boolean' } },
})
const ticket_id = idOf(positionals[0])
const by = values.by?.trim() ?? ''
const answer = values.answer?.trim() ?? ''
const lists = positionals.length === 0
const answers = values.by !== undefined || values.answer !== undefined || values.resolve === true
const isSound = lists
  ? !answers
  : ticket_id !== null && (!answers || (by !== '' && answer !== '' && answer.length <= TICKET_TEXT_MAX))
if (!isSound) usage('npm run tickets [-- TICKET [--by YOUR-NAME --answer "what to say" [--resolve]]]')

await atConsole((app) =>
  ticket_id === null ? list(app) : answers ? reply(app, ticket_id) : show(app, ticket_id),
)

async function list({ db, clock }: App) {
  const waiting = await waitingTickets(db, clock.now(), 200)
  for (const { id, urgent, title, who, since } of waiting)
    console.log(`${urgent ? 'URGENT ' : ''}${id}: ${title}, ${who}, ${since}`)
  if (waiting.length === 0) console.log('Nobody waits for an answer.')
}

async function show({ db, clock }: App, id: number) {
  const ticket = await ticketSheet(db, id, clock.now(), 'any')
  if (!ticket) return missing(id)
  console.log(`${ticket.row.title}, ${ticket.state}`)
  console.log(ticket.row.who)
  for (const one of ticket.messages ?? []) {
    console.log(`\n${one.at} ${one.by_staff ? 'staff' : 'person'}:\n${one.text}`)
    for (const { name, bytes } of one.files ?? []) console.log(`  (file: ${name}, ${bytes} bytes)`)
  }
}

const reply = (app: App, id: number) =>
  orSay(
    async () => {
      await decideByName(app, by, { kind: 'ticket', id }, values.resolve ? 'resolve' : 'answer', answer)
      console.log(`Ticket ${id} is answered, by ${by}`)
    },
    ({ status }) => (status === 404 ? `There is no ticket ${id}.` : 'That ticket is over.'),
  )

function missing(id: number) {
  console.error(`There is no ticket ${id}.`)
  process.exitCode = 1
}
