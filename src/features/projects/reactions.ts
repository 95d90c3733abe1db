import { contribute, when } from '#core/server/events.ts'
import { accountDeleted, deletionAsked } from '#features/accounts/commands.deletion.ts'
import { accountCreated, clientCompleted, emailVerified } from '#features/accounts/commands.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { lookUpSections, SECTION_MAX } from '#features/staff/queries.lookUps.ts'
import { eraseMemberships } from './commands.erasure.ts'
import { checkCompleted } from './commands.profile.ts'
import { createProject } from './commands.ts'
import { bandsOnErasure, refuseBandsToHandOver } from './queries.erasure.ts'
import { projectsSection } from './queries.staff.ts'
import { transferDataOf } from './queries.transfer.ts'
import { ledgerDataOf, projectDataOf } from './queries.ts'

export const reactions = [
  contribute(lookUpSections, async ({ db }, { kind, id }) =>
    kind === 'user' ? projectsSection(db, id, SECTION_MAX) : [],
  ),
  // A musician begins with a personal project, which carries what the sign-up said.
  when(accountCreated, async (work, { user_id, account_type, name, city, main_instrument }) => {
    if (account_type !== 'MUSICIAN') return
    await createProject(work, user_id, { name, project_type: 'INDIVIDUAL', city, main_instrument })
  }),

  when(emailVerified, (work, { user_id }) => checkCompleted(work, user_id)),
  when(clientCompleted, (work, { user_id }) => checkCompleted(work, user_id)),

  contribute(personalData, async (_work, { user_id }) => [
    { document: 'projects', read: (db) => projectDataOf(db, user_id) },
    { document: 'ledger', read: (db) => ledgerDataOf(db, user_id) },
    { document: 'bands_offered', read: (db) => transferDataOf(db, user_id) },
  ]),
  contribute(deletionParts, async ({ db }, { user_id }) =>
    (await bandsOnErasure(db, user_id)).map(({ id, name, fate }) => ({
      kind: `band_${fate}`,
      count: 1,
      id,
      name,
      blocks: fate === 'hand_over',
    })),
  ),
  when(deletionAsked, ({ db }, { user_id }) => refuseBandsToHandOver(db, user_id)),
  when(accountDeleted, (work, { user_id }) => eraseMemberships(work, user_id)),
]
