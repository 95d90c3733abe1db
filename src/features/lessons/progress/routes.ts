import { on } from '#core/server/route.ts'
import { assertStudent } from '../queries.ts'
import * as commands from './commands.ts'
import {
  addObjective,
  addPiece,
  changePractice,
  listPractice,
  listStudentNotes,
  listTempos,
  notePractice,
  readProgress,
  removeObjective,
  removePiece,
  removePractice,
  saveObjective,
  savePiece,
} from './contract.ts'
import {
  notesPage,
  objectiveOf,
  pieceOf,
  practiceOf,
  practicePage,
  progressOf,
  studentScope,
  temposOf,
} from './queries.ts'

export const routes = [
  on(readProgress, async ({ db, viewer, now }, { params }) =>
    progressOf(db, await studentScope(db, viewer.id, params.id, now), now),
  ),
  on(listStudentNotes, async ({ db, viewer, now }, { params, query }) =>
    notesPage(db, viewer.id, await studentScope(db, viewer.id, params.id, now), query),
  ),

  on(listPractice, ({ db, viewer }, { query }) => {
    assertStudent(viewer)
    return practicePage(db, viewer.id, query)
  }),
  on(notePractice, (ctx, { body }) => commands.notePractice(ctx, ctx.viewer, body), {
    again: async ({ db, viewer }, _, about) =>
      about === null ? undefined : practiceOf(db, viewer.id, about),
  }),
  on(changePractice, (ctx, { params, body }) => commands.changePractice(ctx, ctx.viewer, params.id, body), {
    again: ({ db, viewer }, { params }) => practiceOf(db, viewer.id, params.id),
  }),
  on(removePractice, async (ctx, { params }) => {
    await commands.removePractice(ctx, ctx.viewer, params.id)
    return {}
  }),

  on(addPiece, (ctx, { params, body }) => commands.addPiece(ctx, ctx.viewer.id, params.id, body), {
    again: async ({ db, viewer, now }, _, about) =>
      about === null ? undefined : pieceOf(db, viewer.id, about, now),
  }),
  on(savePiece, (ctx, { params, body }) => commands.savePiece(ctx, ctx.viewer.id, params.id, body), {
    again: ({ db, viewer, now }, { params }) => pieceOf(db, viewer.id, params.id, now),
  }),
  on(removePiece, async (ctx, { params }) => {
    await commands.removePiece(ctx, ctx.viewer.id, params.id)
    return {}
  }),
  on(listTempos, async ({ db, viewer, now }, { params }) => ({
    results: await temposOf(db, viewer.id, params.id, now),
  })),

  on(addObjective, (ctx, { params, body }) => commands.addObjective(ctx, ctx.viewer.id, params.id, body), {
    again: async ({ db, viewer, now }, _, about) =>
      about === null ? undefined : objectiveOf(db, viewer.id, about, now),
  }),
  on(saveObjective, (ctx, { params, body }) => commands.saveObjective(ctx, ctx.viewer.id, params.id, body), {
    again: ({ db, viewer, now }, { params }) => objectiveOf(db, viewer.id, params.id, now),
  }),
  on(removeObjective, async (ctx, { params }) => {
    await commands.removeObjective(ctx, ctx.viewer.id, params.id)
    return {}
  }),
]
