import { react } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/queries.deletion.ts'
import { dataCollected } from '#features/accounts/queries.exports.ts'
import { accountCreated, emailVerified } from '#features/accounts/queries.ts'
import { projectArchived } from '#features/projects/queries.ts'
import { claim, eraseInvitations, invitationDataOf, revokeAll } from './queries.ts'

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
