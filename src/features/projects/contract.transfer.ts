import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Instant } from '#core/contract/time.ts'

/* A band changes hands in two steps: its owner offers it to a member, who accepts or doesn't. */

export const TRANSFER_STATES = ['offered', 'accepted', 'declined', 'withdrawn', 'lapsed'] as const
export const TransferState = z.enum(TRANSFER_STATES)
export type TransferState = z.output<typeof TransferState>

/** The offer of a band's ownership, as the two whom it is between see it. */
export const Transfer = z.object({
  id: Id,
  project_id: Id,
  band_name: z.string(),
  /** Whose band it is. */
  from: z.object({ id: Id, name: seenBy('members', z.string()) }),
  /** Whose it would be. */
  to: z.object({ id: Id, name: seenBy('members', z.string()) }),
  state: TransferState,
  offered_at: Instant,
})
export type Transfer = z.output<typeof Transfer>

export const transferProject = endpoint({
  method: 'POST',
  path: '/api/projects/:id/transfer/',
  access: 'read:music-project-profiles',
  summary: 'Offer a band to another member (owner); nothing changes until they accept',
  fresh: true,
  params: IdParams,
  body: z.object({ member_id: Id }),
  reply: Transfer,
})

export const readTransfer = endpoint({
  method: 'GET',
  path: '/api/projects/:id/transfer/',
  access: 'read:music-project-profiles',
  summary: 'The open offer of a band, if there is one (owner)',
  params: IdParams,
  reply: z.object({ transfer: z.nullable(Transfer) }),
})

export const withdrawTransfer = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/transfer/',
  access: 'read:music-project-profiles',
  summary: 'Take the open offer of a band back (owner)',
  params: IdParams,
})

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/projects/transfers/',
  access: 'read:music-project-profiles',
  summary: 'Bands that are offered to the caller, oldest first',
  reply: z.object({ results: z.array(Transfer) }),
})

export const TransferAnswer = z.enum(['accept', 'decline'])
export type TransferAnswer = z.output<typeof TransferAnswer>

export const answerTransfer = endpoint({
  method: 'POST',
  path: '/api/projects/:id/transfer/answer/',
  access: 'read:music-project-profiles',
  summary: 'Accept a band that is offered to the caller, or decline it; the former owner stays in it',
  params: IdParams,
  body: z.object({ action: TransferAnswer }),
  reply: Transfer,
})
