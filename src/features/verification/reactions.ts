import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { deskKinds } from '#features/staff/queries.queue.ts'
import { identityKind } from './commands.staff.ts'
import { eraseVerification } from './commands.ts'
import { identityCopiesOf, verificationDataOf } from './queries.ts'

export const reactions = [
  contribute(deskKinds, async () => [identityKind]),
  contribute(personalData, async ({ app, db }, { user_id }) => {
    const own = await identityCopiesOf(db, user_id)
    return [
      { document: 'verification', read: (db) => verificationDataOf(db, user_id) },
      { document: 'identity_documents', read: async () => own.map(({ copy }) => copy) },
      ...own.map(({ copy, key, part }) => ({
        file: copy.file,
        open: () => storeOf(app.config).read(key, part),
      })),
    ]
  }),
  when(accountDeleted, (work, { user_id }) => eraseVerification(work, user_id)),
]
