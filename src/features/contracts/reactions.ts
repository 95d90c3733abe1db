import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { budgetsAccepted } from '#features/budgets/commands.ts'
import { agreedBefore } from '#features/hiring/desk/queries.again.ts'
import { cancelParts, toldOfOrders } from '#features/hiring/desk/queries.ends.ts'
import { lockOrder, orderCancelled, orderPlaced, orderPostponed } from '#features/hiring/journey/commands.ts'
import { momentsLost, requestClosed } from '#features/hiring/talent/commands.steps.ts'
import { tellClosed, titleKnown } from '#features/hiring/talent/commands.telling.ts'
import { waitingParts } from '#features/notifications/queries.ts'
import { forgetAccount, leaveAccounts } from '#features/payments/commands.accounts.ts'
import { providerSaid } from '#features/payments/commands.moves.ts'
import { paymentReminded } from '#features/payments/commands.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { projectHandedOver } from '#features/projects/commands.transfer.ts'
import { receiptFacts } from '#features/receipts/queries.ts'
import { slipRights } from '#features/slips/queries.ts'
import { lookUpKinds, lookUpSections, SECTION_MAX } from '#features/staff/queries.lookUps.ts'
import { deskKinds } from '#features/staff/queries.queue.ts'
import { tellEnded } from './commands.cancelled.ts'
import { heedProvider } from './commands.cards.ts'
import { draftAgreements } from './commands.draft.ts'
import { eraseArtist, eraseSigner } from './commands.erasure.ts'
import { remindOf } from './commands.payments.ts'
import { confirmIfComplete } from './commands.sign.ts'
import { disputeKind, paymentKind } from './commands.staff.ts'
import { deleteNewsTold, voidAgreements } from './commands.ts'
import { placeAgreements } from './commands.versions.ts'
import { readersOf, signedAmong } from './queries.cancelled.ts'
import { unsettledCount } from './queries.desk.ts'
import { agreedToPlay, agreementsTold, agreementsToVoid } from './queries.ends.ts'
import { agreementCopiesOf, documentsFor, PART } from './queries.papers.ts'
import { isOf, payoutAccountsOf } from './queries.payoutAccounts.ts'
import { payoutDataOf } from './queries.payouts.ts'
import { receiptFactsOf } from './queries.receipts.ts'
import { slipRightsOf } from './queries.slips.ts'
import { agreementForStaff, agreementSections, agreementsNumbered } from './queries.staff.ts'
import { agreementCountOf } from './queries.ts'
import { CANCELLED, PUT_OFF, RAN_OUT } from './rules.ts'

export const reactions = [
  contribute(deskKinds, async () => [disputeKind, paymentKind]),
  contribute(lookUpKinds, async () => [
    {
      kind: 'contract',
      find: ({ db }, typed, most) => agreementsNumbered(db, typed, most),
      open: ({ db }, id) => agreementForStaff(db, id),
    },
  ]),
  contribute(lookUpSections, ({ db }, about) => agreementSections(db, about, SECTION_MAX)),
  when(budgetsAccepted, async (work, { order_id }) => {
    const has_others = await draftAgreements(work, order_id)
    // What signed agreements waited for may have been dropped from the plan meanwhile.
    if (has_others) await confirmIfComplete(work, await lockOrder(work, order_id))
  }),
  // Agreements are drafted of what was accepted.
  when(requestClosed, async (work, { request_id, accepted, reason }) => {
    if (!accepted) return
    const ended = await voidAgreements(work, { request_id }, reason)
    // What was accepted and waits for the others has no agreement yet that says it.
    if (ended.length === 0) await tellClosed(work, request_id, reason)
  }),
  // It was for more than there is left: what is left is quoted anew.
  when(momentsLost, async (work, { request_id, accepted, reason }) => {
    if (accepted) await voidAgreements(work, { request_id }, reason)
  }),
  when(orderCancelled, async (work, { order_id, by }) => {
    const reason = by === 'clock' ? RAN_OUT : CANCELLED
    await voidAgreements(work, { order_id }, reason)
    await tellEnded(work, order_id, reason, by === 'erasure')
  }),
  when(orderPlaced, (work, { order_id, address }) => placeAgreements(work, order_id, address)),
  when(paymentReminded, remindOf),
  when(providerSaid, heedProvider),
  contribute(waitingParts, async ({ now }, { id, account_type }) =>
    account_type === 'MUSICIAN' ? [{ page: 'contracts', count: unsettledCount(id, now) }] : [],
  ),
  when(orderPostponed, async (work, { order_id }) => {
    await voidAgreements(work, { order_id }, PUT_OFF)
    await tellEnded(work, order_id, PUT_OFF)
  }),
  contribute(cancelParts, async ({ db, now }, { order_id }) => [
    {
      kind: 'contracts',
      ...(await agreementsToVoid(db, order_id, now)),
      readers: await readersOf(db, order_id),
    },
  ]),
  contribute(titleKnown, async ({ db }, { order_id, project_ids }) => [
    await signedAmong(db, order_id, project_ids),
  ]),
  contribute(toldOfOrders, ({ db }, { order_ids }) => agreementsTold(db, order_ids)),
  contribute(receiptFacts, ({ db }, { subject }) => receiptFactsOf(db, subject)),
  contribute(slipRights, ({ db }, asked) => slipRightsOf(db, asked)),
  contribute(agreedBefore, ({ db }, { order_id }) => agreedToPlay(db, order_id)),
  contribute(personalData, async ({ app, db, now }, { user_id }) => [
    { document: 'contracts', read: (snapshot) => agreementCopiesOf(snapshot, user_id, now) },
    { document: 'payouts', read: (snapshot) => payoutDataOf(snapshot, user_id) },
    { document: 'payout_accounts', read: (snapshot) => payoutAccountsOf(snapshot, { user_id }) },
    ...(await documentsFor(db, user_id)).map(({ name, key }) => ({
      file: `agreements/${name}`,
      open: () => storeOf(app.config).read(key, PART),
    })),
  ]),
  contribute(deletionParts, async ({ db }, { user_id }) => [
    { kind: 'contracts', count: await agreementCountOf(db, user_id), stays: true },
  ]),
  when(projectHandedOver, (work, { project_id }) => forgetAccount(work, project_id)),
  when(projectErased, async (work, { project_id, name }) => {
    await eraseArtist(work, project_id, name)
    await leaveAccounts(work, isOf(project_id))
    await deleteNewsTold(work, project_id)
  }),
  when(accountDeleted, (work, { user_id, name }) => eraseSigner(work, user_id, name)),
]
