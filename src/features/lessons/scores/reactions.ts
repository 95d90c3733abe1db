import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { eraseScores } from './commands.ts'
import { scoreCopiesOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async ({ app, db }, { user_id }) => {
    const files = await scoreCopiesOf(db, user_id)
    return [
      { document: 'lesson_scores', read: async () => files.map(({ copy }) => copy) },
      ...files.map(({ copy, key, part }) => ({
        file: copy.file,
        open: () => storeOf(app.config).read(key, part),
      })),
    ]
  }),
  when(accountDeleted, (work, { user_id }) => eraseScores(work, user_id)),
]
