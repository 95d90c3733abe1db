import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { accountCreated, emailVerified } from '#features/accounts/commands.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { projectArchived } from '#features/projects/commands.ts'
import { claim, eraseInvitations, revokeAll } from './commands.ts'
import { invitationDataOf } from './queries.ts'

export const reactions = [
  // Only a verified e-mail is theirs; an identity provider may have vouched for it already.
  when(accountCreated, (work, { user_id }) => claim(work, user_id)),
  when(emailVerified, (work, { user_id }) => claim(work, user_id)),
  when(projectArchived, (work, { project_id }) => revokeAll(work, project_id)),
  contribute(personalData, async (_work, { user_id }) => [
    { document: 'invitations', read: (db) => invitationDataOf(db, user_id) },
  ]),
  when(accountDeleted, (work, { user_id, email }) => eraseInvitations(work, user_id, email)),
]
