import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { projectAdded } from '#features/projects/commands.ts'
import { refuseProjectAbove } from './commands.limits.ts'
import { erasePlans } from './commands.ts'
import { creditDataOf, planDataOf } from './queries.ts'

export const reactions = [
  when(projectAdded, (work, { owner_id }) => refuseProjectAbove(work, owner_id)),
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'plans', read: (db) => planDataOf(db, user_id) },
    { document: 'credit', read: (db) => creditDataOf(db, user_id) },
  ]),
  when(accountDeleted, (work, { user_id }) => erasePlans(work, user_id)),
]
