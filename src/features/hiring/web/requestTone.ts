import type { Tone } from '#core/web/ui/Badge.tsx'
import type { RequestStatus } from '../talent/contract.ts'

/** How a request's answer looks. */
export const REQUEST_TONES: Record<RequestStatus, Tone> = {
  asked: 'warn',
  available: 'ok',
  unavailable: 'bad',
  accepted: 'ok',
  expired: 'neutral',
  withdrawn: 'neutral',
  closed: 'neutral',
}
