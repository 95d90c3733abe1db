import { everyRow } from '#core/contract/page.ts'
import { contribute, react } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionImpacts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { serviceCommitments } from '#features/services/queries.ts'
import { eraseOrders, eraseRequests } from './commands.erasure.ts'
import { orderCancelled, orderPostponed, requestClosed } from './commands.ts'
import type { Order } from './contract.ts'
import { tellHunter, tellRequestClosed } from './jobs.ts'
import { erasureImpacts } from './queries.erasure.ts'
import { orderOf, ordersOf } from './queries.orders.ts'
import { isServiceAsked } from './queries.requests.ts'
import { orderScope } from './queries.ts'

export const reactions = [
  // Whoever was asked for a service agreed to that one: an edit makes the next version.
  contribute(serviceCommitments, async ({ db }, { service_id }) =>
    (await isServiceAsked(db, service_id)) ? [{ kind: 'request' }] : [],
  ),
  // Where there was a quote, the quote's own letter says it.
  react(requestClosed, async (work, { request_id, was, reason }) => {
    if (was === 'asked') await tellRequestClosed(work, request_id, reason)
  }),
  react(orderCancelled, (work, { order_id, by }) =>
    tellHunter(work, order_id, by === 'clock' ? 'order_expired' : 'order_cancelled'),
  ),
  react(orderPostponed, (work, { order_id }) => tellHunter(work, order_id, 'order_postponed')),
  contribute(personalData, async ({ db, now }, { user_id }) => [
    {
      document: 'orders',
      async read() {
        const all: Order[] = []
        for (const { id } of await everyRow((page) => ordersOf(db, user_id, page)))
          all.push(await orderOf({ db, now }, await orderScope(db, { id: user_id }, id)))
        return all
      },
    },
  ]),
  contribute(deletionImpacts, ({ db, now }, { user_id }) => erasureImpacts(db, user_id, now)),
  react(accountDeleted, (work, { user_id }) => eraseOrders(work, user_id)),
  react(projectErased, (work, { project_id }) => eraseRequests(work, project_id)),
]
