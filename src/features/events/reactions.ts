import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { feedEntries } from '#features/calendars/queries.ts'
import { agreementEnded, agreementsActivated } from '#features/contracts/commands.ts'
import { cancelParts } from '#features/hiring/desk/queries.ends.ts'
import { orderCancelled, orderPostponed } from '#features/hiring/journey/commands.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { erasePerformer, erasePerson } from './commands.erasure.ts'
import { endEvent, removePerformer } from './commands.lifecycle.ts'
import { openEvent } from './commands.opening.ts'
import { hostEntries, projectEntries } from './queries.feed.ts'
import { eventsToCancel } from './queries.lifecycle.ts'
import { eventDataOf } from './queries.ts'

export const reactions = [
  when(agreementsActivated, (work, { order_id }) => openEvent(work, order_id)),
  // A cancelled or postponed event still shows who would have played.
  when(agreementEnded, async (work, { order_id, contract_id, reason }) => {
    if (reason !== 'order_cancelled' && reason !== 'order_postponed')
      await removePerformer(work, order_id, contract_id)
  }),
  when(orderCancelled, (work, { order_id }) => endEvent(work, order_id, 'cancel')),
  when(orderPostponed, (work, { order_id }) => endEvent(work, order_id, 'postpone')),
  contribute(cancelParts, async ({ db }, { order_id }) => [
    { kind: 'events', count: await eventsToCancel(db, order_id) },
  ]),
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'events', read: (db) => eventDataOf(db, user_id) },
  ]),
  contribute(feedEntries, async (reading, { of, ...span }) =>
    of.project ? projectEntries(reading, of.project, span) : hostEntries(reading, of.user_id, span),
  ),
  when(projectErased, ({ db }, { project_id }) => erasePerformer(db, project_id)),
  when(accountDeleted, ({ db }, { user_id }) => erasePerson(db, user_id)),
]
