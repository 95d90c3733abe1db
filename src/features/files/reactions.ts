import { react } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionPreviewed } from '#features/accounts/queries.deletion.ts'
import { dataCollected } from '#features/accounts/queries.exports.ts'
import { dropFilesOf } from './commands.ts'
import { removeParts } from './jobs.ts'
import { filesOf } from './queries.ts'

/** The best of a picture that every program opens. */
const COPIED = 'large.jpeg'

export const reactions = [
  react(dataCollected, async ({ app, db }, { user_id, collection }) => {
    const own = await filesOf(db, user_id)
    const nameOf = (id: number) => `pictures/${id}.jpeg`
    collection.document('pictures', async () =>
      own.map(({ key: _, ...file }) => ({ ...file, file: nameOf(file.id) })),
    )
    for (const { id, key } of own) collection.file(nameOf(id), () => storeOf(app.config).read(key, COPIED))
  }),
  react(deletionPreviewed, async ({ db }, { user_id, preview }) => {
    preview.pictures += (await filesOf(db, user_id)).length
  }),
  // Last of all features: those above have taken down what was theirs alone.
  react(accountDeleted, async ({ app, db }, { user_id }) => {
    for (const kept of await dropFilesOf(db, user_id)) await app.jobs.enqueue(db, removeParts, kept)
  }),
]
