import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { budgetsAccepted } from '#features/budgets/commands.ts'
import { lockOrder, orderCancelled, orderPostponed, requestClosed } from '#features/hiring/commands.ts'
import { cancelParts } from '#features/hiring/queries.cancel.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { draftAgreements } from './commands.draft.ts'
import { confirmIfComplete } from './commands.sign.ts'
import { agreementsActivated, eraseArtist, eraseSigner, voidAgreements } from './commands.ts'
import { tellAboutAgreement } from './jobs.ts'
import { agreementCountOf, agreementDataOf, standingAgreements } from './queries.ts'

export const reactions = [
  when(budgetsAccepted, async (work, { order_id }) => {
    for (const id of await draftAgreements(work, order_id))
      await tellAboutAgreement(work, id, 'artist', 'sent')
    // What the others wait for may have been dropped from the plan meanwhile.
    await confirmIfComplete(work, await lockOrder(work, order_id))
  }),
  when(agreementsActivated, async (work, { contract_ids }) => {
    for (const id of contract_ids) await tellAboutAgreement(work, id, 'artist', 'confirmed')
  }),
  when(requestClosed, async (work, { request_id, reason }) => {
    for (const { id } of await voidAgreements(work, { request_id }, reason)) {
      await tellAboutAgreement(work, id, 'artist', 'voided')
      // Somebody else's doing for the hunter too.
      if (reason === 'account_deleted') await tellAboutAgreement(work, id, 'hunter', 'voided')
    }
  }),
  when(orderCancelled, async (work, { order_id, by }) => {
    const why = by === 'clock' ? 'order_expired' : 'order_cancelled'
    for (const { id } of await voidAgreements(work, { order_id }, why))
      await tellAboutAgreement(work, id, 'artist', 'voided')
  }),
  when(orderPostponed, async (work, { order_id }) => {
    for (const { id } of await voidAgreements(work, { order_id }, 'order_postponed'))
      await tellAboutAgreement(work, id, 'artist', 'voided')
  }),
  contribute(cancelParts, async ({ db, now }, { order_id }) => [
    { kind: 'contracts', ...(await standingAgreements(db, order_id, now)) },
  ]),
  contribute(personalData, async (_work, { user_id }) => [
    { document: 'contracts', read: (db) => agreementDataOf(db, user_id) },
  ]),
  contribute(deletionParts, async ({ db }, { user_id }) => [
    { kind: 'contracts', count: await agreementCountOf(db, user_id), stays: true },
  ]),
  when(projectErased, ({ db }, { project_id, name }) => eraseArtist(db, project_id, name)),
  when(accountDeleted, ({ db }, { user_id, name }) => eraseSigner(db, user_id, name)),
]
