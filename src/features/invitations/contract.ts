import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'
import { Email, MailToken } from '#features/accounts/contract.ts'
import { InvitationStatus } from '#features/notifications/contract.ts'
import { InstrumentName } from '#features/projects/contract.ts'

/** How long an invitation stands, days. */
export const INVITATION_DAYS = 14
export const MESSAGE_MAX = 500

/** What the invitee is shown on expanding a band invitation. */
export const InvitationDetails = z.object({
  band_name: z.string(),
  /** A revoked one counts as rejected: nothing can be answered any more. */
  status: z.enum(['pending', 'accepted', 'rejected']),
  expires_at: Instant,
  message: z.string(),
  is_expired: z.boolean(),
})
export type InvitationDetails = z.output<typeof InvitationDetails>

/** The details of an invitation, at the top level and again under `detail`. */
export const InvitationReply = z.extend(InvitationDetails, {
  id: Id,
  detail: InvitationDetails,
  invitation_status: InvitationStatus,
  project_id: Id,
  profile_image: z.nullable(z.string()),
  invited_by: seenBy('owner_and_invited', z.string()),
  function: z.nullable(z.string()),
})
export type InvitationReply = z.output<typeof InvitationReply>

export const readInvitation = endpoint({
  method: 'GET',
  path: '/api/musician/invitations/:id/',
  access: 'signed-in',
  summary: 'Details of a band invitation to the caller',
  params: IdParams,
  reply: InvitationReply,
})

export const InvitationAnswer = z.enum(['accept', 'decline'])
export type InvitationAnswer = z.output<typeof InvitationAnswer>

export const acceptInvitation = endpoint({
  method: 'PATCH',
  path: '/api/invitations/:id/accept/',
  access: 'signed-in',
  summary: 'Answer a band invitation: accept, or decline with action decline',
  params: IdParams,
  body: z.object({ action: z._default(InvitationAnswer, 'accept') }),
  reply: InvitationReply,
})

export const declineInvitation = endpoint({
  method: 'PATCH',
  path: '/api/invitations/:id/decline/',
  access: 'signed-in',
  summary: 'Decline a band invitation',
  params: IdParams,
  body: z.object({ action: z.optional(z.literal('decline')) }),
  reply: InvitationReply,
})

export const takeInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/link/',
  access: 'signed-in',
  summary: 'Accept a band invitation by the link of its letter, also with an account of another e-mail',
  body: z.object({ token: MailToken }),
  reply: InvitationReply,
})

/** An invitation as the band's owner sees it. */
export const Invitation = z.object({
  id: Id,
  email: seenBy('owner_and_invited', z.string()),
  /** Once the e-mail has an account. */
  name: seenBy('owner', z.nullable(z.string())),
  function: z.nullable(z.string()),
  required: z.boolean(),
  message: z.string(),
  status: z.enum(['pending', 'accepted', 'rejected', 'revoked', 'expired']),
  expires_at: Instant,
  created_at: Instant,
  sent_at: Instant,
})
export type Invitation = z.output<typeof Invitation>

export const NewInvitation = z.object({
  email: Email,
  function: z._default(z.nullable(line(2, 60)), null),
  instruments: z._default(z.array(InstrumentName).check(z.maxLength(8)), []),
  required: z._default(z.boolean(), true),
  message: z._default(z.string().check(z.trim(), z.maxLength(MESSAGE_MAX)), ''),
})
export type NewInvitation = z.output<typeof NewInvitation>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/projects/:id/invitations/',
  access: 'read:music-project-profiles',
  summary: "A band's invitations, newest first (owner)",
  params: IdParams,
  query: PageQuery,
  reply: page(Invitation),
})

export const invite = endpoint({
  method: 'POST',
  path: '/api/projects/:id/invitations/',
  access: 'read:music-project-profiles',
  summary: 'Invite somebody into a band by e-mail (owner); they may not have an account yet',
  params: IdParams,
  body: NewInvitation,
  reply: Invitation,
  status: 201,
})

const OfProject = z.object({ id: PathId, invitation_id: PathId })

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/projects/:id/invitations/:invitation_id/resend/',
  access: 'read:music-project-profiles',
  summary: 'Send an open invitation again, for another 14 days; at most once an hour (owner)',
  params: OfProject,
  reply: Invitation,
})

export const revokeInvitation = endpoint({
  method: 'POST',
  path: '/api/projects/:id/invitations/:invitation_id/revoke/',
  access: 'read:music-project-profiles',
  summary: 'Take an open invitation back (owner)',
  params: OfProject,
  reply: Invitation,
})
