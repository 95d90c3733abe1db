import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { Instant } from '#core/contract/time.ts'
import { MailToken } from './contract.ts'

/* What the sign-up knows of a band invitation; the invitations above answer it. */

/** What a letter's link says of a band invitation, to whoever holds it. */
export const InvitationLink = z.object({
  band_name: z.string(),
  invited_by: seenBy('owner_and_invited', z.string()),
  /** Where the letter went. */
  email: seenBy('owner_and_invited', z.string()),
  state: z.enum(['open', 'expired', 'taken', 'declined', 'withdrawn']),
  expires_at: Instant,
})
export type InvitationLink = z.output<typeof InvitationLink>

export const readInvitationLink = endpoint({
  method: 'GET',
  path: '/api/invitations/link/',
  access: 'public',
  summary: 'What the link of a band invitation is about: the band, who invites, and the invited e-mail',
  query: z.object({ token: MailToken }),
  reply: InvitationLink,
})

/** Where the link of the letter leads. */
export const invitationPath = (token: string): string => `/invitation?${new URLSearchParams({ token })}`
