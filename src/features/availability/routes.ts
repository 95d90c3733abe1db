import { on } from '#core/server/route.ts'
import { activeProject, ownerScope } from '#features/projects/queries.ts'
import { addException, deleteException, saveWeek } from './commands.ts'
import {
  createException,
  readAvailability,
  readMonth,
  removeException,
  saveAvailability,
} from './contract.ts'
import { availabilityOf, monthOf } from './queries.ts'

export const routes = [
  on(readAvailability, async ({ db, viewer, now }) =>
    availabilityOf(db, await activeProject(db, viewer), now),
  ),

  on(saveAvailability, async (ctx, { body }) => {
    const { project_id } = await activeProject(ctx.db, ctx.viewer)
    const scope = await ownerScope(ctx.db, ctx.viewer, project_id)
    await saveWeek(ctx, scope, body)
    return availabilityOf(ctx.db, scope, ctx.now)
  }),

  on(
    createException,
    async (ctx, { body }) => {
      const { project_id } = await activeProject(ctx.db, ctx.viewer)
      return addException(ctx, await ownerScope(ctx.db, ctx.viewer, project_id), body)
    },
    {
      again: async ({ db, viewer, now }, _input, about) => {
        const { exceptions } = await availabilityOf(db, await activeProject(db, viewer), now)
        return exceptions.find(({ id }) => id === about)
      },
    },
  ),

  on(removeException, async (ctx, { params }) => {
    const { project_id } = await activeProject(ctx.db, ctx.viewer)
    await deleteException(ctx, await ownerScope(ctx.db, ctx.viewer, project_id), params.id)
    return {}
  }),

  on(readMonth, async ({ db, viewer }, { query }) => {
    const { project_id } = await activeProject(db, viewer)
    return monthOf(db, project_id, query.month)
  }),
]
