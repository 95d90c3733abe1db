import type { App } from '#core/server/app.ts'
import { on } from '#core/server/route.ts'
import { enter, leave, signal } from './commands.ts'
import { enterRoom, leaveRoom, readRoom, sendSignal } from './contract.ts'
import { type RoomScope, roomOf, roomScope } from './queries.ts'

/** What counts attempts opens its transaction itself. */
const own = { transaction: false } as const

const shown = (
  { app, now }: { app: App; now: Date },
  scope: RoomScope,
  asked: { peer?: string | undefined; after?: number | undefined },
) => roomOf({ db: app.db, now, config: app.config }, scope, asked)

export const routes = [
  on(readRoom, async (ctx, { params, query }) =>
    shown(ctx, await roomScope(ctx.db, ctx.viewer.id, params.id), query),
  ),
  on(
    enterRoom,
    async (ctx, { params, body }) =>
      shown(ctx, await enter(ctx, ctx.viewer.id, params.id, body), { peer: body.peer }),
    own,
  ),
  on(leaveRoom, async (ctx, { params }) => {
    await leave(ctx, ctx.viewer.id, params.id, params.peer)
    return {}
  }),
  on(
    sendSignal,
    async (ctx, { params, body }) => {
      await signal(ctx, ctx.viewer.id, params.id, body)
      return {}
    },
    own,
  ),
]
