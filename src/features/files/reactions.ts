import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { deleteFilesOf } from './commands.ts'
import { filesOf } from './queries.ts'

/** The best of a picture that every program opens. */
const COPIED = 'large.jpeg'

export const reactions = [
  contribute(personalData, async ({ app, db }, { user_id }) => {
    const own = await filesOf(db, user_id)
    const nameOf = (id: number) => `pictures/${id}.jpeg`
    const list = async () => own.map(({ key: _, ...file }) => ({ ...file, file: nameOf(file.id) }))
    return [
      { document: 'pictures', read: list },
      ...own.map(({ id, key }) => ({
        file: nameOf(id),
        open: () => storeOf(app.config).read(key, COPIED),
      })),
    ]
  }),
  contribute(deletionParts, async ({ db }, { user_id }) => [
    { kind: 'pictures', count: (await filesOf(db, user_id)).length },
  ]),
  // Last of all features: those above have taken down what was theirs alone.
  when(accountDeleted, (work, { user_id }) => deleteFilesOf(work, user_id)),
]
