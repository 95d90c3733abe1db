import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { lookUpSections, SECTION_MAX } from '#features/staff/queries.lookUps.ts'
import { deskKinds } from '#features/staff/queries.queue.ts'
import { ticketKind } from './commands.staff.ts'
import { eraseTickets } from './commands.ts'
import { fileCopiesOf } from './queries.files.ts'
import { ticketsSection } from './queries.staff.ts'
import { ticketDataOf } from './queries.ts'

export const reactions = [
  contribute(deskKinds, async () => [ticketKind]),
  contribute(lookUpSections, async ({ db }, { kind, id }) =>
    kind === 'user' ? ticketsSection(db, id, SECTION_MAX) : [],
  ),
  contribute(personalData, async ({ app, db }, { user_id }) => {
    const files = await fileCopiesOf(db, user_id)
    return [
      { document: 'tickets', read: (snapshot) => ticketDataOf(snapshot, user_id) },
      { document: 'ticket_files', read: async () => files.map(({ copy }) => copy) },
      ...files.map(({ copy, key, part }) => ({
        file: copy.file,
        open: () => storeOf(app.config).read(key, part),
      })),
    ]
  }),
  when(accountDeleted, (work, { user_id }) => eraseTickets(work, user_id)),
]
