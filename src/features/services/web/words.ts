import { useMemo } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { ServiceDraft } from '../contract.ts'
import { serviceTexts } from './texts.ts'

const spoken = texts(serviceTexts)

/** How services are said: their price and their length. */
export function useServiceWords() {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  return useMemo(
    () => ({
      price: ({ price, price_mode, currency }: Pick<ServiceDraft, 'price' | 'price_mode' | 'currency'>) =>
        price === null || price_mode === 'on_request'
          ? t('services.per.on_request')
          : t(`services.per.${price_mode}`, { price: money(price, currency) }),
      length: (minutes: number) => {
        const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
        if (hours === 0) return t('services.minutes', { minutes: rest })
        return rest === 0
          ? t('services.hours', { hours })
          : t('services.hours_minutes', { hours, minutes: rest })
      },
    }),
    [t, money],
  )
}
