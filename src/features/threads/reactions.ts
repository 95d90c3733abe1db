import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { budgetSent } from '#features/budgets/commands.ts'
import { agreementEnded, agreementsActivated } from '#features/contracts/commands.ts'
import { eventDelivered } from '#features/events/commands.lifecycle.ts'
import { orderCancelled, orderMoved, orderPostponed } from '#features/hiring/journey/commands.ts'
import { requestClosed } from '#features/hiring/talent/commands.steps.ts'
import { lessonsHandedOver } from '#features/lessons/booking/commands.substitutes.ts'
import { lessonsStepped } from '#features/lessons/booking/commands.ts'
import { scoresSaid } from '#features/lessons/scores/queries.ts'
import { waitingParts } from '#features/notifications/queries.ts'
import { deskKinds } from '#features/staff/queries.queue.ts'
import { eraseWords } from './commands.files.ts'
import { messageKind } from './commands.staff.ts'
import { tellHandedOver, tellOfLessons, tellThreads } from './commands.ts'
import { fileCopiesOf, messageCopiesOf, messagesGoingWith, repliesOf, scoresSaidIn } from './queries.files.ts'
import { unreadThreads } from './queries.ts'

export const reactions = [
  contribute(deskKinds, async () => [messageKind]),
  contribute(waitingParts, async (_reading, { id }) => [{ page: 'messages', count: unreadThreads(id) }]),
  contribute(scoresSaid, ({ db }, lesson) => scoresSaidIn(db, lesson)),
  contribute(personalData, async ({ app, db }, { user_id }) => {
    const files = await fileCopiesOf(db, user_id)
    return [
      { document: 'messages', read: (snapshot) => messageCopiesOf(snapshot, user_id) },
      { document: 'message_files', read: async () => files.map(({ copy }) => copy) },
      { document: 'saved_replies', read: (snapshot) => repliesOf(snapshot, user_id) },
      ...files.map(({ copy, key, part }) => ({
        file: copy.file,
        open: () => storeOf(app.config).read(key, part),
      })),
    ]
  }),
  contribute(deletionParts, async ({ db }, { user_id }) => [
    { kind: 'messages', count: await messagesGoingWith(db, user_id) },
  ]),
  // What the journey says itself, in the transaction of the step. A conversation begins with a quote or an agreement; what
  // ends is only told where there is one.
  when(budgetSent, (work, { order_id, project_id, version }) =>
    tellThreads(work, { order_id, project_id, begins: true }, 'quote_sent', { version }),
  ),
  when(agreementsActivated, (work, { order_id, contract_ids }) =>
    tellThreads(work, { order_id, contract_ids, begins: true }, 'agreement_active'),
  ),
  when(agreementEnded, (work, { order_id, contract_id }) =>
    tellThreads(work, { order_id, contract_ids: [contract_id], begins: false }, 'agreement_ended'),
  ),
  when(requestClosed, (work, { order_id, project_id }) =>
    tellThreads(work, { order_id, project_id, begins: false }, 'request_closed'),
  ),
  when(orderCancelled, (work, { order_id }) =>
    tellThreads(work, { order_id, begins: false }, 'order_cancelled'),
  ),
  when(orderPostponed, (work, { order_id }) =>
    tellThreads(work, { order_id, begins: false }, 'order_postponed'),
  ),
  when(orderMoved, (work, { order_id, date }) =>
    tellThreads(work, { order_id, begins: false }, 'order_moved', { date }),
  ),
  when(eventDelivered, (work, { order_id }) =>
    tellThreads(work, { order_id, begins: false }, 'event_delivered'),
  ),
  when(lessonsStepped, tellOfLessons),
  when(lessonsHandedOver, tellHandedOver),
  when(accountDeleted, (work, { user_id }) => eraseWords(work, user_id)),
]
