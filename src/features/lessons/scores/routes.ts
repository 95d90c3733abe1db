import { on } from '#core/server/route.ts'
import { sendAttachment } from '#features/files/queries.attachments.ts'
import { add, remove } from './commands.ts'
import { addScore, listScores, readScore, removeScore } from './contract.ts'
import { scoreFile, scoresOf } from './queries.ts'

export const routes = [
  on(listScores, (ctx, { params }) => scoresOf(ctx, ctx.viewer.id, params.id)),
  on(addScore, (ctx, { params }) => add(ctx, params.id), { transaction: false }),
  on(readScore, async (ctx, { params }) =>
    sendAttachment(ctx, await scoreFile(ctx, ctx.viewer.id, params.id, params)),
  ),
  on(removeScore, async (ctx, { params }) => {
    await remove(ctx, ctx.viewer.id, params.id, params.file)
    return {}
  }),
]
