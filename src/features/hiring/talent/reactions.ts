import { contribute, when } from '#core/server/events.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { serviceBookings } from '#features/services/commands.ts'
import { planWithdrawn } from '../journey/commands.ts'
import { closeRequests, eraseProject } from './commands.ts'
import { isServiceAsked } from './queries.ts'

export const reactions = [
  when(planWithdrawn, (work, { order, reason }) => closeRequests(work, order, reason)),
  // Whoever was asked for a service agreed to that one: an edit makes the next version.
  contribute(serviceBookings, async ({ db }, { service_id }) =>
    (await isServiceAsked(db, service_id)) ? [{ by: 'requests' }] : [],
  ),
  when(projectErased, (work, { project_id }) => eraseProject(work, project_id)),
]
