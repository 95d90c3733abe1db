import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { eventDelivered } from '#features/events/commands.lifecycle.ts'
import { toldOfOrders } from '#features/hiring/desk/queries.ends.ts'
import { lessonConfirmed } from '#features/lessons/booking/commands.steps.ts'
import { deskKinds } from '#features/staff/queries.queue.ts'
import { reviewKind } from './commands.staff.ts'
import { eraseReports, openLessonRound, openRounds } from './commands.ts'
import { reviewDataOf, roundsTold } from './queries.due.ts'

export const reactions = [
  contribute(deskKinds, async () => [reviewKind]),
  when(eventDelivered, openRounds),
  when(lessonConfirmed, openLessonRound),
  contribute(toldOfOrders, ({ db }, { order_ids }) => roundsTold(db, order_ids)),
  contribute(personalData, async ({ now }, { user_id }) => [
    { document: 'reviews', read: (db) => reviewDataOf(db, user_id, now) },
  ]),
  when(accountDeleted, ({ db }, { user_id }) => eraseReports(db, user_id)),
]
