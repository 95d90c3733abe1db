import { type Context, on } from '#core/server/route.ts'
import { activeProject, type OwnerScope, ownerScope } from '#features/projects/queries.ts'
import { rewriteLearned } from './commands.learner.ts'
import {
  addInstrument,
  addSet,
  deleteInstrument,
  deleteSet,
  rewriteInstrument,
  rewriteSet,
} from './commands.ts'
import { readLearned, saveLearned } from './contract.learner.ts'
import {
  createInstrument,
  createInstrumentSet,
  listInstrumentSets,
  listInstruments,
  removeInstrument,
  removeInstrumentSet,
  saveInstrument,
  saveInstrumentSet,
} from './contract.ts'
import { learnedOf } from './queries.learner.ts'
import { instrumentsOf, setsOf } from './queries.ts'

/** The active project, where the caller owns it. */
async function owned({ db, viewer }: Context): Promise<OwnerScope> {
  const { project_id } = await activeProject(db, viewer)
  return ownerScope(db, viewer, project_id)
}

export const routes = [
  on(listInstruments, async ({ db, viewer, now }, { query }) =>
    instrumentsOf(db, await activeProject(db, viewer), query, now),
  ),
  on(createInstrument, async (ctx, { body }) => addInstrument(ctx, await owned(ctx), body)),
  on(saveInstrument, async (ctx, { params, body }) =>
    rewriteInstrument(ctx, await owned(ctx), params.id, body),
  ),
  on(removeInstrument, async (ctx, { params }) => {
    await deleteInstrument(ctx, await owned(ctx), params.id)
    return {}
  }),

  on(readLearned, async ({ db, viewer, now }) => ({ results: await learnedOf(db, viewer.id, now) })),
  on(saveLearned, async (ctx, { body }) => {
    await rewriteLearned(ctx, ctx.viewer.id, body.instruments)
    return { results: await learnedOf(ctx.db, ctx.viewer.id, ctx.now) }
  }),

  on(listInstrumentSets, async ({ db, viewer }, { query }) =>
    setsOf(db, await activeProject(db, viewer), query),
  ),
  on(createInstrumentSet, async (ctx, { body }) => addSet(ctx, await owned(ctx), body)),
  on(saveInstrumentSet, async (ctx, { params, body }) => rewriteSet(ctx, await owned(ctx), params.id, body)),
  on(removeInstrumentSet, async (ctx, { params }) => {
    await deleteSet(ctx, await owned(ctx), params.id)
    return {}
  }),
]
