import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { eraseFavourites } from './commands.favourites.ts'
import { favouriteDataOf } from './queries.favourites.ts'

export const reactions = [
  contribute(personalData, async (_work, { user_id }) => [
    { document: 'favourites', read: (db) => favouriteDataOf(db, user_id) },
  ]),
  when(accountDeleted, (work, { user_id }) => eraseFavourites(work, user_id)),
]
