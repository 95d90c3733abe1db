import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { planCalled } from '#features/payments/commands.events.ts'
import { projectAdded } from '#features/projects/commands.ts'
import { slipRights } from '#features/slips/queries.ts'
import { lookUpSections, SECTION_MAX } from '#features/staff/queries.lookUps.ts'
import { deskKinds } from '#features/staff/queries.queue.ts'
import { cardCalled } from './commands.cards.ts'
import { refuseProjectAbove } from './commands.limits.ts'
import { chargeKind } from './commands.staff.ts'
import { erasePlans } from './commands.ts'
import { plansSection } from './queries.staff.ts'
import { chargeSlipRightsOf, choicesOf, creditDataOf, planDataOf } from './queries.ts'

export const reactions = [
  contribute(deskKinds, async () => [chargeKind]),
  contribute(lookUpSections, async ({ db }, { kind, id }) =>
    kind === 'user' ? plansSection(db, id, SECTION_MAX) : [],
  ),
  when(projectAdded, (work, { owner_id }) => refuseProjectAbove(work, owner_id)),
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'plans', read: (db) => planDataOf(db, user_id) },
    { document: 'credit', read: (db) => creditDataOf(db, user_id) },
    {
      document: 'plan_choices',
      read: async (db) => {
        const { projects, services } = await choicesOf(db, user_id)
        return projects.length + services.length > 0 ? { projects, services } : []
      },
    },
  ]),
  contribute(slipRights, ({ db }, asked) => chargeSlipRightsOf(db, asked)),
  when(planCalled, cardCalled),
  when(accountDeleted, (work, { user_id }) => erasePlans(work, user_id)),
]
