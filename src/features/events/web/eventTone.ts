import type { Tone } from '#core/web/ui/Badge.tsx'
import type { EventState } from '../contract.ts'

/** Colour of an event's state; its word says the same. */
export const EVENT_TONES: Record<EventState, Tone> = {
  confirmed: 'ok',
  ready: 'ok',
  at_risk: 'warn',
  live: 'spot',
  delivered: 'ok',
  postponed: 'neutral',
  cancelled: 'neutral',
}
