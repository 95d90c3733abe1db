import { everyRow } from '#core/contract/page.ts'
import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { serviceBookings } from '#features/services/commands.ts'
import { eraseOrders, eraseRequests } from './commands.erasure.ts'
import { orderCancelled, orderPostponed, requestClosed } from './commands.ts'
import type { Order } from './contract.ts'
import { tellHunter, tellRequestClosed } from './jobs.ts'
import { endingWithAccount } from './queries.erasure.ts'
import { orderOf, ordersOf } from './queries.orders.ts'
import { isServiceAsked } from './queries.requests.ts'
import { orderScope } from './queries.ts'

export const reactions = [
  // Whoever was asked for a service agreed to that one: an edit makes the next version.
  contribute(serviceBookings, async ({ db }, { service_id }) =>
    (await isServiceAsked(db, service_id)) ? [{ by: 'requests' }] : [],
  ),
  // Where there was a quote, the quote's own letter says it.
  when(requestClosed, async (work, { request_id, was, reason }) => {
    if (was === 'asked') await tellRequestClosed(work, request_id, reason)
  }),
  when(orderCancelled, (work, { order_id, by }) =>
    tellHunter(work, order_id, by === 'clock' ? 'order_expired' : 'order_cancelled'),
  ),
  when(orderPostponed, (work, { order_id }) => tellHunter(work, order_id, 'order_postponed')),
  contribute(personalData, async ({ now }, { user_id }) => [
    {
      document: 'orders',
      read: async (db) => {
        const all: Order[] = []
        for (const { id } of await everyRow((page) => ordersOf(db, user_id, page)))
          all.push(await orderOf({ db, now }, await orderScope(db, { id: user_id }, id)))
        return all
      },
    },
  ]),
  contribute(deletionParts, ({ db, now }, { user_id }) => endingWithAccount(db, user_id, now)),
  when(accountDeleted, (work, { user_id }) => eraseOrders(work, user_id)),
  when(projectErased, (work, { project_id }) => eraseRequests(work, project_id)),
]
