import type { StepRow } from '#core/contract/steps.ts'
import { HOUR } from '#core/contract/time.ts'
import { LEAST_REPLY } from '#features/hiring/talent/rules.ts'
import type { BackupState } from './contract.backups.ts'

/** Lifecycle of a backup: ranked, asked, and standing by until they are called, or have another booking. */
export const BACKUP_STEPS = {
  ask: { from: ['ranked'], to: 'asked', by: 'hunter' },
  agree: { from: ['asked'], to: 'standing', by: 'musician' },
  decline: { from: ['asked', 'standing'], to: 'declined', by: 'musician' },
  lapse: { from: ['asked'], to: 'unanswered', by: 'clock' },
  /** Their hour went to a real booking. */
  fall: { from: ['asked', 'standing'], to: 'fallen', by: 'clock' },
  /** They are asked to play. */
  call: { from: ['ranked', 'asked', 'standing'], to: 'called', by: 'hunter' },
  /** The event is off, or they are gone. */
  release: { from: ['ranked', 'asked', 'standing'], to: 'released', by: 'system' },
} as const satisfies Record<string, StepRow<BackupState, 'hunter' | 'musician' | 'clock' | 'system'>>

/** Somebody is asked to stand by, or does. */
export const COUNTING = ['asked', 'standing'] as const satisfies readonly BackupState[]

/** So many are ranked for a moment. */
export const MOST_BACKUPS = 3

/** A moment that takes more of the budget than this can't be done without. */
const MUCH = 0.25

/** Whether an event can't do without a moment: it is required, or takes more than a quarter of the budget. */
export const isCritical = (moment: { required: boolean; agreed: number }, budget_max: number): boolean =>
  moment.required || moment.agreed > MUCH * budget_max

/** The most that a backup may ask, of what is agreed with who plays. */
const DEARER = 1.15

/** Whether somebody's price lets them stand by. */
export const isAffordable = (price: number, agreed: number): boolean => price <= Math.round(agreed * DEARER)

/** Whether every moment that an event can't do without has a backup who is asked, or its risk is accepted. */
export const isReady = (
  moments: readonly { risk_accepted_at: string | null; backups: readonly { state: BackupState }[] }[],
): boolean =>
  moments.length > 0 &&
  moments.every(
    ({ risk_accepted_at, backups }) =>
      risk_accepted_at !== null || backups.some(({ state }) => COUNTING.some((one) => one === state)),
  )

const MOST_WAIT = 48 * HOUR

/**
 * Until when somebody may say whether they stand by: two days, or half of what is left.
 * @returns null when it begins too soon to be answered at all
 */
export function standByUntil(starts_at: string, now: Date): Date | null {
  const wait = Math.min(MOST_WAIT, (Date.parse(starts_at) - now.getTime()) / 2)
  return wait < LEAST_REPLY ? null : new Date(now.getTime() + wait)
}
