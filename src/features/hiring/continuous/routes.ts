import { on } from '#core/server/route.ts'
import { lockOwnOrder } from '../journey/commands.ts'
import { buildPlan } from './commands.ts'
import { buildContinuous, readContinuous } from './contract.ts'
import { continuousOf } from './queries.ts'

export const routes = [
  on(readContinuous, ({ db, viewer }, { params }) => continuousOf(db, viewer, params.id)),
  on(
    buildContinuous,
    async (ctx, { params, body }) => buildPlan(ctx, await lockOwnOrder(ctx, ctx.viewer, params.id), body),
    { again: ({ db, viewer }, { params }) => continuousOf(db, viewer, params.id) },
  ),
]
