import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#core/web/format.ts'
import type { OrderSummary } from '../contract.ts'

/** The product's terms in the reader's language. */
export function useWords() {
  const { t } = useTranslation('business')
  const format = useFormat()
  return useMemo(() => {
    const type = (value: string) => t(`terms.event_types.${value}`)
    return {
      money: format.money,
      type,
      genre: (value: string) => t(`terms.genres.${value}`),
      lineUp: (value: string | null) =>
        value ? t(`terms.formats.${value}`) : t('order.plan.recorded_music'),
      intent: (value: string) => t(`order.plan.intents.${value}`),
      stage: (value: string) => t(`order.timeline.stages.${value}`),
      step: (value: string) => t(`order.timeline.steps.${value}`),
      /** What an order is called: the hunter's own title, else what it is and where. */
      title: (order: Pick<OrderSummary, 'title' | 'type' | 'city'>) => {
        if (order.title) return order.title
        if (order.type && order.city)
          return t('order.names.type_city', { type: type(order.type), city: order.city })
        if (order.type) return type(order.type)
        if (order.city) return t('order.names.city', { city: order.city })
        return t('order.names.none')
      },
    }
  }, [t, format])
}

export type Words = ReturnType<typeof useWords>
