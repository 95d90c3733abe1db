import { on, type ReadContext } from '#core/server/route.ts'
import { accept, askChanges, decline, markViewed } from './commands.hunter.ts'
import { answerWithBudget, declineRequest, revise, withdraw } from './commands.ts'
import {
  acceptBudget,
  answerAvailable,
  answerUnavailable,
  declineBudget,
  listBudgets,
  listRequests,
  readRequest,
  requestBudgetChanges,
  reviseBudget,
  viewBudget,
  withdrawBudget,
} from './contract.ts'
import { budgetOfHunter, budgetsOf } from './queries.hunter.ts'
import { requestOf, requestsOf } from './queries.ts'

/** A budget as it is now: the answer to a call that was repeated. */
const asItIs = ({ db, viewer }: ReadContext, { params }: { params: { id: number } }) =>
  budgetOfHunter(db, viewer.id, params.id)

export const routes = [
  on(listRequests, (ctx, { query: { project, ...query } }) =>
    requestsOf(ctx, { user_id: ctx.viewer.id, project_id: project }, query),
  ),
  on(readRequest, (ctx, { params }) => requestOf(ctx, ctx.viewer.id, params.id)),
  on(answerAvailable, (ctx, { params, body }) =>
    answerWithBudget(ctx, ctx.viewer.id, params.id, body.budget),
  ),
  on(answerUnavailable, (ctx, { params, body }) => declineRequest(ctx, ctx.viewer.id, params.id, body)),
  on(listBudgets, ({ db, viewer }, { params }) => budgetsOf(db, viewer, params.id)),
  on(viewBudget, (ctx, { params }) => markViewed(ctx, ctx.viewer.id, params.id), { again: asItIs }),
  on(acceptBudget, (ctx, { params, body }) => accept(ctx, ctx.viewer.id, params.id, body.chosen), {
    again: asItIs,
  }),
  on(requestBudgetChanges, (ctx, { params, body }) => askChanges(ctx, ctx.viewer.id, params.id, body.note), {
    again: asItIs,
  }),
  on(declineBudget, (ctx, { params, body }) => decline(ctx, ctx.viewer.id, params.id, body.reason), {
    again: asItIs,
  }),
  on(reviseBudget, (ctx, { params, body }) => revise(ctx, ctx.viewer.id, params.id, body.budget)),
  on(withdrawBudget, (ctx, { params, body }) => withdraw(ctx, ctx.viewer.id, params.id, body.reason)),
]
