import { on } from '#core/server/route.ts'
import { activeProject, projectScope } from '#features/projects/queries.ts'
import { readHunterHome, readMusicHome } from './contract.ts'
import { hunterHomeOf } from './queries.hunter.ts'
import { musicHomeOf } from './queries.ts'

export const routes = [
  on(readMusicHome, async ({ db, viewer, now }, { query: { project } }) => {
    const scope = project ? await projectScope(db, viewer, project) : await activeProject(db, viewer)
    return musicHomeOf(db, scope, now, { only: project !== undefined, active: viewer.project_id })
  }),
  on(readHunterHome, ({ db, viewer, now }) => hunterHomeOf(db, viewer.id, now)),
]
