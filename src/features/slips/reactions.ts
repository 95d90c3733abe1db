import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { deleteSlipsOf } from './commands.ts'
import { slipCopiesOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async ({ app, db }, { user_id }) => {
    const slips = await slipCopiesOf(db, user_id)
    return [
      { document: 'slips', read: async () => slips.map(({ copy }) => copy) },
      ...slips.map(({ copy, key, part }) => ({
        file: copy.file,
        open: () => storeOf(app.config).read(key, part),
      })),
    ]
  }),
  contribute(deletionParts, async ({ db }, { user_id }) => [
    { kind: 'slips', count: (await slipCopiesOf(db, user_id)).length },
  ]),
  when(accountDeleted, (work, { user_id }) => deleteSlipsOf(work, user_id)),
]
