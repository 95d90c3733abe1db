import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { leaveAll } from './commands.ts'
import { actsOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'staff_acts', read: (db) => actsOf(db, user_id) },
  ]),
  when(accountDeleted, ({ db }, { user_id }) => leaveAll(db, user_id)),
]
