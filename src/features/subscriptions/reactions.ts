import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { orderClosed } from '#features/results/commands.insights.ts'
import { eraseOffers, offerSubscription } from './commands.ts'
import { offersTo } from './queries.ts'

export const reactions = [
  when(orderClosed, offerSubscription),
  contribute(personalData, async (_reading, { user_id }) => [
    {
      document: 'subscription',
      read: async (db) => {
        const offers = await offersTo(db, user_id)
        return offers ? [offers] : []
      },
    },
  ]),
  when(accountDeleted, ({ db }, { user_id }) => eraseOffers(db, user_id)),
]
