import { everyRow } from '#core/contract/page.ts'
import { react } from '#core/server/events.ts'
import { dataCollected } from '#features/accounts/queries.exports.ts'
import { requestClosed, slotsHeld } from '#features/hiring/commands.ts'
import { cancelPreviewed } from '#features/hiring/queries.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { ownedProjects } from '#features/projects/queries.ts'
import { closeBudget, eraseBudgetTexts } from './commands.closing.ts'
import { contractAccepted } from './commands.hunter.ts'
import type { MusicianRequest } from './contract.ts'
import { budgetDataOf, budgetsToClose } from './queries.closing.ts'
import { requestsOf } from './queries.ts'

export const reactions = [
  react(requestClosed, (work, { request_id, reason }) => closeBudget(work, request_id, reason)),
  react(slotsHeld, (work, { order_id }) => contractAccepted(work, order_id)),
  react(cancelPreviewed, async (work, { order_id, preview }) => {
    const { count, accepted_total } = await budgetsToClose(work.db, order_id)
    preview.budgets += count
    preview.accepted_total += accepted_total
  }),
  react(dataCollected, async (_work, { user_id, collection }) => {
    collection.document('requests', async (db) => {
      const all: MusicianRequest[] = []
      for (const scope of await ownedProjects(db, user_id))
        all.push(...(await everyRow((page) => requestsOf(db, scope, page))))
      return all
    })
    collection.document('quotes', (db) => budgetDataOf(db, user_id))
  }),
  react(projectErased, ({ db }, { project_id }) => eraseBudgetTexts(db, project_id)),
]
