import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { ownGigsOf } from '#features/availability/queries.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { projectHandedOver } from '#features/projects/commands.transfer.ts'
import { eraseCalendars, eraseFeeds, removeSourcesOf } from './commands.ts'
import { calendarDataOf, feedEntries, ownGigEntry } from './queries.ts'

export const reactions = [
  // Availability can't answer for itself: it is asked from here.
  contribute(feedEntries, async ({ db, app }, { of: { project }, from, to }) => {
    if (!project) return []
    const gigs = await ownGigsOf(db, project, from, to)
    return gigs.map((gig) => ownGigEntry(app.texts, gig))
  }),
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'calendars', read: (db) => calendarDataOf(db, user_id) },
  ]),
  when(projectHandedOver, (work, { project_id }) => removeSourcesOf(work, project_id)),
  when(projectErased, (work, { project_id }) => eraseCalendars(work, project_id)),
  when(accountDeleted, (work, { user_id }) => eraseFeeds(work, user_id)),
]
