import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { PriceMode } from '#features/services/contract.ts'
import { directoryTexts } from './texts.ts'

const spoken = texts(directoryTexts)

/** How a service's price is said: from, fixed, per hour, or to be asked for; for an event, what it comes to. */
export function usePrice() {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  /** @param total for the length and the place that were asked for, which then is what is said */
  return (price: number | null, currency: string, mode: PriceMode | null, total: number | null = null) => {
    if (price === null || mode === 'on_request') return t('directory.price.on_request')
    if (total !== null)
      return t(mode === 'from' ? 'directory.price.from' : 'directory.price.fixed', {
        price: money(total, currency),
      })
    return t(`directory.price.${mode ?? 'from'}`, { price: money(price, currency) })
  }
}
