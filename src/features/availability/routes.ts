import { on, type Viewer } from '#core/server/route.ts'
import { activeProject, askedOwnProject, askedProject } from '#features/projects/queries.ts'
import { addException, deleteException, savePersonalWeek, saveWeek } from './commands.ts'
import {
  createException,
  readAvailability,
  readMonth,
  removeException,
  saveAvailability,
} from './contract.ts'
import { personalAvailabilityOf, personalMonthOf } from './queries.personal.ts'
import { availabilityOf, monthOf } from './queries.ts'

/** A student has no project: what they say is their own. */
const isPersonal = ({ account_type }: Pick<Viewer, 'account_type'>) => account_type === 'STUDENT'

export const routes = [
  on(readAvailability, async ({ db, viewer, now }) =>
    isPersonal(viewer)
      ? personalAvailabilityOf(db, viewer.id, now)
      : availabilityOf(db, await activeProject(db, viewer), now),
  ),

  on(saveAvailability, async (ctx, { body }) => {
    if (isPersonal(ctx.viewer)) {
      await savePersonalWeek(ctx, ctx.viewer.id, body)
      return personalAvailabilityOf(ctx.db, ctx.viewer.id, ctx.now)
    }
    const scope = await askedOwnProject(ctx.db, ctx.viewer)
    await saveWeek(ctx, scope, body)
    return availabilityOf(ctx.db, scope, ctx.now)
  }),

  on(
    createException,
    async (ctx, { query, body }) =>
      addException(
        ctx,
        isPersonal(ctx.viewer)
          ? { user_id: ctx.viewer.id }
          : await askedOwnProject(ctx.db, ctx.viewer, query.project),
        body,
      ),
    {
      again: async ({ db, viewer, now }, { query }, about) => {
        const { exceptions } = isPersonal(viewer)
          ? await personalAvailabilityOf(db, viewer.id, now)
          : await availabilityOf(db, await askedProject(db, viewer, query.project), now)
        return exceptions.find(({ id }) => id === about)
      },
    },
  ),

  on(removeException, async (ctx, { params }) => {
    await deleteException(ctx, ctx.viewer, params.id)
    return {}
  }),

  on(readMonth, async ({ db, viewer }, { query }) => {
    if (isPersonal(viewer)) return personalMonthOf(db, viewer.id, query.month)
    const { project_id } = await activeProject(db, viewer)
    return monthOf(db, project_id, query.month)
  }),
]
