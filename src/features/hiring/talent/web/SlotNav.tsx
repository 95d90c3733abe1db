import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { EnergyMeter } from '#features/hiring/web/EnergyMeter.tsx'
import { talentTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { CandidateSlot } from '../contract.ts'

const spoken = texts(talentTexts)

/** The slots to find somebody for: which is shown, and how many are shortlisted for each. */
export function SlotNav({
  slots,
  zone,
  current,
  countOf,
  onShow,
}: {
  slots: readonly CandidateSlot[]
  zone: string
  current: number
  countOf: (slot_id: number) => number
  onShow: (slot_id: number) => void
}) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { time } = useFormat()
  return (
    <nav aria-label={t('order.talent.slots_label')} className="min-w-0 lg:sticky lg:top-22">
      {/* Relative, so that what is said for ears alone scrolls along: else it widens the page. */}
      <ol className="relative -m-1 flex gap-3 overflow-x-auto p-1 lg:grid lg:grid-cols-1 lg:overflow-visible">
        {slots.map((one) => {
          const count = countOf(one.slot_id)
          const isShown = one.slot_id === current
          return (
            <li key={one.slot_id} className="w-60 shrink-0 lg:w-auto">
              <button
                type="button"
                aria-current={isShown ? 'true' : undefined}
                onClick={() => onShow(one.slot_id)}
                className={clsx(
                  'flex h-full w-full items-center gap-3 rounded-card border bg-surface p-3 text-left transition-colors',
                  isShown
                    ? 'border-accent inset-ring inset-ring-accent'
                    : 'border-line hover:border-line-strong',
                )}
              >
                <span
                  className="rounded-chip bg-noche-950 p-1.5"
                  title={t('order.talent.energy_said', { energy: one.energy })}
                >
                  <EnergyMeter shape={[one.energy]} className="h-10 w-6" />
                  <span className="sr-only">{t('order.talent.energy_said', { energy: one.energy })}. </span>
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold wrap-anywhere">
                    {one.title ?? words.intent(one.intent)}
                  </span>
                  <span className="block text-sm text-ink-2">
                    {time(one.from, zone)} · {words.lineUp(one.format)} · {words.genre(one.genre)}
                  </span>
                  <span className="mt-1 flex flex-wrap gap-1.5">
                    {one.covered ? (
                      <Badge tone="ok" icon={<Check aria-hidden />}>
                        {t('order.talent.covered')}
                      </Badge>
                    ) : (
                      <Badge tone={count === 0 && one.required ? 'warn' : 'neutral'}>
                        {count > 0
                          ? t('order.talent.picked_count', { count })
                          : t(one.required ? 'order.talent.required' : 'order.talent.optional')}
                      </Badge>
                    )}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
