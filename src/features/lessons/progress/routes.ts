import { on } from '#core/server/route.ts'
import * as commands from './commands.ts'
import {
  addObjective,
  addPiece,
  changePractice,
  listPractice,
  notePractice,
  readProgress,
  removeObjective,
  removePiece,
  removePractice,
  saveObjective,
  savePiece,
} from './contract.ts'
import {
  assertLearns,
  objectiveOf,
  pieceOf,
  practiceOf,
  practicePage,
  progressOf,
  studentScope,
} from './queries.ts'

export const routes = [
  on(readProgress, async ({ db, viewer, now }, { params }) =>
    progressOf(db, await studentScope(db, viewer, params.id), now),
  ),

  on(listPractice, ({ db, viewer }, { query }) => {
    assertLearns(viewer)
    return practicePage(db, viewer.id, query)
  }),
  on(
    notePractice,
    async (ctx, { body }) =>
      practiceOf(ctx.db, ctx.viewer.id, await commands.notePractice(ctx, ctx.viewer, body)),
    {
      again: async ({ db, viewer }, _input, about) =>
        about === null ? undefined : practiceOf(db, viewer.id, about),
    },
  ),
  on(
    changePractice,
    async (ctx, { params, body }) => {
      await commands.changePractice(ctx, ctx.viewer, params.id, body)
      return practiceOf(ctx.db, ctx.viewer.id, params.id)
    },
    { again: ({ db, viewer }, { params }) => practiceOf(db, viewer.id, params.id) },
  ),
  on(removePractice, async (ctx, { params }) => {
    await commands.removePractice(ctx, ctx.viewer, params.id)
    return {}
  }),

  on(
    addPiece,
    async (ctx, { params, body }) => {
      const id = await commands.addPiece(ctx, ctx.viewer, params.id, body)
      return pieceOf(ctx.db, { student_id: params.id }, id)
    },
    {
      again: async ({ db, viewer }, { params }, about) =>
        about === null ? undefined : pieceOf(db, await studentScope(db, viewer, params.id), about),
    },
  ),
  on(savePiece, async (ctx, { params, body }) => {
    const scope = await commands.savePiece(ctx, ctx.viewer, params.id, body)
    return pieceOf(ctx.db, scope, params.id)
  }),
  on(removePiece, async (ctx, { params }) => {
    await commands.removePiece(ctx, ctx.viewer, params.id)
    return {}
  }),

  on(
    addObjective,
    async (ctx, { params, body }) => {
      const id = await commands.addObjective(ctx, ctx.viewer, params.id, body)
      return objectiveOf(ctx.db, { student_id: params.id }, id)
    },
    {
      again: async ({ db, viewer }, { params }, about) =>
        about === null ? undefined : objectiveOf(db, await studentScope(db, viewer, params.id), about),
    },
  ),
  on(saveObjective, async (ctx, { params, body }) => {
    const scope = await commands.saveObjective(ctx, ctx.viewer, params.id, body)
    return objectiveOf(ctx.db, scope, params.id)
  }),
  on(removeObjective, async (ctx, { params }) => {
    await commands.removeObjective(ctx, ctx.viewer, params.id)
    return {}
  }),
]
