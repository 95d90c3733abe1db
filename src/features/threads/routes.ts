import { on } from '#core/server/route.ts'
import { sendAttachment } from '#features/files/queries.attachments.ts'
import { beginThread } from './commands.begin.ts'
import { addFile, forget, saveAgain, saveNew } from './commands.files.ts'
import { block, report } from './commands.safety.ts'
import { readTo, say, takeBack } from './commands.ts'
import {
  addReply,
  addThreadFile,
  blockThread,
  deleteMessage,
  listMessages,
  listReplies,
  listThreads,
  markThreadRead,
  openThread,
  readThread,
  readThreadFile,
  removeReply,
  reportMessage,
  saveReply,
  sendMessage,
} from './contract.ts'
import { fileOf, repliesOf } from './queries.files.ts'
import { messageAt, messageSaid, messagesOf } from './queries.messages.ts'
import { threadsOf, threadView } from './queries.ts'

export const routes = [
  on(listThreads, ({ db, viewer }, { query }) => threadsOf(db, viewer.id, query)),
  on(openThread, (ctx, { body }) => beginThread(ctx, ctx.viewer, body)),
  on(readThread, ({ db, viewer, now }, { params }) => threadView(db, viewer.id, params.id, now)),
  on(listMessages, ({ db, viewer, now }, { params, query }) =>
    messagesOf(db, viewer.id, params.id, query, now),
  ),
  on(sendMessage, (ctx, { params, body }) => say(ctx, ctx.viewer.id, params.id, body), {
    again: (ctx, { params, body }) => messageSaid(ctx.db, ctx.viewer.id, params.id, body.client_id, ctx.now),
  }),
  on(deleteMessage, (ctx, { params }) => takeBack(ctx, ctx.viewer.id, params.id, params.seq), {
    again: (ctx, { params }) => messageAt(ctx.db, ctx.viewer.id, params.id, params.seq, ctx.now),
  }),
  on(reportMessage, (ctx, { params, body }) => report(ctx, ctx.viewer.id, params.id, params.seq, body), {
    again: (ctx, { params }) => messageAt(ctx.db, ctx.viewer.id, params.id, params.seq, ctx.now),
  }),
  on(markThreadRead, (ctx, { params, body }) => readTo(ctx, ctx.viewer.id, params.id, body.seq)),
  on(blockThread, (ctx, { params, body }) => block(ctx, ctx.viewer.id, params.id, body.blocked)),
  on(addThreadFile, (ctx, { params }) => addFile(ctx, params.id), { transaction: false }),
  on(readThreadFile, async (ctx, { params }) =>
    sendAttachment(ctx, await fileOf(ctx.db, ctx.viewer.id, params.id, params.file)),
  ),

  on(listReplies, async ({ db, viewer }) => ({ results: await repliesOf(db, viewer.id), next: null })),
  on(addReply, (ctx, { body }) => saveNew(ctx, ctx.viewer.id, body)),
  on(saveReply, (ctx, { params, body }) => saveAgain(ctx, ctx.viewer.id, params.id, body)),
  on(removeReply, (ctx, { params }) => forget(ctx, ctx.viewer.id, params.id)),
]
