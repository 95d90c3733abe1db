import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { memberLeft } from '#features/projects/commands.members.ts'
import { ownedProjects } from '#features/projects/queries.ts'
import { eraseAvailability, releasePerson, replaceMember } from './commands.ts'
import { availabilityDataOf, promisedTo } from './queries.ts'

export const reactions = [
  contribute(personalData, async (_work, { user_id }) => [
    {
      document: 'availability',
      read: async (db) => {
        const all = []
        for (const scope of await ownedProjects(db, user_id)) all.push(await availabilityDataOf(db, scope))
        return all
      },
    },
    { document: 'promised_times', read: (db) => promisedTo(db, user_id) },
  ]),
  when(memberLeft, replaceMember),
  when(projectErased, (work, { project_id }) => eraseAvailability(work, project_id)),
  when(accountDeleted, (work, { user_id }) => releasePerson(work, user_id)),
]
