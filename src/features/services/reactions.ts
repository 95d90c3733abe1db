import { everyRow } from '#core/contract/page.ts'
import { react } from '#core/server/events.ts'
import { deletionPreviewed } from '#features/accounts/queries.deletion.ts'
import { dataCollected } from '#features/accounts/queries.exports.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { ownedProjects } from '#features/projects/queries.ts'
import { eraseServices } from './commands.ts'
import type { Service } from './contract.ts'
import { activeServices, servicesOf } from './queries.ts'

export const reactions = [
  react(dataCollected, async (_work, { user_id, collection }) => {
    collection.document('services', async (db) => {
      const all: Omit<Service, 'steps'>[] = []
      for (const scope of await ownedProjects(db, user_id))
        for (const status of [undefined, 'archived'] as const)
          for (const { steps: _, ...service } of await everyRow((page) =>
            servicesOf(db, scope, { ...page, status }),
          ))
            all.push(service)
      return all
    })
  }),
  react(deletionPreviewed, async ({ db }, { user_id, preview }) => {
    for (const { project_id } of await ownedProjects(db, user_id))
      preview.services += await activeServices(db, project_id)
  }),
  react(projectErased, (work, { project_id }) => eraseServices(work, project_id)),
]
