import { everyRow } from '#core/contract/page.ts'
import { contribute, react } from '#core/server/events.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { requestClosed, slotsHeld } from '#features/hiring/commands.ts'
import { cancelPreviewed } from '#features/hiring/queries.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { ownedProjects } from '#features/projects/queries.ts'
import { closeBudget, eraseQuotes } from './commands.closing.ts'
import { contractAccepted } from './commands.hunter.ts'
import type { MusicianRequest } from './contract.ts'
import { tellAboutQuote } from './jobs.ts'
import { quoteDataOf, standingBudgets } from './queries.closing.ts'
import { requestsOf } from './queries.ts'

export const reactions = [
  react(requestClosed, async (work, { request_id, reason }) => {
    const was = await closeBudget(work, request_id, reason)
    // Of one that was contracted, the agreement's own letter tells.
    if (was && was !== 'contracted') await tellAboutQuote(work, request_id, 'closed')
  }),
  react(slotsHeld, (work, { order_id }) => contractAccepted(work, order_id)),
  react(cancelPreviewed, async (work, { order_id, preview }) => {
    const { count, accepted_total } = await standingBudgets(work.db, order_id)
    preview.budgets += count
    preview.accepted_total += accepted_total
  }),
  contribute(personalData, async ({ db }, { user_id }) => [
    {
      document: 'requests',
      async read() {
        const all: MusicianRequest[] = []
        for (const scope of await ownedProjects(db, user_id))
          all.push(...(await everyRow((page) => requestsOf(db, scope, page))))
        return all
      },
    },
    { document: 'quotes', read: () => quoteDataOf(db, user_id) },
  ]),
  react(projectErased, ({ db }, { project_id }) => eraseQuotes(db, project_id)),
]
