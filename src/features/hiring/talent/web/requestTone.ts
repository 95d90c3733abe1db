import type { Tone } from '#core/web/ui/Badge.tsx'
import type { RequestStatus } from '../contract.ts'

/** The colour of a request's state, the same for the hunter who asked and the musician who answers. */
export const REQUEST_TONES: Record<RequestStatus, Tone> = {
  asked: 'warn',
  available: 'ok',
  unavailable: 'neutral',
  accepted: 'ok',
  expired: 'neutral',
  withdrawn: 'neutral',
  closed: 'neutral',
}
