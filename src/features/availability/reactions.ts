import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { memberLeft } from '#features/projects/commands.members.ts'
import { ownedProjects } from '#features/projects/queries.ts'
import { eraseAvailability, erasePersonal, releasePerson, replaceMember } from './commands.ts'
import { personalDataOf } from './queries.personal.ts'
import { availabilityDataOf, promisedTo } from './queries.ts'

export const reactions = [
  contribute(personalData, async (_work, { user_id }) => [
    {
      document: 'availability',
      read: async (db) => {
        const all = []
        for (const scope of await ownedProjects(db, user_id)) all.push(await availabilityDataOf(db, scope))
        return [...all, ...(await personalDataOf(db, user_id))]
      },
    },
    { document: 'promised_times', read: (db) => promisedTo(db, user_id) },
  ]),
  when(memberLeft, replaceMember),
  when(projectErased, (work, { project_id }) => eraseAvailability(work, project_id)),
  when(accountDeleted, async (work, { user_id }) => {
    await releasePerson(work, user_id)
    await erasePersonal(work, user_id)
  }),
]
