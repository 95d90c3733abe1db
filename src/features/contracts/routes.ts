import { on } from '#core/server/route.ts'
import { activeProject } from '#features/projects/queries.ts'
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
import { tellAboutAgreement } from './jobs.ts'
import { agreementOf, agreementsOf, agreementsOfOrder } from './queries.ts'

export const routes = [
  on(listContracts, async ({ db, viewer }, { query }) =>
    agreementsOf(db, await activeProject(db, viewer), query),
  ),
  on(listOrderContracts, async ({ db, viewer }, { params }) => ({
    results: await agreementsOfOrder(db, viewer, params.id),
  })),
  on(readContract, ({ db, viewer }, { params }) => agreementOf(db, viewer.id, params.id)),
  on(viewContract, async (ctx, { params }) => {
    await markViewed(ctx, ctx.viewer.id, params.id)
    return agreementOf(ctx.db, ctx.viewer.id, params.id)
  }),
  on(signContract, async (ctx, { params, body }) => {
    const isDue = await sign(ctx, ctx.viewer.id, params.id, {
      typed_name: body.typed_name,
      consent: ctx.app.texts.say(body.language ?? ctx.language, 'business:contracts.consent_text'),
      sha256: body.sha256,
      ip: ctx.request.ip,
      user_agent: (ctx.request.headers['user-agent'] ?? '').slice(0, 300),
    })
    if (isDue) {
      await tellAboutAgreement(ctx, params.id, 'hunter', 'deposit_due')
      await tellAboutAgreement(ctx, params.id, 'artist', 'deposit_due')
    }
    return agreementOf(ctx.db, ctx.viewer.id, params.id)
  }),
  on(reviseContract, async (ctx, { params, body }) => {
    const other = await revise(ctx, ctx.viewer.id, params.id, body.special_terms)
    await tellAboutAgreement(ctx, params.id, other, 'revised')
    return agreementOf(ctx.db, ctx.viewer.id, params.id)
  }),
  on(rejectContract, async (ctx, { params, body }) => {
    const other = await reject(ctx, ctx.viewer.id, params.id, body.reason)
    await tellAboutAgreement(ctx, params.id, other, 'rejected')
    return agreementOf(ctx.db, ctx.viewer.id, params.id)
  }),
  on(savePayTo, async (ctx, { params, body }) => {
    if (await deposits.savePayTo(ctx, ctx.viewer.id, params.id, body.pay_to))
      await tellAboutAgreement(ctx, params.id, 'hunter', 'deposit_due')
    return agreementOf(ctx.db, ctx.viewer.id, params.id)
  }),
  on(recordDeposit, async (ctx, { params, body }) => {
    const other = await deposits.recordDeposit(ctx, ctx.viewer.id, params.id, body)
    await tellAboutAgreement(ctx, params.id, other, 'deposit_recorded')
    return agreementOf(ctx.db, ctx.viewer.id, params.id)
  }),
  on(confirmDeposit, async (ctx, { params }) => {
    await deposits.confirmDeposit(ctx, ctx.viewer.id, params.id)
    return agreementOf(ctx.db, ctx.viewer.id, params.id)
  }),
  on(clearDeposit, async (ctx, { params }) => {
    const other = await deposits.clearDeposit(ctx, ctx.viewer.id, params.id)
    await tellAboutAgreement(ctx, params.id, other, 'deposit_cleared')
    return agreementOf(ctx.db, ctx.viewer.id, params.id)
  }),
]
