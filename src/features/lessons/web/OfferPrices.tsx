import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { LessonOffer } from '../finding/contract.ts'
import { lessonTexts } from './texts.ts'

const spoken = texts(lessonTexts)

/** What a lesson costs: one of it, the first one, and several together. */
export function OfferPrices({ offer }: { offer: LessonOffer }) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const rows = [
    offer.trial_price === null
      ? null
      : ([
          t('lessons.prices.trial'),
          offer.trial_price === 0 ? t('lessons.prices.free') : money(offer.trial_price, offer.currency),
        ] as const),
    [
      t('lessons.prices.single'),
      offer.price === null ? t('lessons.prices.on_request') : money(offer.price, offer.currency),
    ] as const,
    ...offer.packages.map(
      ({ size, price }) =>
        [t('lessons.prices.package', { count: size }), money(price, offer.currency)] as const,
    ),
  ].filter((row) => row !== null)
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {rows.map(([label, price]) => (
        <div key={label} className="flex items-baseline gap-2">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="font-semibold tabular-nums">{price}</dd>
        </div>
      ))}
    </dl>
  )
}
