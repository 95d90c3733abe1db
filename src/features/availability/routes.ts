import { on } from '#core/server/route.ts'
import { activeProject, askedOwnProject, askedProject } from '#features/projects/queries.ts'
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
    const scope = await askedOwnProject(ctx.db, ctx.viewer)
    await saveWeek(ctx, scope, body)
    return availabilityOf(ctx.db, scope, ctx.now)
  }),

  on(
    createException,
    async (ctx, { query, body }) =>
      addException(ctx, await askedOwnProject(ctx.db, ctx.viewer, query.project), body),
    {
      again: async ({ db, viewer, now }, { query }, about) => {
        const scope = await askedProject(db, viewer, query.project)
        const { exceptions } = await availabilityOf(db, scope, now)
        return exceptions.find(({ id }) => id === about)
      },
    },
  ),

  on(removeException, async (ctx, { params }) => {
    await deleteException(ctx, ctx.viewer, params.id)
    return {}
  }),

  on(readMonth, async ({ db, viewer }, { query }) => {
    const { project_id } = await activeProject(db, viewer)
    return monthOf(db, project_id, query.month)
  }),
]
