import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { waitingParts } from '#features/notifications/queries.ts'
import { eraseWords } from './commands.files.ts'
import { fileCopiesOf, messageCopiesOf, messagesGoingWith, repliesOf } from './queries.files.ts'
import { unreadThreads } from './queries.ts'

export const reactions = [
  contribute(waitingParts, async (_reading, { id }) => [{ page: 'messages', count: unreadThreads(id) }]),
  contribute(personalData, async ({ app, db }, { user_id }) => {
    const files = await fileCopiesOf(db, user_id)
    return [
      { document: 'messages', read: (snapshot) => messageCopiesOf(snapshot, user_id) },
      { document: 'message_files', read: async () => files.map(({ copy }) => copy) },
      { document: 'saved_replies', read: (snapshot) => repliesOf(snapshot, user_id) },
      ...files.map(({ copy, key, part }) => ({
        file: copy.file,
        open: () => storeOf(app.config).read(key, part),
      })),
    ]
  }),
  contribute(deletionParts, async ({ db }, { user_id }) => [
    { kind: 'messages', count: await messagesGoingWith(db, user_id) },
  ]),
  when(accountDeleted, (work, { user_id }) => eraseWords(work, user_id)),
]
