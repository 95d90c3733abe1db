import { later } from '#core/web/ui/later.tsx'

/* The sections of the whole brief: each comes when it is opened, or ahead of that. */

export const BriefBudget = later(async () => (await import('./BriefBudget.tsx')).BriefBudget)
export const BriefConstraints = later(async () => (await import('./BriefConstraints.tsx')).BriefConstraints)
export const BriefEvent = later(async () => (await import('./BriefEvent.tsx')).BriefEvent)
export const BriefObjective = later(async () => (await import('./BriefObjective.tsx')).BriefObjective)
export const BriefSound = later(async () => (await import('./BriefSound.tsx')).BriefSound)
export const BriefTechnical = later(async () => (await import('./BriefTechnical.tsx')).BriefTechnical)
export const BriefSummary = later(async () => (await import('./BriefSummary.tsx')).BriefSummary)

/** In their order. */
export const SECTIONS = [
  BriefObjective,
  BriefEvent,
  BriefSound,
  BriefTechnical,
  BriefBudget,
  BriefConstraints,
  BriefSummary,
]
