import { later } from '#core/web/ui/later.tsx'

/* Each stage's work comes when it is shown: an order never needs all of them. */

export const AdjustmentPanel = later(
  async () => (await import('#features/hiring/talent/web/AdjustmentPanel.tsx')).AdjustmentPanel,
)
export const AddressNote = later(
  async () => (await import('#features/hiring/brief/web/AddressNote.tsx')).AddressNote,
)
export const AlonePanel = later(
  async () => (await import('#features/hiring/ask/web/AlonePanel.tsx')).AlonePanel,
)
export const BriefSummary = later(
  async () => (await import('#features/hiring/brief/web/BriefSummary.tsx')).BriefSummary,
)
export const PlanPanel = later(
  async () => (await import('#features/hiring/plan/web/PlanPanel.tsx')).PlanPanel,
)
export const ScorePanel = later(
  async () => (await import('#features/hiring/brief/web/ScorePanel.tsx')).ScorePanel,
)
export const ScoutingPanel = later(
  async () => (await import('#features/hiring/talent/web/ScoutingPanel.tsx')).ScoutingPanel,
)
export const TalentPanel = later(
  async () => (await import('#features/hiring/talent/web/TalentPanel.tsx')).TalentPanel,
)

/** What comes after the brief. */
export const AFTER_BRIEF = [ScorePanel, PlanPanel]
