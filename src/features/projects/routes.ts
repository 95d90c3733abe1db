import { notFound } from '#core/contract/errors.ts'
import { on } from '#core/server/route.ts'
import { updateUser } from '#features/accounts/commands.ts'
import { changeMember, changeShares, endMembership, leaveBand } from './commands.members.ts'
import { checkCompleted } from './commands.profile.ts'
import { answerOffer, offerTransfer, withdrawOffer } from './commands.transfer.ts'
import { changeProject, createProject, moveProject, switchTo } from './commands.ts'
import {
  answerTransfer,
  listTransfers,
  readTransfer,
  transferProject,
  withdrawTransfer,
} from './contract.transfer.ts'
import {
  archiveProject,
  createProject as createProjectCall,
  leaveProject,
  listMembers,
  listProjects,
  readProfile,
  readProject,
  removeMember,
  restoreProject,
  saveMember,
  saveProfile,
  saveProject,
  saveShares,
  switchProject,
} from './contract.ts'
import { membersOf } from './queries.members.ts'
import { profileOf } from './queries.profile.ts'
import { openTransferOf, transfersTo, transferTo } from './queries.transfer.ts'
import { ownerScope, projectOf, projectScope, projectsOf } from './queries.ts'

export const routes = [
  on(readProfile, ({ db, viewer }) => profileOf(db, viewer)),

  on(saveProfile, async (ctx, { body }) => {
    await updateUser(ctx.db, ctx.viewer.id, body)
    await checkCompleted(ctx, ctx.viewer.id)
    return profileOf(ctx.db, ctx.viewer)
  }),

  on(listProjects, ({ db, viewer }, { query }) => projectsOf(db, viewer, query)),

  on(createProjectCall, async (ctx, { body }) => {
    const { project_id } = await createProject(ctx, ctx.viewer.id, body)
    return projectOf(ctx.db, await projectScope(ctx.db, ctx.viewer, project_id))
  }),

  on(readProject, async ({ db, viewer }, { params }) =>
    projectOf(db, await projectScope(db, viewer, params.id, { archived: true })),
  ),

  on(saveProject, async (ctx, { params, body }) => {
    const scope = await ownerScope(ctx.db, ctx.viewer, params.id)
    await changeProject(ctx, scope, body)
    return projectOf(ctx.db, scope)
  }),

  on(archiveProject, async (ctx, { params }) => {
    const scope = await ownerScope(ctx.db, ctx.viewer, params.id, { archived: true })
    await moveProject(ctx, scope, 'archive')
    return projectOf(ctx.db, scope)
  }),

  on(restoreProject, async (ctx, { params }) => {
    const scope = await ownerScope(ctx.db, ctx.viewer, params.id, { archived: true })
    await moveProject(ctx, scope, 'restore')
    return projectOf(ctx.db, scope)
  }),

  on(transferProject, async (ctx, { params, body }) => {
    const scope = await ownerScope(ctx.db, ctx.viewer, params.id)
    return offerTransfer(ctx, scope, body.member_id)
  }),

  on(readTransfer, async ({ db, viewer }, { params }) => ({
    transfer: await openTransferOf(db, await ownerScope(db, viewer, params.id)),
  })),

  on(withdrawTransfer, async (ctx, { params }) => {
    await withdrawOffer(ctx, await ownerScope(ctx.db, ctx.viewer, params.id))
    return {}
  }),

  on(listTransfers, async ({ db, viewer }) => ({ results: await transfersTo(db, viewer.id) })),

  on(answerTransfer, (ctx, { params, body }) => answerOffer(ctx, ctx.viewer, params.id, body.action), {
    // Answered, it is no longer among the open ones.
    again: async ({ db, viewer }, { params }) => {
      const offer = await transferTo(db, params.id, viewer.id)
      if (!offer) throw notFound()
      return offer
    },
  }),

  on(switchProject, async (ctx, { params }) => {
    const scope = await projectScope(ctx.db, ctx.viewer, params.id)
    await switchTo(ctx.db, ctx.viewer, scope)
    return profileOf(ctx.db, ctx.viewer, scope.project_id)
  }),

  on(listMembers, async ({ db, viewer }, { params, query }) =>
    membersOf(db, await projectScope(db, viewer, params.id), query),
  ),

  on(saveMember, async (ctx, { params, body }) =>
    changeMember(ctx, await ownerScope(ctx.db, ctx.viewer, params.id), params.member_id, body),
  ),

  on(removeMember, async (ctx, { params }) => {
    await endMembership(ctx, await ownerScope(ctx.db, ctx.viewer, params.id), params.member_id)
    return {}
  }),

  on(leaveProject, async (ctx, { params }) => {
    await leaveBand(ctx, await projectScope(ctx.db, ctx.viewer, params.id))
    return {}
  }),

  on(
    saveShares,
    async (ctx, { params, body }) => changeShares(ctx, await ownerScope(ctx.db, ctx.viewer, params.id), body),
    {
      again: async ({ db, viewer }, { params }) =>
        membersOf(db, await ownerScope(db, viewer, params.id), { limit: 100 }),
    },
  ),
]
