import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { accountCreated, emailVerified } from '#features/accounts/commands.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { eraseReferrals, register, verify } from './commands.ts'
import { referralDataOf } from './queries.ts'

export const reactions = [
  when(accountCreated, register),
  when(emailVerified, (work, { user_id }) => verify(work, user_id)),
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'referrals', read: (db) => referralDataOf(db, user_id) },
  ]),
  when(accountDeleted, (work, { user_id }) => eraseReferrals(work, user_id)),
]
