import { react } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { dataCollected } from '#features/accounts/queries.exports.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { ownedProjects } from '#features/projects/queries.ts'
import { eraseAvailability, releasePerson } from './commands.ts'
import { availabilityDataOf, promisedTo } from './queries.ts'

export const reactions = [
  react(dataCollected, async (_work, { user_id, collection }) => {
    collection.document('availability', async (db) => {
      const all = []
      for (const scope of await ownedProjects(db, user_id)) all.push(await availabilityDataOf(db, scope))
      return all
    })
    collection.document('promised_times', (db) => promisedTo(db, user_id))
  }),
  react(projectErased, (work, { project_id }) => eraseAvailability(work, project_id)),
  react(accountDeleted, (work, { user_id }) => releasePerson(work, user_id)),
]
