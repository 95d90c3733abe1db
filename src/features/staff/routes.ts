import { notFound } from '#core/contract/errors.ts'
import { assertFresh, on, type ReadContext } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { sendAttachment } from '#features/files/queries.attachments.ts'
import { decide, leaveOne, lookUp, openFile, takeOne } from './commands.ts'
import {
  addDeskFile,
  decideItem,
  leaveItem,
  listDone,
  listLog,
  listQueue,
  openLookUp,
  readDeskFile,
  readItem,
  searchDesk,
  takeItem,
} from './contract.ts'
import { foundBy } from './queries.lookUps.ts'
import { deskKind, doneOf, queueOf, sheetOf } from './queries.queue.ts'
import { logOf } from './queries.ts'

const readerIn = ({ viewer, language }: ReadContext) => ({ id: viewer.id, language })
const sheetFor = (ctx: ReadContext, item: { kind: string; id: number }) => sheetOf(ctx, readerIn(ctx), item)

export const routes = [
  on(listQueue, (ctx, { query }) => queueOf(ctx, readerIn(ctx), query)),
  on(listDone, (ctx, { query }) => doneOf(ctx, readerIn(ctx), query)),
  on(readItem, (ctx, { params }) => sheetFor(ctx, params)),
  on(
    takeItem,
    async (ctx, { params }) => {
      await takeOne(ctx, ctx.viewer.id, params)
      return sheetFor(ctx, params)
    },
    { again: (ctx, { params }) => sheetFor(ctx, params) },
  ),
  on(
    leaveItem,
    async (ctx, { params }) => {
      await leaveOne(ctx, ctx.viewer.id, params)
      return sheetFor(ctx, params)
    },
    { again: (ctx, { params }) => sheetFor(ctx, params) },
  ),
  on(decideItem, async (ctx, { params, body }) => {
    if ((await deskKind(ctx, params.kind)).isMoney) assertFresh(ctx.viewer, ctx.now)
    await decide(ctx, { user_id: ctx.viewer.id }, params, body)
    return { ...params, act: body.act }
  }),
  on(
    addDeskFile,
    async (ctx, { params }) => {
      const { addFile } = await deskKind(ctx, params.kind)
      if (!addFile) throw notFound()
      const { id, name, bytes } = await addFile(ctx, params.id)
      return { id, name, bytes }
    },
    { transaction: false },
  ),
  on(readDeskFile, async (ctx, { params }) => {
    const file = await transaction(ctx.app, ctx.now, (work) =>
      openFile(work, { user_id: ctx.viewer.id }, params, params.file),
    )
    return sendAttachment(ctx, file)
  }),
  on(searchDesk, async (ctx, { query }) => ({
    results: await foundBy(ctx, ctx.language, query.q),
    next: null,
  })),
  // Outside the store of repeated calls, which would keep what was read.
  on(
    openLookUp,
    ({ app, now, viewer, language }, { body }) =>
      transaction(app, now, (work) => lookUp(work, viewer, language, body)),
    { transaction: false },
  ),
  on(listLog, (ctx, { query }) => logOf(ctx, ctx.language, query)),
]
