import { on } from '#core/server/route.ts'
import { activeProject } from '#features/projects/queries.ts'
import { readHunterHome, readMusicHome } from './contract.ts'
import { hunterHomeOf } from './queries.hunter.ts'
import { musicHomeOf } from './queries.ts'

export const routes = [
  on(readMusicHome, async ({ db, viewer, now }) => musicHomeOf(db, await activeProject(db, viewer), now)),
  on(readHunterHome, ({ db, viewer, now }) => hunterHomeOf(db, viewer.id, now)),
]
