import { hasContacts } from '#core/contract/contacts.ts'
import { Refusal } from '#core/contract/errors.ts'
import { storeOf } from '#core/server/files.ts'
import { addressOf, browserOf } from '#core/server/input.ts'
import { on, type ReadContext } from '#core/server/route.ts'
import { portOf } from '#features/payments/commands.port.ts'
import { actedFor } from '#features/projects/queries.ts'
import * as cards from './commands.cards.ts'
import * as extras from './commands.extras.ts'
import { reportMissing as reportAsMissing, withdraw } from './commands.leaving.ts'
import * as payments from './commands.payments.ts'
import { type Given, reject, sign } from './commands.sign.ts'
import { markViewed } from './commands.ts'
import * as versions from './commands.versions.ts'
import { checkCard, endCard, listPayoutAccounts, openPayouts, payByCard } from './contract.cards.ts'
import { acceptExtra, endExtra, giveTip, proposeExtra } from './contract.extras.ts'
import { reportMissing, withdrawContract } from './contract.leaving.ts'
import { listPayouts, readMoney, readMoneyMonths } from './contract.money.ts'
import {
  endAmendment,
  listVersions,
  proposeAmendment,
  readDocument,
  signAmendment,
  verifyContract,
} from './contract.papers.ts'
import { clearPayment, confirmPayment, recordPayment, savePayTo } from './contract.payments.ts'
import {
  listContracts,
  listOrderContracts,
  readContract,
  rejectContract,
  reviseContract,
  type Signing,
  signContract,
  viewContract,
} from './contract.ts'
import { moneyOf } from './queries.money.ts'
import { moneyByMonth } from './queries.months.ts'
import { documentName, documentOf, PART, verificationOf, versionsOf } from './queries.papers.ts'
import { mailboxOf, payoutAccountsOf } from './queries.payoutAccounts.ts'
import { payoutPartsOf } from './queries.payouts.ts'
import { agreementOf, agreementsOf, agreementsOfOrder } from './queries.ts'
import { moneyMonths } from './rules.ts'

/**
 * A signature as it came, with where it came from. The other side reads the typed name in full before the agreement is in
 * force, and nobody changes what is signed: so it holds no way to reach somebody.
 */
function given({ app, language, request }: ReadContext, body: Signing): Given {
  if (hasContacts(body.typed_name))
    throw new Refusal(422, 'common.invalid', { fields: { typed_name: { key: 'validation.invalid' } } })
  return {
    typed_name: body.typed_name,
    consent: app.texts.say(body.language ?? language, 'business:contracts.consent_text'),
    sha256: body.sha256,
    ip: addressOf(request),
    user_agent: browserOf(request) ?? '',
  }
}

export const routes = [
  on(listContracts, ({ db, viewer }, { query: { project, ...query } }) =>
    // What was signed stays, also when the project is archived.
    agreementsOf(db, { user_id: viewer.id, project_id: project, archived: true }, query),
  ),
  on(listOrderContracts, async ({ db, viewer }, { params }) => ({
    results: await agreementsOfOrder(db, viewer, params.id),
  })),
  on(readMoney, async ({ db, viewer }, { query: { project } }) => ({
    results: await moneyOf(db, { user_id: viewer.id, project_id: project }),
  })),
  on(readMoneyMonths, async ({ db, viewer, now }, { query: { project } }) => {
    const months = moneyMonths(now)
    const mine = { user_id: viewer.id, project_id: project, archived: true }
    // 404 for another's.
    await actedFor(db, mine)
    const span = { since: months[0] ?? '', until: months.at(-1) ?? '' }
    return { months, results: await moneyByMonth(db, mine, span) }
  }),
  on(listPayouts, ({ db, viewer }, { query }) => payoutPartsOf(db, viewer.id, query)),
  on(listPayoutAccounts, async ({ app, db, viewer }, { query: { project } }) => ({
    results: portOf(app.config).takes_cards
      ? await payoutAccountsOf(db, { user_id: viewer.id, project_id: project })
      : [],
  })),
  on(
    openPayouts,
    async (ctx, { params }) => ({
      url: await cards.openPayouts(ctx, params.id, await mailboxOf(ctx.db, ctx.viewer.id)),
    }),
    { transaction: false },
  ),
  on(payByCard, async (ctx, { params }) => ({ url: await cards.payByCard(ctx, params.id, params.kind) }), {
    transaction: false,
  }),
  on(checkCard, (ctx, { params }) => cards.checkCard(ctx, params.id, params.kind), { transaction: false }),
  on(endCard, (ctx, { params }) => cards.endCard(ctx, params.id, params.kind), { transaction: false }),
  on(readContract, ({ db, viewer }, { params }) => agreementOf(db, viewer.id, params.id)),
  on(viewContract, (ctx, { params }) => markViewed(ctx, ctx.viewer.id, params.id)),
  on(signContract, (ctx, { params, body }) => sign(ctx, ctx.viewer.id, params.id, given(ctx, body))),
  on(reviseContract, (ctx, { params, body }) => versions.revise(ctx, ctx.viewer.id, params.id, body)),
  on(proposeAmendment, (ctx, { params, body }) => versions.amend(ctx, ctx.viewer.id, params.id, body)),
  on(signAmendment, (ctx, { params, body }) =>
    versions.signAmendment(ctx, ctx.viewer.id, params.id, given(ctx, body)),
  ),
  on(endAmendment, (ctx, { params }) => versions.endAmendment(ctx, ctx.viewer.id, params.id)),
  on(listVersions, async ({ db, viewer, now }, { params }) => ({
    results: await versionsOf(db, viewer.id, params.id, now),
  })),
  on(readDocument, async ({ app, db, viewer, reply }, { params, query }) => {
    const { key, bytes, number, version } = await documentOf(db, viewer.id, params.id, query.version)
    const stream = await storeOf(app.config).read(key, PART)
    if (!stream) throw new Refusal(404, 'common.not_found')
    return reply
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="${documentName(number, version)}"`)
      .header('cache-control', 'private, no-store')
      .type('application/pdf')
      .send(stream)
  }),
  on(verifyContract, (ctx, { query }) => verificationOf(ctx, query.number, query.sha256), { pool: 'open' }),
  on(rejectContract, (ctx, { params, body }) => reject(ctx, ctx.viewer.id, params.id, body.reason)),
  on(withdrawContract, (ctx, { params, body }) => withdraw(ctx, ctx.viewer.id, params.id, body.reason)),
  on(reportMissing, (ctx, { params, body }) => reportAsMissing(ctx, ctx.viewer.id, params.id, body.reason)),
  on(savePayTo, (ctx, { params, body }) => payments.savePayTo(ctx, ctx.viewer.id, params.id, body.pay_to)),
  on(proposeExtra, (ctx, { params, body }) => extras.propose(ctx, ctx.viewer.id, params.id, body)),
  on(acceptExtra, (ctx, { params }) => extras.accept(ctx, ctx.viewer.id, params.id, params.extra)),
  on(endExtra, (ctx, { params }) => extras.end(ctx, ctx.viewer.id, params.id, params.extra)),
  on(giveTip, (ctx, { params, body }) => extras.give(ctx, ctx.viewer.id, params.id, body)),
  on(recordPayment, (ctx, { params, body }) =>
    payments.recordPayment(ctx, ctx.viewer.id, params.id, params.kind, body),
  ),
  on(confirmPayment, (ctx, { params }) =>
    payments.confirmPayment(ctx, ctx.viewer.id, params.id, params.kind),
  ),
  on(clearPayment, (ctx, { params }) => payments.clearPayment(ctx, ctx.viewer.id, params.id, params.kind)),
]
