import { everyRow } from '#core/contract/page.ts'
import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { userById } from '#features/accounts/queries.ts'
import { forgetChoicesOf } from './commands.delivery.ts'
import { forgetNotificationsOf } from './commands.ts'
import { choiceDataOf } from './queries.delivery.ts'
import { notificationsOf, said } from './queries.ts'

export const reactions = [
  contribute(personalData, async ({ app }, { user_id }) => [
    {
      document: 'notifications',
      read: async (db) => {
        const user = await userById(db, user_id)
        const kept = await everyRow((page) => notificationsOf(db, user_id, page))
        return kept.map((one) => said(app.texts, user?.language ?? 'es', one))
      },
    },
    { document: 'notification_choices', read: (db) => choiceDataOf(db, user_id) },
  ]),
  when(accountDeleted, async ({ db }, { user_id }) => {
    await forgetNotificationsOf(db, user_id)
    await forgetChoicesOf(db, user_id)
  }),
]
