import { contribute, when } from '#core/server/events.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { cancelParts } from '#features/hiring/desk/queries.ends.ts'
import { momentsLost, requestClosed } from '#features/hiring/talent/commands.steps.ts'
import { slotsHeld } from '#features/hiring/talent/commands.ts'
import { heldPrices } from '#features/hiring/talent/queries.match.ts'
import { waitingParts } from '#features/notifications/queries.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { askWithout, closeBudget, deleteAnswersTold, eraseBudgetTexts } from './commands.closing.ts'
import { contractAccepted } from './commands.hunter.ts'
import { askedForSlots, budgetDataOf, budgetsToClose, requestDataOf } from './queries.closing.ts'
import { unansweredCount } from './queries.ts'

export const reactions = [
  contribute(waitingParts, async (_reading, { id, account_type }) =>
    account_type === 'MUSICIAN' ? [{ page: 'budgets', count: unansweredCount(id) }] : [],
  ),
  // Who never answered sent no budget.
  when(requestClosed, async (work, { request_id, held, reason }) => {
    if (held) await closeBudget(work, request_id, reason)
  }),
  when(momentsLost, (work, { request_id, slot_ids, held, reason }) =>
    held ? askWithout(work, request_id, slot_ids) : closeBudget(work, request_id, reason, 'closed_some'),
  ),
  when(slotsHeld, async (work, { order_id, accepted }) => {
    if (accepted) await contractAccepted(work, order_id)
  }),
  contribute(cancelParts, async ({ db }, { order_id }) => [
    { kind: 'budgets', ...(await budgetsToClose(db, order_id)) },
  ]),
  contribute(heldPrices, ({ db }, { order_id }) => askedForSlots(db, order_id)),
  contribute(personalData, async ({ now }, { user_id }) => [
    { document: 'requests', read: (db) => requestDataOf({ db, now }, user_id) },
    // The name of the file in the copy that people download.
    { document: 'quotes', read: (db) => budgetDataOf(db, user_id) },
  ]),
  when(projectErased, async (work, { project_id }) => {
    await eraseBudgetTexts(work.db, project_id)
    await deleteAnswersTold(work, project_id)
  }),
]
