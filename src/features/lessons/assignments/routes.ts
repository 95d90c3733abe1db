import { on } from '#core/server/route.ts'
import { sendAttachment } from '#features/files/queries.attachments.ts'
import * as commands from './commands.ts'
import {
  addAssignmentFile,
  addRemark,
  giveAssignment,
  listAssignments,
  readAssignment,
  readAssignmentFile,
  removeAssignmentFile,
  removeRemark,
  saveAssignment,
  stepAssignment,
} from './contract.ts'
import { assignmentOf, assignmentPage, fileOf } from './queries.ts'

export const routes = [
  on(listAssignments, ({ db, viewer, now }, { query }) => assignmentPage(db, viewer.id, query, now)),
  on(readAssignment, ({ db, viewer, now }, { params }) => assignmentOf(db, viewer.id, params.id, now)),
  on(giveAssignment, (ctx, { params, body }) => commands.give(ctx, ctx.viewer.id, params.id, body), {
    again: async ({ db, viewer, now }, _, about) =>
      about === null ? undefined : assignmentOf(db, viewer.id, about, now),
  }),
  on(saveAssignment, (ctx, { params, body }) => commands.save(ctx, ctx.viewer.id, params.id, body), {
    again: ({ db, viewer, now }, { params }) => assignmentOf(db, viewer.id, params.id, now),
  }),
  on(stepAssignment, (ctx, { params, body }) => commands.step(ctx, ctx.viewer.id, params.id, body.step), {
    again: ({ db, viewer, now }, { params }) => assignmentOf(db, viewer.id, params.id, now),
  }),
  on(addAssignmentFile, (ctx, { params }) => commands.addFile(ctx, params.id), { transaction: false }),
  on(readAssignmentFile, async (ctx, { params }) =>
    sendAttachment(ctx, await fileOf(ctx.db, ctx.viewer.id, params.id, params.file, ctx.now)),
  ),
  on(removeAssignmentFile, (ctx, { params }) =>
    commands.removeFile(ctx, ctx.viewer.id, params.id, params.file),
  ),
  on(addRemark, (ctx, { params, body }) => commands.remark(ctx, ctx.viewer.id, params.id, body), {
    again: ({ db, viewer, now }, { params }) => assignmentOf(db, viewer.id, params.id, now),
  }),
  on(removeRemark, (ctx, { params }) => commands.takeBack(ctx, ctx.viewer.id, params.id, params.remark)),
]
