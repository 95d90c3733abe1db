import { everyRow } from '#core/contract/page.ts'
import { contribute, when } from '#core/server/events.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { requestClosed, slotsHeld } from '#features/hiring/commands.ts'
import { cancelParts } from '#features/hiring/queries.cancel.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { ownedProjects } from '#features/projects/queries.ts'
import { closeBudget, eraseQuotes } from './commands.closing.ts'
import { contractAccepted } from './commands.hunter.ts'
import type { MusicianRequest } from './contract.ts'
import { tellAboutQuote } from './jobs.ts'
import { quoteDataOf, standingBudgets } from './queries.closing.ts'
import { requestsOf } from './queries.ts'

export const reactions = [
  when(requestClosed, async (work, { request_id, reason }) => {
    const was = await closeBudget(work, request_id, reason)
    // Of one that was contracted, the agreement's own letter tells.
    if (was && was !== 'contracted') await tellAboutQuote(work, request_id, 'closed')
  }),
  when(slotsHeld, (work, { order_id }) => contractAccepted(work, order_id)),
  contribute(cancelParts, async ({ db }, { order_id }) => [
    { kind: 'budgets', ...(await standingBudgets(db, order_id)) },
  ]),
  contribute(personalData, async (_work, { user_id }) => [
    {
      document: 'requests',
      read: async (db) => {
        const all: MusicianRequest[] = []
        for (const scope of await ownedProjects(db, user_id))
          all.push(...(await everyRow((page) => requestsOf(db, scope, page))))
        return all
      },
    },
    { document: 'quotes', read: (db) => quoteDataOf(db, user_id) },
  ]),
  when(projectErased, ({ db }, { project_id }) => eraseQuotes(db, project_id)),
]
