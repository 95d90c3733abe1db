import type { UseFormReturn } from 'react-hook-form'
import type { Budget, Offer, ProjectCard } from '../contract.ts'
import type { BudgetDraft } from '../rules.draft.ts'

/** A budget beside who wrote it. */
export type ProjectBudget = Budget & {
  project: ProjectCard
  /** They are asked for other moments besides: a new version is to come. */
  asked_for_more: boolean
}

/** Its musician is taken for the slot. */
export const isWon = ({ state }: ProjectBudget) => state === 'accepted' || state === 'contracted'

/** The form of a budget, which its parts share. */
export type BudgetForm = UseFormReturn<BudgetDraft, unknown, Offer>
