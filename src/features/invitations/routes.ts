import { DAY, HOUR } from '#core/contract/time.ts'
import { limit } from '#core/server/limits.ts'
import { on } from '#core/server/route.ts'
import { perAddress, signUp } from '#features/accounts/commands.signUp.ts'
import { readInvitationLink } from '#features/accounts/contract.invitation.ts'
import { registerMusician } from '#features/accounts/contract.ts'
import { ownerScope } from '#features/projects/queries.ts'
import { answer, inviteTo, resend, revoke, take } from './commands.ts'
import {
  acceptInvitation,
  declineInvitation,
  invite,
  listInvitations,
  readInvitation,
  resendInvitation,
  revokeInvitation,
  takeInvitation,
} from './contract.ts'
import { invitationFor, invitationOfLink, invitationsOf, waitingFor } from './queries.ts'

/** Letters to strangers that one person may cause in a day. */
const INVITATIONS_A_DAY = 60

export const routes = [
  // A musician's sign-up answers the invitations that waited for the e-mail, which only this feature knows.
  on(
    registerMusician,
    async (ctx, { body }) => {
      const { access, user } = await signUp(ctx, body, 'MUSICIAN')
      return { access, pending_invitations: await waitingFor(ctx.app.db, user.email, ctx.now) }
    },
    { transaction: false },
  ),

  on(readInvitationLink, async (ctx, { query }) => {
    await perAddress(ctx, 'invitation', 60, HOUR)
    return invitationOfLink(ctx.app.db, query.token, ctx.now)
  }),

  on(takeInvitation, (ctx, { body }) => take(ctx, ctx.viewer, body.token)),

  on(readInvitation, ({ db, viewer, now }, { params }) => invitationFor(db, viewer.id, params.id, now)),

  on(acceptInvitation, (ctx, { params, body }) => answer(ctx, ctx.viewer, params.id, body.action)),

  on(declineInvitation, (ctx, { params }) => answer(ctx, ctx.viewer, params.id, 'decline')),

  on(listInvitations, async ({ db, viewer, now }, { params, query }) =>
    invitationsOf(db, await ownerScope(db, viewer, params.id), query, now),
  ),

  on(invite, async (ctx, { params, body }) => {
    const scope = await ownerScope(ctx.db, ctx.viewer, params.id)
    // In the call's own transaction: only what is sent counts. A second connection here would let a pool full of
    // invitations wait for itself.
    await limit(ctx.db, `invite:${ctx.viewer.id}`, INVITATIONS_A_DAY, DAY, ctx.now)
    return inviteTo(ctx, scope, body)
  }),

  on(resendInvitation, async (ctx, { params }) =>
    resend(ctx, await ownerScope(ctx.db, ctx.viewer, params.id), params.invitation_id),
  ),

  on(revokeInvitation, async (ctx, { params }) =>
    revoke(ctx, await ownerScope(ctx.db, ctx.viewer, params.id), params.invitation_id),
  ),
]
