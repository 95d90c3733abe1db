import { on, onPrepared } from '#core/server/route.ts'
import { orderOf } from '../desk/queries.ts'
import { lockOrder, lockOwnOrder } from '../journey/commands.ts'
import * as adding from './commands.add.ts'
import * as asking from './commands.ts'
import { addMusician, askAgain, askMusician, readAsk } from './contract.ts'
import { additionToPrepare } from './queries.add.ts'
import { askOf } from './queries.ts'

export const routes = [
  on(readAsk, ({ db, now }, { query }) => askOf({ db, now }, query)),
  onPrepared(
    askMusician,
    async (ctx, { body }) => asking.askToPrepare(ctx, ctx.viewer, body),
    async (ctx, { body }, prepared) => {
      const scope = await asking.askMusician(ctx, ctx.viewer, body, prepared)
      return orderOf(ctx, scope, await lockOrder(ctx, scope.order_id))
    },
  ),
  on(askAgain, async (ctx, { params, body }) => {
    const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
    await asking.askAgain(ctx, scope, body)
    return orderOf(ctx, scope, await lockOrder(ctx, scope.order_id))
  }),
  onPrepared(
    addMusician,
    async (ctx, { params, body }) => additionToPrepare(ctx, ctx.viewer, params.id, body.musician),
    async (ctx, { params, body }, prepared) => {
      const scope = await lockOwnOrder(ctx, ctx.viewer, params.id)
      await adding.addMusician(ctx, scope, body.musician, prepared)
      return orderOf(ctx, scope, await lockOrder(ctx, scope.order_id))
    },
  ),
]
