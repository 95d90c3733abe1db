import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { eventDelivered } from '#features/events/commands.lifecycle.ts'
import { toldOfOrders } from '#features/hiring/desk/queries.ends.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { projectHandedOver } from '#features/projects/commands.transfer.ts'
import { endLinksOf } from './commands.share.ts'
import { eraseHostComments, eraseProjectComments, openSurveys } from './commands.ts'
import { linkDataOf } from './queries.share.ts'
import { surveyDataOf, surveysTold } from './queries.ts'

export const reactions = [
  when(eventDelivered, openSurveys),
  contribute(toldOfOrders, ({ db }, { order_ids }) => surveysTold(db, order_ids)),
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'surveys', read: (db) => surveyDataOf(db, user_id) },
    { document: 'results_links', read: (db) => linkDataOf(db, user_id) },
  ]),
  when(projectErased, ({ db }, { project_id }) => eraseProjectComments(db, project_id)),
  // What its former owner wrote was for their own eyes.
  when(projectHandedOver, ({ db }, { project_id }) => eraseProjectComments(db, project_id)),
  when(accountDeleted, ({ db }, { user_id }) => eraseHostComments(db, user_id)),
  when(accountDeleted, ({ db }, { user_id }) => endLinksOf(db, user_id)),
]
