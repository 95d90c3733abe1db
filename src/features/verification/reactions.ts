import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { deskKinds } from '#features/staff/queries.queue.ts'
import { identityKind } from './commands.staff.ts'
import { eraseVerification } from './commands.ts'
import { identityFilesOf, verificationDataOf } from './queries.ts'

export const reactions = [
  contribute(deskKinds, async () => [identityKind]),
  // That there are documents, and not what is on them: a copy outlives the decision, with which they are deleted.
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'verification', read: (db) => verificationDataOf(db, user_id) },
    { document: 'identity_documents', read: (db) => identityFilesOf(db, user_id) },
  ]),
  when(accountDeleted, (work, { user_id }) => eraseVerification(work, user_id)),
]
