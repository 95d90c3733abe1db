import { useMemo } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { talentTexts } from '#features/hiring/web/texts.ts'
import type { CandidateSlot } from '../contract.ts'
import { rangeOf } from '../rules.together.ts'

const spoken = texts(talentTexts)

/** Projects by slot. */
export type Picks = ReadonlyMap<number, ReadonlySet<number>>

/**
 * What those who were picked may ask together: one of each moment will play, so it runs from the cheapest line-up of them to the
 * dearest. Whoever plays moments that follow each other is counted once.
 */
export function LineUpSum({
  slots,
  picks,
  currency,
  budget_max,
  asked,
  bare,
}: {
  slots: readonly CandidateSlot[]
  picks: Picks
  currency: string
  budget_max: number
  /** How many musicians. */
  asked: number
  /** Moments that somebody is still to be picked for. */
  bare: readonly string[]
}) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  // Many line-ups may be gone through.
  const { least, most, alone } = useMemo(
    () =>
      rangeOf(
        slots.map(({ slot_id, from, to, candidates }) => ({
          ...{ from, to },
          players: candidates.filter((each) => picks.get(slot_id)?.has(each.project_id)),
        })),
      ),
    [slots, picks],
  )
  return (
    <p className="min-w-0" aria-live="polite">
      <span className="font-display wide-110 block text-2xl leading-tight text-foco-400 tabular-nums">
        {least === most ? money(least, currency) : `${money(least, currency)} – ${money(most, currency)}`}
      </span>
      <span className="text-sm text-ink-2">
        {t('order.talent.of_budget', { count: asked, amount: money(budget_max, currency) })}
        {alone > least && ` · ${t('order.talent.together', { amount: money(alone - least, currency) })}`}
        {bare.length > 0 && ` · ${t('order.talent.bare', { slots: bare.join(', ') })}`}
      </span>
    </p>
  )
}
