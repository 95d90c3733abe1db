import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { eraseProgress } from './commands.ts'
import { objectiveDataOf, pieceDataOf, practiceDataOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'practice', read: (db) => practiceDataOf(db, user_id) },
    { document: 'pieces_learned', read: (db) => pieceDataOf(db, user_id) },
    { document: 'objectives', read: (db) => objectiveDataOf(db, user_id) },
  ]),
  when(accountDeleted, (work, { user_id }) => eraseProgress(work, user_id)),
]
