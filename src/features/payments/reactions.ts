import { contribute } from '#core/server/events.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { paymentDataOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'payments', read: (db) => paymentDataOf(db, user_id) },
  ]),
]
