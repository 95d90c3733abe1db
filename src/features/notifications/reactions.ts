import { everyRow } from '#core/contract/page.ts'
import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { userById } from '#features/accounts/queries.ts'
import { deletePreferencesOf } from './commands.delivery.ts'
import { deleteNotificationsOf } from './commands.ts'
import { preferenceDataOf } from './queries.delivery.ts'
import { localized, notificationsOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async ({ app }, { user_id }) => [
    {
      document: 'notifications',
      read: async (db) => {
        const user = await userById(db, user_id)
        const all = await everyRow((page) => notificationsOf(db, user_id, page))
        return all.map((one) => localized(app.texts, user?.language ?? 'es', one))
      },
    },
    { document: 'notification_choices', read: (db) => preferenceDataOf(db, user_id) },
  ]),
  when(accountDeleted, async ({ db }, { user_id }) => {
    await deleteNotificationsOf(db, user_id)
    await deletePreferencesOf(db, user_id)
  }),
]
