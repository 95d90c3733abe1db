import { react } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionPreviewed } from '#features/accounts/queries.deletion.ts'
import { dataCollected } from '#features/accounts/queries.exports.ts'
import { budgetsAccepted } from '#features/budgets/commands.ts'
import { lockOrder, orderCancelled, orderPostponed, requestClosed } from '#features/hiring/commands.ts'
import { cancelPreviewed } from '#features/hiring/queries.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { draftAgreements } from './commands.draft.ts'
import { eraseArtist, eraseSigner } from './commands.erasure.ts'
import { confirmIfComplete } from './commands.sign.ts'
import { voidAgreements } from './commands.ts'
import { agreementCountOf, agreementDataOf, agreementsToVoid } from './queries.ts'

export const reactions = [
  react(budgetsAccepted, async (work, { order_id }) => {
    await draftAgreements(work, order_id)
    // What signed agreements waited for may have been dropped from the plan meanwhile.
    await confirmIfComplete(work, await lockOrder(work, order_id))
  }),
  react(requestClosed, (work, { request_id, reason }) => voidAgreements(work, { request_id }, reason)),
  react(orderCancelled, (work, { order_id, by }) =>
    voidAgreements(work, { order_id }, by === 'clock' ? 'order_expired' : 'order_cancelled'),
  ),
  react(orderPostponed, (work, { order_id }) => voidAgreements(work, { order_id }, 'order_postponed')),
  react(cancelPreviewed, async (work, { order_id, preview }) => {
    const { count, paid, refund } = await agreementsToVoid(work.db, order_id, work.now)
    preview.contracts += count
    preview.paid += paid
    preview.refund += refund
  }),
  react(dataCollected, async (_work, { user_id, collection }) => {
    collection.document('contracts', (db) => agreementDataOf(db, user_id))
  }),
  react(deletionPreviewed, async ({ db }, { user_id, preview }) => {
    preview.contracts += await agreementCountOf(db, user_id)
  }),
  react(projectErased, ({ db }, { project_id, name }) => eraseArtist(db, project_id, name)),
  react(accountDeleted, ({ db }, { user_id, name }) => eraseSigner(db, user_id, name)),
]
