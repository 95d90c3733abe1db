import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { eraseAssignments } from './commands.ts'
import { assignmentDataOf, fileCopiesOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async ({ app, db }, { user_id }) => {
    const files = await fileCopiesOf(db, user_id)
    return [
      { document: 'assignments', read: (snapshot) => assignmentDataOf(snapshot, user_id) },
      { document: 'assignment_files', read: async () => files.map(({ copy }) => copy) },
      ...files.map(({ copy, key, part }) => ({
        file: copy.file,
        open: () => storeOf(app.config).read(key, part),
      })),
    ]
  }),
  when(accountDeleted, (work, { user_id }) => eraseAssignments(work, user_id)),
]
