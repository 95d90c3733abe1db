import { react } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { accountCreated, emailVerified } from '#features/accounts/commands.ts'
import { dataCollected } from '#features/accounts/queries.exports.ts'
import { projectArchived } from '#features/projects/commands.ts'
import { claim, eraseInvitations, revokeAll } from './commands.ts'
import { invitationDataOf } from './queries.ts'

export const reactions = [
  // Only a verified e-mail is theirs; an identity provider may have vouched for it already.
  react(accountCreated, (work, { user_id }) => claim(work, user_id)),
  react(emailVerified, (work, { user_id }) => claim(work, user_id)),
  react(projectArchived, (work, { project_id }) => revokeAll(work, project_id)),
  react(dataCollected, async (_work, { user_id, collection }) => {
    collection.document('invitations', (db) => invitationDataOf(db, user_id))
  }),
  react(accountDeleted, (work, { user_id, email }) => eraseInvitations(work, user_id, email)),
]
