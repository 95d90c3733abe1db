import type { StepRow } from '#core/contract/steps.ts'
import type { ExportStatus } from './contract.data.ts'

/** A copy of somebody's data: each try starts it anew; the clock gives up on one whose process died. */
export const EXPORT_STEPS = {
  start: { from: ['queued', 'running'], to: 'running', by: 'job' },
  finish: { from: ['queued', 'running'], to: 'ready', by: 'job' },
  fail: { from: ['queued', 'running'], to: 'failed', by: ['job', 'clock'] },
} as const satisfies Record<string, StepRow<ExportStatus, 'job' | 'clock'>>
