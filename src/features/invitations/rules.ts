import type { InvitationStatus } from '#features/notifications/contract.ts'
import type { InvitationDetails } from './contract.ts'

/** How an invitation is kept. */
export type KeptStatus = 'pending' | 'accepted' | 'rejected' | 'revoked' | 'expired'

/** Whether an invitation has run out: by the clock, whether or not a sweep has said so yet. */
export function isExpired(invitation: { status: KeptStatus; expires_at: string }, now: Date): boolean {
  if (invitation.status === 'expired') return true
  return invitation.status === 'pending' && Date.parse(invitation.expires_at) <= now.getTime()
}

/** The status of its details; one that ran out is still pending, and says so beside it. */
export function detailStatus(status: KeptStatus): InvitationDetails['status'] {
  if (status === 'accepted') return 'accepted'
  return status === 'pending' || status === 'expired' ? 'pending' : 'rejected'
}

/** The status on its notification. */
export function noticeStatus(status: KeptStatus): InvitationStatus {
  if (status === 'accepted') return 'accepted'
  return status === 'pending' || status === 'expired' ? 'in_process' : 'canceled'
}

/** Why an invitation can't be answered any more, as an error's code; null while it can. */
export function refusalOf(
  invitation: { status: KeptStatus; expires_at: string },
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
