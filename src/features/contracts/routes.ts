import { addressOf, browserOf } from '#core/server/input.ts'
import { on } from '#core/server/route.ts'
import * as deposits from './commands.deposit.ts'
import { reject, revise, sign } from './commands.sign.ts'
import { markViewed } from './commands.ts'
import {
  clearDeposit,
  confirmDeposit,
  listContracts,
  listOrderContracts,
  readContract,
  recordDeposit,
  rejectContract,
  reviseContract,
  savePayTo,
  signContract,
  viewContract,
} from './contract.ts'
import { agreementOf, agreementsOf, agreementsOfOrder } from './queries.ts'

export const routes = [
  on(listContracts, ({ db, viewer }, { query: { project, ...query } }) =>
    agreementsOf(db, { user_id: viewer.id, project_id: project }, query),
  ),
  on(listOrderContracts, async ({ db, viewer }, { params }) => ({
    results: await agreementsOfOrder(db, viewer, params.id),
  })),
  on(readContract, ({ db, viewer }, { params }) => agreementOf(db, viewer.id, params.id)),
  on(viewContract, (ctx, { params }) => markViewed(ctx, ctx.viewer.id, params.id)),
  on(signContract, (ctx, { params, body }) =>
    sign(ctx, ctx.viewer.id, params.id, {
      typed_name: body.typed_name,
      consent: ctx.app.texts.say(body.language ?? ctx.language, 'business:contracts.consent_text'),
      sha256: body.sha256,
      ip: addressOf(ctx.request),
      user_agent: browserOf(ctx.request) ?? '',
    }),
  ),
  on(reviseContract, (ctx, { params, body }) => revise(ctx, ctx.viewer.id, params.id, body.special_terms)),
  on(rejectContract, (ctx, { params, body }) => reject(ctx, ctx.viewer.id, params.id, body.reason)),
  on(savePayTo, (ctx, { params, body }) => deposits.savePayTo(ctx, ctx.viewer.id, params.id, body.pay_to)),
  on(recordDeposit, (ctx, { params, body }) => deposits.recordDeposit(ctx, ctx.viewer.id, params.id, body)),
  on(confirmDeposit, (ctx, { params }) => deposits.confirmDeposit(ctx, ctx.viewer.id, params.id)),
  on(clearDeposit, (ctx, { params }) => deposits.clearDeposit(ctx, ctx.viewer.id, params.id)),
]
