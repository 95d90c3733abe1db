import { Refusal } from '#core/contract/errors.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { limit } from '#core/server/limits.ts'
import { on } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { renewRecoveryCodes, spendTotp, startTotp, turnOffTotp, turnOnTotp } from './commands.factors.ts'
import { takeFactorsBack } from './commands.notMe.ts'
import { addPasskeyOf, removePasskeyOf, startPasskey } from './commands.passkeys.ts'
import { askForPasskeyByTicket, finishByTicket } from './commands.second.ts'
import { perAddress } from './commands.signUp.ts'
import {
  addPasskey,
  askForPasskeyAtSignIn,
  beginPasskey,
  beginTotp,
  confirmTotp,
  finishSignIn,
  readFactors,
  removePasskey,
  removeTotp,
  renewRecovery,
  undoFactors,
} from './contract.factors.ts'
import { factorsOf } from './queries.factors.ts'

// Outside the transaction that would store the answer for a repeated call: there are secrets in it, and counts that a
// refusal must not undo.
const own = { transaction: false } as const

export const routes = [
  on(
    finishSignIn,
    async (ctx, { body }) => {
      await perAddress(ctx, 'second', 60, 15 * MINUTE)
      return { access: await finishByTicket(ctx, body) }
    },
    { ...own, pool: 'reserved' },
  ),

  on(
    askForPasskeyAtSignIn,
    async (ctx, { body }) => {
      await perAddress(ctx, 'second', 60, 15 * MINUTE)
      return askForPasskeyByTicket(ctx, body.ticket)
    },
    { ...own, pool: 'reserved' },
  ),

  on(
    undoFactors,
    async (ctx, { body }) => {
      await perAddress(ctx, 'reset:confirm', 30, HOUR)
      const { user_id, reset } = await transaction(ctx.app, ctx.now, (work) =>
        takeFactorsBack(work, body.token),
      )
      ctx.request.log.info(
        { request: ctx.request.id, user: user_id },
        'second factors were taken back by the link of their letter',
      )
      return { reset }
    },
    own,
  ),

  on(readFactors, ({ db, viewer }) => factorsOf(db, viewer.id)),

  on(beginTotp, ({ app, now, viewer }) => transaction(app, now, (work) => startTotp(work, viewer)), own),

  on(
    confirmTotp,
    async ({ app, now, viewer }, { body }) => {
      await limit(app.db, `totp:confirm:${viewer.id}`, 10, 15 * MINUTE, now)
      if (!(await spendTotp(app.db, viewer.id, body.totp, now, false)))
        throw new Refusal(422, 'common.invalid', { fields: { totp: { key: 'validation.totp_wrong' } } })
      return { recovery_codes: await transaction(app, now, (work) => turnOnTotp(work, viewer)) }
    },
    own,
  ),

  on(removeTotp, async (ctx) => {
    await turnOffTotp(ctx, ctx.viewer)
    return {}
  }),

  on(beginPasskey, ({ app, now, viewer }) => startPasskey({ app, now }, viewer), own),

  on(addPasskey, async (ctx, { body }) => ({ recovery_codes: await addPasskeyOf(ctx, body.passkey) }), own),

  on(removePasskey, async (ctx, { params }) => {
    await removePasskeyOf(ctx, ctx.viewer, params.id)
    return {}
  }),

  on(
    renewRecovery,
    async ({ app, now, viewer }) => ({
      recovery_codes: await transaction(app, now, (work) => renewRecoveryCodes(work, viewer)),
    }),
    own,
  ),
]
