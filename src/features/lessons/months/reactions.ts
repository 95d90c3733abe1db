import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { letterLines } from '#features/notifications/queries.ts'
import { eraseMonths } from './commands.ts'
import { linesOf, monthOf } from './queries.ts'

export const reactions = [
  contribute(letterLines, async ({ app, db, now }, { type, value, user_id, language }) =>
    type === 'MONTH_SUMMARY' && value
      ? linesOf(app.texts, language, await monthOf(db, user_id, now, value))
      : [],
  ),
  when(accountDeleted, (work, { user_id }) => eraseMonths(work, user_id)),
]
