import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { eraseTickets } from './commands.ts'
import { ticketDataOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'tickets', read: (db) => ticketDataOf(db, user_id) },
  ]),
  when(accountDeleted, ({ db }, { user_id }) => eraseTickets(db, user_id)),
]
