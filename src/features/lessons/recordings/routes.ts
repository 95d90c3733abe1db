import { on } from '#core/server/route.ts'
import { sendAttachment } from '#features/files/queries.attachments.ts'
import * as commands from './commands.ts'
import {
  answerRecording,
  askRecording,
  keepRecording,
  listRecordings,
  readRecording,
  removeRecording,
  stopRecording,
} from './contract.ts'
import { recordingFile, recordingsOf } from './queries.ts'

export const routes = [
  on(listRecordings, async ({ db, viewer }, { params }) => ({
    recordings: await recordingsOf(db, viewer.id, params.id),
  })),
  on(askRecording, (ctx, { params, body }) => commands.askToRecord(ctx, ctx.viewer.id, params.id, body.peer)),
  on(answerRecording, (ctx, { params, body }) => commands.answer(ctx, ctx.viewer.id, params, body.answer)),
  on(stopRecording, (ctx, { params }) => commands.stop(ctx, ctx.viewer.id, params)),
  on(keepRecording, (ctx, { params }) => commands.keep(ctx, params), { transaction: false }),
  on(readRecording, async (ctx, { params }) =>
    sendAttachment(ctx, await recordingFile(ctx.db, ctx.viewer.id, params)),
  ),
  on(removeRecording, async (ctx, { params }) => {
    await commands.remove(ctx, ctx.viewer.id, params)
    return {}
  }),
]
