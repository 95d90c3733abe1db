import { contribute, react } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { agreementEnded, agreementsActivated } from '#features/contracts/commands.ts'
import { orderCancelled, orderPostponed } from '#features/hiring/commands.ts'
import { cancelPreviewed } from '#features/hiring/queries.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { eraseHost, erasePerformer } from './commands.erasure.ts'
import { callOff, dropPerformer, openEvent } from './commands.lifecycle.ts'
import { standingEvents } from './queries.lifecycle.ts'
import { eventDataOf } from './queries.ts'

export const reactions = [
  react(agreementsActivated, (work, { order_id }) => openEvent(work, order_id)),
  // A cancelled or postponed event keeps who would have played.
  react(agreementEnded, async (work, { contract_id, reason }) => {
    if (reason !== 'order_cancelled' && reason !== 'order_postponed') await dropPerformer(work, contract_id)
  }),
  react(orderCancelled, (work, { order_id }) => callOff(work, order_id, 'cancel')),
  react(orderPostponed, (work, { order_id }) => callOff(work, order_id, 'postpone')),
  react(cancelPreviewed, async (work, { order_id, preview }) => {
    preview.events += await standingEvents(work.db, order_id)
  }),
  contribute(personalData, async ({ db }, { user_id }) => [
    { document: 'events', read: () => eventDataOf(db, user_id) },
  ]),
  react(projectErased, ({ db }, { project_id }) => erasePerformer(db, project_id)),
  react(accountDeleted, ({ db }, { user_id }) => eraseHost(db, user_id)),
]
