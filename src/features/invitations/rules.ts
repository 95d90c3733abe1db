import type { StepRow } from '#core/contract/steps.ts'
import type { InvitationLink } from '#features/accounts/contract.invitation.ts'
import type { InvitationStatus } from '#features/notifications/contract.ts'
import type { InvitationDetails } from './contract.ts'

/** What an invitation can be in the database; pages see less of it. */
export type InvitationState = 'pending' | 'accepted' | 'rejected' | 'revoked' | 'expired'

/** What happens to an invitation. Sending it again gives one that ran out another fortnight. */
export const INVITATION_STEPS = {
  accept: { from: ['pending'], to: 'accepted', by: 'invitee' },
  decline: { from: ['pending'], to: 'rejected', by: 'invitee' },
  revoke: { from: ['pending', 'expired'], to: 'revoked', by: 'owner' },
  resend: { from: ['pending', 'expired'], to: 'pending', by: 'owner' },
  expire: { from: ['pending'], to: 'expired', by: 'clock' },
} as const satisfies Record<string, StepRow<InvitationState, 'invitee' | 'owner' | 'clock'>>

/** Whether an invitation has run out by the clock, whether or not the sweep has marked it yet. */
export function isExpired(invitation: { status: InvitationState; expires_at: string }, now: Date): boolean {
  if (invitation.status === 'expired') return true
  return invitation.status === 'pending' && Date.parse(invitation.expires_at) <= now.getTime()
}

/** The status in its details. One that ran out is still pending there: `is_expired` says the rest. */
export function detailStatus(status: InvitationState): InvitationDetails['status'] {
  if (status === 'accepted') return 'accepted'
  return status === 'pending' || status === 'expired' ? 'pending' : 'rejected'
}

/** The status on its notification. */
export function noticeStatus(status: InvitationState): InvitationStatus {
  if (status === 'accepted') return 'accepted'
  return status === 'pending' || status === 'expired' ? 'in_process' : 'canceled'
}

/** How an invitation stands, as its letter's link says it. */
export function linkState(
  invitation: { status: InvitationState; expires_at: string },
  now: Date,
): InvitationLink['state'] {
  if (isExpired(invitation, now)) return 'expired'
  if (invitation.status === 'accepted') return 'taken'
  if (invitation.status === 'rejected') return 'declined'
  return invitation.status === 'revoked' ? 'withdrawn' : 'open'
}

/** Why an invitation can't be answered any more, as an error's code; null while it can. */
export function refusalOf(
  invitation: { status: InvitationState; expires_at: string },
  now: Date,
): 'invitations.expired' | 'invitations.revoked' | 'invitations.answered' | null {
  if (isExpired(invitation, now)) return 'invitations.expired'
  if (invitation.status === 'revoked') return 'invitations.revoked'
  return invitation.status === 'pending' ? null : 'invitations.answered'
}

/** What an expanded card shows of a band invitation. */
export type CardState = 'answer' | 'expired' | 'accepted' | 'declined'

/**
 * The buttons show only while the notification is in process, its details pending and not expired.
 * @param notice status on the notification, which may be older than the details
 */
export function cardState(notice: InvitationStatus | null, detail: InvitationDetails): CardState {
  if (notice === 'accepted' || detail.status === 'accepted') return 'accepted'
  if (notice === 'canceled' || detail.status === 'rejected') return 'declined'
  // Where the notification says nothing of it, there is nothing to answer.
  return notice === 'in_process' && !detail.is_expired ? 'answer' : 'expired'
}

/** An address that its sender recognises and nobody else can write to: `r…@correo.com`. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1…')
