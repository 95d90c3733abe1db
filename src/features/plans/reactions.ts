import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { projectAdded } from '#features/projects/commands.ts'
import { slipRights } from '#features/slips/queries.ts'
import { refuseProjectAbove } from './commands.limits.ts'
import { erasePlans } from './commands.ts'
import { chargeSlipRightsOf, creditDataOf, planDataOf } from './queries.ts'

export const reactions = [
  when(projectAdded, (work, { owner_id }) => refuseProjectAbove(work, owner_id)),
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'plans', read: (db) => planDataOf(db, user_id) },
    { document: 'credit', read: (db) => creditDataOf(db, user_id) },
  ]),
  contribute(slipRights, ({ db }, asked) => chargeSlipRightsOf(db, asked)),
  when(accountDeleted, (work, { user_id }) => erasePlans(work, user_id)),
]
