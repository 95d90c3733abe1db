import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { PriceMode } from '#features/services/contract.ts'
import { directoryTexts } from './texts.ts'

const spoken = texts(directoryTexts)

/** How a service's price is said: from, fixed, per hour, or to be asked for. */
export function usePrice() {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  return (price: number | null, currency: string, mode: PriceMode | null) => {
    if (price === null || mode === 'on_request') return t('directory.price.on_request')
    return t(`directory.price.${mode ?? 'from'}`, { price: money(price, currency) })
  }
}
