import { on, type ReadContext } from '#core/server/route.ts'
import { checkCard, leaveCard, payByCard, portalOf } from './commands.cards.ts'
import { declareCharge } from './commands.charges.ts'
import { begin, cancel, change, dropChange, keep, pause, resumeOwn, saveStays } from './commands.ts'
import {
  beginMembership,
  cancelMembership,
  changeMembership,
  checkPlanCard,
  chooseStays,
  declareTransfer,
  endPlanCard,
  keepMembership,
  listCharges,
  openPlanPortal,
  pauseMembership,
  payPlanByCard,
  readMembership,
  resumeMembership,
  undoChange,
} from './contract.ts'
import { chargesOf, membershipOf } from './queries.ts'

const again = (ctx: ReadContext) => membershipOf(ctx, ctx.viewer)

export const routes = [
  on(readMembership, (ctx) => membershipOf(ctx, ctx.viewer)),
  on(
    beginMembership,
    async (ctx, { body }) => {
      await begin(ctx, ctx.viewer, body)
      return again(ctx)
    },
    { again },
  ),
  on(
    changeMembership,
    async (ctx, { body: { amount, ...choice } }) => {
      await change(ctx, ctx.viewer, choice, amount)
      return again(ctx)
    },
    { again },
  ),
  on(
    undoChange,
    async (ctx) => {
      await dropChange(ctx, ctx.viewer.id)
      return again(ctx)
    },
    { again },
  ),
  on(
    cancelMembership,
    async (ctx) => {
      await cancel(ctx, ctx.viewer.id)
      return again(ctx)
    },
    { again },
  ),
  on(
    keepMembership,
    async (ctx) => {
      await keep(ctx, ctx.viewer.id)
      return again(ctx)
    },
    { again },
  ),
  on(
    pauseMembership,
    async (ctx, { body }) => {
      await pause(ctx, ctx.viewer.id, body.months)
      return again(ctx)
    },
    { again },
  ),
  on(
    resumeMembership,
    async (ctx) => {
      await resumeOwn(ctx, ctx.viewer.id)
      return again(ctx)
    },
    { again },
  ),
  on(
    declareTransfer,
    async (ctx, { body }) => {
      await declareCharge(ctx, ctx.viewer.id, body.charge_id, body.reference)
      return again(ctx)
    },
    { again },
  ),
  on(
    chooseStays,
    async (ctx, { body }) => {
      await saveStays(ctx, ctx.viewer.id, body)
      return again(ctx)
    },
    { again },
  ),
  on(payPlanByCard, async (ctx) => ({ url: await payByCard(ctx) }), { transaction: false }),
  on(
    checkPlanCard,
    async (ctx) => {
      await checkCard(ctx)
      return again(ctx)
    },
    { transaction: false },
  ),
  on(
    endPlanCard,
    async (ctx) => {
      await leaveCard(ctx)
      return again(ctx)
    },
    { transaction: false },
  ),
  on(openPlanPortal, async (ctx) => ({ url: await portalOf(ctx) }), { transaction: false }),
  on(listCharges, ({ db, viewer }, { query }) => chargesOf(db, viewer.id, query)),
]
