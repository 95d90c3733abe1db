import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { paymentConfirmed } from '#features/payments/commands.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { eraseProject, eraseUser, issueForPayment } from './commands.ts'
import { allReceiptsOf, receiptCountOf } from './queries.ts'

export const reactions = [
  when(paymentConfirmed, issueForPayment),
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'receipts', read: (db) => allReceiptsOf(db, user_id) },
  ]),
  contribute(deletionParts, async ({ db }, { user_id }) => [
    { kind: 'receipts', count: await receiptCountOf(db, user_id), stays: true },
  ]),
  when(projectErased, (work, { project_id }) => eraseProject(work, project_id)),
  when(accountDeleted, (work, { user_id }) => eraseUser(work, user_id)),
]
