import { on } from '#core/server/route.ts'
import { activeProject } from '#features/projects/queries.ts'
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
import { tellAboutQuote, tellOthersHeld } from './jobs.ts'
import { budgetsOf } from './queries.hunter.ts'
import { requestOf, requestsOf } from './queries.ts'

export const routes = [
  on(listRequests, async ({ db, viewer }, { query }) =>
    requestsOf(db, await activeProject(db, viewer), query),
  ),
  on(readRequest, ({ db, viewer }, { params }) => requestOf(db, viewer.id, params.id)),
  on(answerAvailable, async (ctx, { params, body }) => {
    const answered = await answerWithBudget(ctx, ctx.viewer.id, params.id, body.budget)
    await tellOthersHeld(ctx, params.id)
    return answered
  }),
  on(answerUnavailable, (ctx, { params, body }) => declineRequest(ctx, ctx.viewer.id, params.id, body)),
  on(listBudgets, ({ db, viewer }, { params }) => budgetsOf(db, viewer, params.id)),
  on(viewBudget, (ctx, { params }) => markViewed(ctx, ctx.viewer.id, params.id)),
  on(acceptBudget, async (ctx, { params, body }) => {
    const accepted = await accept(ctx, ctx.viewer.id, params.id, body.chosen)
    await tellAboutQuote(ctx, accepted.request_id, 'accepted')
    return accepted
  }),
  on(requestBudgetChanges, async (ctx, { params, body }) => {
    const asked = await askChanges(ctx, ctx.viewer.id, params.id, body.note)
    await tellAboutQuote(ctx, asked.request_id, 'changes')
    return asked
  }),
  on(declineBudget, async (ctx, { params, body }) => {
    const declined = await decline(ctx, ctx.viewer.id, params.id, body.reason)
    await tellAboutQuote(ctx, declined.request_id, 'declined')
    return declined
  }),
  on(reviseBudget, (ctx, { params, body }) => revise(ctx, ctx.viewer.id, params.id, body.budget)),
  on(withdrawBudget, (ctx, { params, body }) => withdraw(ctx, ctx.viewer.id, params.id, body.reason)),
]
