import type { StepRow } from '#core/contract/steps.ts'
import { DAY } from '#core/contract/time.ts'
import type { RecordingState } from '../contract.ts'
import type { Asked } from '../room/rules.recording.ts'
import { KEPT_DAYS, SENDS_MS } from './contract.ts'

/** Life of a recording. Nothing is recorded before the other said yes, and either stops it. */
export const RECORDING_STEPS = {
  ask: { from: [], to: 'asked', by: 'asker' },
  agree: { from: ['asked'], to: 'agreed', by: 'other' },
  refuse: { from: ['asked'], to: 'refused', by: 'other' },
  withdraw: { from: ['asked'], to: 'withdrawn', by: ['asker', 'clock'] },
  stop: { from: ['agreed'], to: 'stopped', by: ['asker', 'other', 'clock'] },
  keep: { from: ['agreed', 'stopped'], to: 'kept', by: 'asker' },
  remove: { from: ['kept'], to: 'removed', by: ['asker', 'other', 'clock'] },
} as const satisfies Record<string, StepRow<RecordingState, 'asker' | 'other' | 'clock'>>

/** Whether the other agreed, so that its file may be kept: once, and soon. */
export const mayKeep = (
  { state, answered_at }: Asked,
  now: Date,
): 'yes' | 'no_consent' | 'moved_on' | 'too_late' => {
  if (state === 'asked' || state === 'refused' || state === 'withdrawn' || answered_at === null)
    return 'no_consent'
  if (state === 'kept' || state === 'removed') return 'moved_on'
  return now.getTime() < Date.parse(answered_at) + SENDS_MS ? 'yes' : 'too_late'
}

/** When what is kept from now on deletes itself. */
export const expiryOf = (now: Date): string => new Date(now.getTime() + KEPT_DAYS * DAY).toISOString()
