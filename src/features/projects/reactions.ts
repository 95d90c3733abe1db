import { react } from '#core/server/events.ts'
import { accountDeleted, deletionAsked } from '#features/accounts/commands.deletion.ts'
import { accountCreated, emailVerified } from '#features/accounts/commands.ts'
import { deletionPreviewed } from '#features/accounts/queries.deletion.ts'
import { dataCollected } from '#features/accounts/queries.exports.ts'
import { leaveEverything } from './commands.erasure.ts'
import { checkCompleted } from './commands.profile.ts'
import { createProject } from './commands.ts'
import { bandsOnLeaving, refuseBandsToHandOver } from './queries.erasure.ts'
import { projectDataOf } from './queries.ts'

export const reactions = [
  // A musician begins with a personal project, which carries what the sign-up said.
  react(accountCreated, async (work, { user_id, account_type, name, city, main_instrument }) => {
    if (account_type !== 'MUSICIAN') return
    await createProject(work, user_id, { name, project_type: 'INDIVIDUAL', city, main_instrument })
  }),

  react(emailVerified, (work, { user_id }) => checkCompleted(work, user_id)),

  react(dataCollected, async (_work, { user_id, collection }) => {
    collection.document('projects', (db) => projectDataOf(db, user_id))
  }),
  react(deletionPreviewed, async ({ db }, { user_id, preview }) => {
    preview.bands.push(...(await bandsOnLeaving(db, user_id)))
  }),
  react(deletionAsked, ({ db }, { user_id }) => refuseBandsToHandOver(db, user_id)),
  react(accountDeleted, (work, { user_id }) => leaveEverything(work, user_id)),
]
