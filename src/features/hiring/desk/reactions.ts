import { everyRow } from '#core/contract/page.ts'
import { shownBy } from '#core/server/audience.ts'
import { contribute, when } from '#core/server/events.ts'
import { enqueue } from '#core/server/queues.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { lookUpKinds, lookUpSections, SECTION_MAX } from '#features/staff/queries.lookUps.ts'
import { Continuous } from '../continuous/contract.ts'
import { continuousDataOf } from '../continuous/queries.ts'
import { tellStopped } from '../journey/commands.telling.ts'
import { orderCancelled, orderPostponed } from '../journey/commands.ts'
import { orderScope } from '../journey/queries.ts'
import { requestClosed } from '../talent/commands.steps.ts'
import { leftWaiting, tellAsked, tellClosed } from '../talent/commands.telling.ts'
import { eraseOrders } from './commands.ts'
import { Order } from './contract.ts'
import { endingWithAccount } from './queries.ends.ts'
import { orderForStaff, orderSections, ordersSaying } from './queries.staff.ts'
import { orderOf, ordersOf } from './queries.ts'
import { letters } from './queues.ts'

/** Why requests end that their projects get a letter about: none of it was their own doing. */
const NEWS: readonly string[] = [
  'order_cancelled',
  'order_postponed',
  'order_expired',
  'date_changed',
  'brief_edited',
  'slot_changed',
  'rival_accepted',
  'withdrawn_by_hunter',
  'slot_dropped',
  'plan_changed',
]

export const reactions = [
  contribute(lookUpKinds, async () => [
    {
      kind: 'order',
      find: ({ db }, typed, most) => ordersSaying(db, typed, most),
      open: ({ db }, id) => orderForStaff(db, id),
    },
  ]),
  contribute(lookUpSections, ({ db }, about) => orderSections(db, about, SECTION_MAX)),
  // Where there was a budget, the budget's own letter says it.
  when(requestClosed, async (work, { request_id, held, accepted, reason }) => {
    if (!held && NEWS.includes(reason)) await enqueue(work, letters, { request_id, news: reason })
    // Where there is an agreement, it says so.
    if (!accepted) await tellClosed(work, request_id, reason)
  }),
  when(orderCancelled, async (work, { order_id, by }) => {
    await enqueue(work, letters, { order_id, news: by === 'clock' ? 'order_expired' : 'order_cancelled' })
    // That it was cancelled is told with the agreements that end, where there are any.
    if (by === 'clock') await tellStopped(work, order_id, 'expired')
    const waiting = await leftWaiting(work, order_id)
    const news = by === 'clock' ? 'order_lapsed' : 'order_called_off'
    for (const request_id of waiting) await enqueue(work, letters, { request_id, news })
    await tellAsked(work, waiting, by === 'clock' ? 'lapsed' : 'called_off')
  }),
  when(orderPostponed, async (work, { order_id }) => {
    await enqueue(work, letters, { order_id, news: 'order_postponed' })
    await tellStopped(work, order_id, 'postponed')
  }),
  contribute(personalData, async ({ now }, { user_id }) => [
    {
      document: 'orders',
      read: async (db) => {
        const all: Order[] = []
        for (const { id } of await everyRow((page) => ordersOf({ db, now }, user_id, page)))
          all.push(await orderOf({ db, now }, await orderScope(db, { id: user_id }, id)))
        return all.map(shownBy(Order))
      },
    },
    {
      document: 'continuous_plans',
      read: async (db) => (await continuousDataOf(db, user_id)).map(shownBy(Continuous)),
    },
  ]),
  contribute(deletionParts, ({ db, now }, { user_id }) => endingWithAccount(db, user_id, now)),
  when(accountDeleted, (work, { user_id }) => eraseOrders(work, user_id)),
]
