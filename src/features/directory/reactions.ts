import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { deskKinds } from '#features/staff/queries.queue.ts'
import { eraseFavourites } from './commands.favourites.ts'
import { eraseProfileReports } from './commands.reports.ts'
import { profileKind } from './commands.staff.ts'
import { favouriteDataOf } from './queries.favourites.ts'
import { profileReportsOf } from './queries.reports.ts'

export const reactions = [
  contribute(deskKinds, async () => [profileKind]),
  contribute(personalData, async (_work, { user_id }) => [
    { document: 'favourites', read: (db) => favouriteDataOf(db, user_id) },
    { document: 'profile_reports', read: (db) => profileReportsOf(db, user_id) },
  ]),
  when(accountDeleted, async (work, { user_id }) => {
    await eraseFavourites(work, user_id)
    await eraseProfileReports(work.db, user_id)
  }),
]
