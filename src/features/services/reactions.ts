import { everyRow } from '#core/contract/page.ts'
import { contribute, when } from '#core/server/events.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { limitsApplied } from '#features/plans/commands.limits.ts'
import { countedServices } from '#features/plans/queries.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { projectAdded } from '#features/projects/commands.ts'
import { ownedProjects } from '#features/projects/queries.ts'
import { eraseServices, restAdded, restServices } from './commands.ts'
import type { Service } from './contract.ts'
import { activeServices, countedOf, servicesOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async (_work, { user_id }) => [
    {
      document: 'services',
      read: async (db) => {
        const all: Omit<Service, 'steps'>[] = []
        for (const scope of await ownedProjects(db, user_id))
          for (const status of [undefined, 'archived'] as const)
            for (const { steps: _, ...service } of await everyRow((page) =>
              servicesOf(db, scope, { ...page, status }),
            ))
              all.push(service)
        return all
      },
    },
  ]),
  contribute(deletionParts, async ({ db }, { user_id }) => {
    let count = 0
    for (const { project_id } of await ownedProjects(db, user_id))
      count += await activeServices(db, project_id)
    return [{ kind: 'services', count }]
  }),
  contribute(countedServices, ({ db }, { user_id }) => countedOf(db, user_id)),
  when(limitsApplied, (work, { user_id, limits, chosen }) => restServices(work, user_id, limits, chosen)),
  when(projectAdded, (work, { project_id, owner_id }) => restAdded(work, project_id, owner_id)),
  when(projectErased, (work, { project_id }) => eraseServices(work, project_id)),
]
