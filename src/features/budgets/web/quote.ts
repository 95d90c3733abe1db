import type { UseFormReturn } from 'react-hook-form'
import type { Budget, Offer, ProjectCard } from '../contract.ts'
import type { BudgetDraft } from '../rules.ts'

/** A quote beside who wrote it. */
export type Quote = Budget & { project: ProjectCard }

/** Its musician is taken for the slot. */
export const isWon = ({ state }: Quote) => state === 'accepted' || state === 'contracted'

/** The form of a quote, which its parts share. */
export type QuoteForm = UseFormReturn<BudgetDraft, unknown, Offer>
