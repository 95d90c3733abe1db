import type { Work } from '#core/server/app.ts'
import { on, onPrepared, type ReadContext } from '#core/server/route.ts'
import * as briefs from '../brief/commands.ts'
import { saveBrief } from '../brief/contract.ts'
import { savedOf } from '../brief/rules.ts'
import * as journey from '../journey/commands.ends.ts'
import { lockOrder, lockOwnOrder } from '../journey/commands.ts'
import { type OrderScope, orderRow, orderScope } from '../journey/queries.ts'
import * as plans from '../plan/commands.ts'
import {
  approveMoment,
  type Plan,
  readEstimate,
  readPlans,
  savePlan,
  type Variant,
} from '../plan/contract.ts'
import { estimateOf, pricedPlansOf, ratesToDraw, ratesToReschedule } from '../plan/queries.prices.ts'
import { plansOf } from '../plan/queries.ts'
import * as matched from '../talent/commands.match.ts'
import * as scouting from '../talent/commands.scout.ts'
import * as requests from '../talent/commands.ts'
import { readCandidates } from '../talent/contract.ts'
import { matchingToAdjust, matchingToApprove } from '../talent/queries.matching.ts'
import { candidatesOf } from '../talent/queries.ts'
import * as again from './commands.again.ts'
import * as desk from './commands.ts'
import {
  adjustOrder,
  approvePlan,
  askChange,
  cancelOrder,
  continueOrder,
  drawPlan,
  listOrders,
  type Order,
  postponeOrder,
  previewCancel,
  previewReschedule,
  readOrder,
  rescheduleOrder,
  saveAddress,
  scoutTalent,
  startOrder,
  submitBrief,
  withdrawRequest,
} from './contract.ts'
import { previewReschedule as reschedulePreviewOf } from './queries.again.ts'
import { previewCancel as cancelPreviewOf } from './queries.ends.ts'
import { scoreToSubmit } from './queries.score.ts'
import { orderOf, ordersOf } from './queries.ts'

/** A variant of the plan as it is now: the answer to a call that was repeated. */
async function planAsItIs(
  { db, viewer }: ReadContext,
  { params }: { params: { id: number; variant: Variant } },
): Promise<Plan | undefined> {
  const { order_id } = await orderScope(db, viewer, params.id)
  const found = await plansOf(db, await orderRow(db, order_id))
  return found.plans.find(({ variant }) => variant === params.variant)
}

/** The order after a write, whose row the transaction has. */
const written = async (work: Work, scope: OrderScope): Promise<Order> =>
  orderOf(work, scope, await lockOrder(work, scope.order_id))

export const routes = [
  on(listOrders, (reading, { query }) => ordersOf(reading, reading.viewer.id, query)),
  on(startOrder, async (ctx, { body }) => {
    const scope = await briefs.startOrder(ctx, ctx.viewer, body.brief, body.musician ?? null)
    return orderOf(ctx, scope)
  }),
  on(readOrder, async (ctx, { params }) => orderOf(ctx, await orderScope(ctx.db, ctx.viewer, params.id))),
  on(
    saveBrief,
    async (ctx, { params, body }) =>
      briefs.saveBrief(ctx, await lockOwnOrder(ctx, ctx.viewer, params.id), body.revision, body.brief),
    {
      again: async ({ db, viewer }, { params }) =>
        savedOf(await orderRow(db, (await orderScope(db, viewer, params.id)).order_id)),
    },
  ),
  onPrepared(
    submitBrief,
    async (ctx, { params }) => scoreToSubmit(ctx, ctx.viewer, params.id),
    async (ctx, { params, body }, score) => {
      const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
      await desk.submitBrief(ctx, scope, body.revision, score)
      return written(ctx, scope)
    },
  ),
  on(continueOrder, async (ctx, { params }) => {
    const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
    await briefs.continueOrder(ctx, scope)
    return written(ctx, scope)
  }),
  on(saveAddress, async (ctx, { params, body }) => {
    const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
    await briefs.saveAddress(ctx, scope, body.address)
    return written(ctx, scope)
  }),
  onPrepared(
    drawPlan,
    async (ctx, { params }) => ratesToDraw(ctx, ctx.viewer, params.id),
    async (ctx, { params }, rates) => {
      const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
      await plans.drawPlans(ctx, scope, rates)
      return written(ctx, scope)
    },
  ),
  on(readPlans, async (ctx, { params, query }) =>
    pricedPlansOf(ctx, await orderScope(ctx.db, ctx.viewer, params.id), query.plan),
  ),
  on(readEstimate, async (ctx, { params: { id, ...wish } }) =>
    estimateOf(ctx, await orderScope(ctx.db, ctx.viewer, id), wish),
  ),
  on(
    savePlan,
    async (ctx, { params, body }) =>
      plans.savePlan(
        ctx,
        await lockOwnOrder(ctx, ctx.viewer, params.id),
        params.variant,
        body.version,
        body.moments,
      ),
    { again: planAsItIs },
  ),
  on(
    approveMoment,
    async (ctx, { params, body }) =>
      plans.tickMoment(
        ctx,
        await lockOwnOrder(ctx, ctx.viewer, params.id),
        params.variant,
        params.slot,
        body.approved,
      ),
    { again: planAsItIs },
  ),
  onPrepared(
    approvePlan,
    async (ctx, { params, body }) => matchingToApprove(ctx, ctx.viewer, params.id, body.variant),
    async (ctx, { params, body }, matching) => {
      const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
      await matched.approvePlan(ctx, scope, body.variant, matching)
      return written(ctx, scope)
    },
  ),
  on(readCandidates, async ({ db, viewer, now }, { params }) =>
    candidatesOf(db, await orderScope(db, viewer, params.id), now),
  ),
  on(scoutTalent, async (ctx, { params, body }) => {
    const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
    await scouting.scout(ctx, scope, body.slots, body.reply_by, body.message)
    return written(ctx, scope)
  }),
  on(withdrawRequest, async (ctx, { params, body }) => {
    const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
    await requests.takeBack(ctx, scope, params.request, body.slot_ids)
    return written(ctx, scope)
  }),
  on(askChange, async (ctx, { params, body }) => {
    const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
    await matched.askChange(ctx, scope, body.note)
    return written(ctx, scope)
  }),
  onPrepared(
    adjustOrder,
    async (ctx, { params, body }) => matchingToAdjust(ctx, ctx.viewer, params.id, body.option),
    async (ctx, { params, body }, matching) => {
      const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
      await matched.adjust(ctx, scope, body.option, matching)
      return written(ctx, scope)
    },
  ),
  on(previewCancel, async (ctx, { params }) =>
    cancelPreviewOf(ctx, await orderScope(ctx.db, ctx.viewer, params.id)),
  ),
  on(cancelOrder, async (ctx, { params, body }) => {
    const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
    await journey.cancelOrder(ctx, scope, body.reason)
    return written(ctx, scope)
  }),
  on(postponeOrder, async (ctx, { params, body }) => {
    const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
    await journey.postponeOrder(ctx, scope, body.reason)
    return written(ctx, scope)
  }),
  on(previewReschedule, async (ctx, { params: { id, day }, query }) =>
    reschedulePreviewOf(ctx, await orderScope(ctx.db, ctx.viewer, id), { day, ...query }),
  ),
  onPrepared(
    rescheduleOrder,
    async (ctx, { params, body }) => ratesToReschedule(ctx, ctx.viewer, params.id, body),
    async (ctx, { params, body }, rates) => {
      const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
      await again.chooseNewDate(ctx, scope, body, rates)
      return written(ctx, scope)
    },
  ),
]
