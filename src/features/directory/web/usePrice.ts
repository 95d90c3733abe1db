import { useTranslation } from 'react-i18next'
import { useFormat } from '#core/web/format.ts'
import type { PriceMode } from '#features/services/contract.ts'

/** How a service's price is said: from, fixed, per hour, or to be asked for. */
export function usePrice() {
  const { t } = useTranslation('functionality')
  const { money } = useFormat()
  return (price: number | null, currency: string, mode: PriceMode | null) => {
    if (price === null || mode === 'on_request') return t('directory.price.on_request')
    return t(`directory.price.${mode ?? 'from'}`, { price: money(price, currency) })
  }
}
