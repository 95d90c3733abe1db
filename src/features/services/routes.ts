import { type Context, on } from '#core/server/route.ts'
import { activeProject, type OwnerScope, ownerScope } from '#features/projects/queries.ts'
import { addService, moveService, rewriteService } from './commands.ts'
import { createService, listServices, readService, saveService, stepService } from './contract.ts'
import { serviceOf, servicesOf } from './queries.ts'

/** The active project, where the caller owns it. */
async function owned({ db, viewer }: Context): Promise<OwnerScope> {
  const { project_id } = await activeProject(db, viewer)
  return ownerScope(db, viewer, project_id)
}

export const routes = [
  on(listServices, async ({ db, viewer }, { query }) =>
    servicesOf(db, await activeProject(db, viewer), query),
  ),

  on(readService, async ({ db, viewer }, { params }) =>
    serviceOf(db, await activeProject(db, viewer), params.id),
  ),

  on(createService, async (ctx, { body }) => addService(ctx, await owned(ctx), body)),

  on(saveService, async (ctx, { params, body }) => rewriteService(ctx, await owned(ctx), params.id, body)),

  on(stepService, async (ctx, { params, body }) => moveService(ctx, await owned(ctx), params.id, body.step)),
]
