import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { recordingForbidden } from '#features/accounts/commands.guardian.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { eraseRecordings, forbidRecordings } from './commands.ts'
import { recordingCopiesOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async ({ app, db }, { user_id }) => {
    const copies = await recordingCopiesOf(db, user_id)
    return [
      { document: 'lesson_recordings', read: async () => copies.map(({ copy }) => copy) },
      ...copies.flatMap(({ copy, place }) =>
        copy.file && place
          ? [{ file: copy.file, open: () => storeOf(app.config).read(place.key, place.parts[0] ?? '') }]
          : [],
      ),
    ]
  }),
  when(recordingForbidden, (work, { user_id }) => forbidRecordings(work, user_id)),
  when(accountDeleted, (work, { user_id }) => eraseRecordings(work, user_id)),
]
