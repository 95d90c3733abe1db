import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { owedFirst } from '#features/plans/queries.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { slipRights } from '#features/slips/queries.ts'
import { lookUpSections, SECTION_MAX } from '#features/staff/queries.lookUps.ts'
import { deskKinds } from '#features/staff/queries.queue.ts'
import { feesKind } from './commands.staff.ts'
import { eraseFromStatements, eraseProjectFromStatements } from './commands.ts'
import { feesSection } from './queries.staff.ts'
import { feeDataOf, feeSlipRightsOf, gatheringOf, statementCountOf } from './queries.ts'

export const reactions = [
  contribute(deskKinds, async () => [feesKind]),
  contribute(lookUpSections, async ({ db }, { kind, id }) =>
    kind === 'user' ? feesSection(db, id, SECTION_MAX) : [],
  ),
  // Where nothing can be paid no month is closed, and credit would wait for ever.
  contribute(owedFirst, async ({ app, db }, { user_id }) =>
    app.config.transfer_account ? gatheringOf(db, user_id) : [],
  ),
  contribute(slipRights, ({ db }, asked) => feeSlipRightsOf(db, asked)),
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'fee_statements', read: (db) => feeDataOf(db, user_id) },
  ]),
  contribute(deletionParts, async ({ db }, { user_id }) => [
    { kind: 'fee_statements', count: await statementCountOf(db, user_id), stays: true },
  ]),
  when(projectErased, (work, { project_id }) => eraseProjectFromStatements(work, project_id)),
  when(accountDeleted, (work, { user_id }) => eraseFromStatements(work, user_id)),
]
